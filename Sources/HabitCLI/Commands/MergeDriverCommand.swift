internal import ArgumentParser
internal import HabitFiles
internal import HabitMerge
internal import HabitStore
internal import Posix

/// `habit merge-driver`: what git calls to merge a data file.
///
/// It looks at three files and nothing else: no repository, setting or clock.
struct MergeDriverCommand: Subcommand {
  static let name = "merge-driver"
  static let abstract = "Merge three versions of a data file for git."

  @Argument(help: "The version both come from, git's %O.")
  var base: String

  @Argument(help: "Our version, git's %A; the result is written there.")
  var ours: String

  @Argument(help: "Their version, git's %B.")
  var theirs: String

  @Argument(help: "The length of conflict markers, git's %L.")
  var size: Int

  @Argument(parsing: .remaining, help: "The path in the repository, git's %P.")
  var path: [String] = []

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let path = path.joined(separator: " ")
    let disk = Disk(root: "")
    func read(_ file: String) throws -> [UInt8] {
      do {
        return try disk.contents(of: session.world.absolute(file))
      } catch {
        throw Diagnosis(.inputOutput, "\(file): \(error.reason)")
      }
    }
    let (base, mine, its) = (try read(base), try read(ours), try read(theirs))
    guard let layout = Layout(path: path), let merge = FileMerge(layout) else {
      throw Diagnosis(conflict: "\(path) is not a data file of habit")
    }
    let merged: MergedFile
    do throws(MergeRefusal) {
      // An empty base means no base: git gives one where both sides added the file.
      merged = try merge.merging(mine, its, since: base.isEmpty ? [] : [base])
    } catch {
      try write(marked(mine, its), disk, session)
      throw Diagnosis(error, at: path)
    }
    try write(merged.bytes, disk, session)
    for decision in merged.decisions {
      let place = decision.day.map { " on \($0)" } ?? ""
      try session.say(
        "habit: \(path): \(decision.field)\(place) is \(decision.kept.value ?? "nothing"), "
          + "no longer \(decision.dropped.value ?? "nothing")"
      )
    }
  }

  /// Both versions between markers, whole: a part of a JSON file says nothing.
  private func marked(_ mine: [UInt8], _ its: [UInt8]) -> [UInt8] {
    func line(_ mark: String, _ label: String) -> [UInt8] {
      Array((String(repeating: mark, count: max(7, min(size, 200))) + label + "\n").utf8)
    }
    func whole(_ bytes: [UInt8]) -> [UInt8] {
      bytes.last == UInt8(ascii: "\n") || bytes.isEmpty ? bytes : bytes + [UInt8(ascii: "\n")]
    }
    return line("<", " ours") + whole(mine) + line("=", "") + whole(its) + line(">", " theirs")
  }

  private func write(_ bytes: [UInt8], _ disk: Disk, _ session: Session) throws {
    try disk.replace(session.world.absolute(ours), bytes)
  }
}
