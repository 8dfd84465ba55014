internal import Git
internal import HabitCore
internal import HabitFiles
public import Posix

/// Packs a repository's objects in the background.
///
/// Every change leaves a handful of objects, each a file, and every fetch a pack. Now and then they
/// are put together by git, where it is installed.
public struct Upkeep: Sendable {
  /// The repository's shared files, absolute: `.git`, or a bare repository.
  public let directory: String

  private var disk: Disk { Disk(root: directory) }

  /// Exists while a process is packing, and after an attempt that failed or was cut off.
  private static let mark = "habit-pack"
  /// How long after such an attempt the next one is made, in seconds.
  private static let restSeconds = 3_600

  public init(of directory: String) {
    self.directory = directory
  }

  /// The packing of a repository's objects; nil where git does not manage it.
  public init?(of location: Location) {
    guard let notes = location.notes else { return nil }
    directory = (notes.main ?? notes).gitDirectory
  }
}

extension Upkeep {
  /// Starts this program with arguments that make it ``run(environment:)``, when there is something to tidy.
  ///
  /// What goes wrong is no matter: the next change tries again.
  public func startIfDue(in world: World, by arguments: [String]) {
    do {
      guard try Repository.isCrowded(in: directory), !isResting(at: world.now()),
        let executable = world.executable
      else { return }
      try Subprocess([executable] + arguments, environment: world.environment).detach()
    } catch {
      // Nothing is lost but room.
    }
  }

  /// Whether there is something to tidy, and no git to do it.
  public func lacksGit(in environment: [String: String]) -> Bool {
    // What cannot be read is reported elsewhere.
    let isCrowded = (try? Repository.isCrowded(in: directory)) ?? false
    return isCrowded && Subprocess.find("git", in: environment) == nil
  }

  /// Whether a process is packing, or was a short while ago to no avail.
  private func isResting(at now: Int) -> Bool {
    guard let stamp = disk.status(of: Upkeep.mark) else { return false }
    return (0..<Upkeep.restSeconds).contains(stamp.modified.age(at: now))
  }

  /// Puts the objects together, unless another process of ours is at it.
  public func run(environment: [String: String]) throws {
    CreationMask.follow(directory)
    do {
      let lock = try FileLock(disk.absolute("habit-pack.lock"), timeoutSeconds: 0)
      try disk.replace(Upkeep.mark, [])
      let repository = try Repository(at: directory)
      try repository.packWithGit(environment: environment)
      if try !Repository.isCrowded(in: directory) { try disk.remove(Upkeep.mark) }
      _ = consume lock
    } catch FileLockError.held {
      // Another process is at it.
    }
  }
}
