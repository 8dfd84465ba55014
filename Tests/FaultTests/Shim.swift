import Foundation
import Glibc
import TestSupport

/// What is to happen at one call of a program to the file system; see faults.c.
struct Fault: Sendable, CustomStringConvertible {
  /// The calls that are counted.
  let calls: Calls
  /// What happens.
  let blow: Blow
  /// At the how many-th call.
  var number = 0
  /// Whether all calls after it fail, too.
  var lasts = false

  /// Calls below the machine's folder.
  enum Calls: String, Sendable {
    /// Those that change something.
    case change
    /// Those that may need room on the disk.
    case space
    /// Those that open a file.
    case open
    /// Those that read.
    case read
    /// All of these.
    case all
    /// Those that allocate memory.
    case memory
  }

  /// What happens at a call.
  enum Blow: Hashable, Sendable {
    /// It fails for this reason.
    case fails(Reason)
    /// The program is killed just before it.
    case kills
    /// So is the computer, with what was not brought to the disk.
    case cuts
    /// Just before it, another program saves a file.
    case saves(Save)
  }

  /// What another program saves: a file with the contents of another one, by their absolute paths.
  struct Save: Hashable, Sendable {
    let contents: String
    let path: String
    /// Whether a new file takes the place of the old one.
    let replaces: Bool
  }

  /// Why a call fails.
  enum Reason: String, CaseIterable, Sendable {
    case noSpace, overQuota, inputOutput, tooManyFiles, noMemory, denied, stale

    /// The code of errno(3).
    var code: Int32 {
      switch self {
      case .noSpace: ENOSPC
      case .overQuota: EDQUOT
      case .inputOutput: EIO
      case .tooManyFiles: EMFILE
      case .noMemory: ENOMEM
      case .denied: EACCES
      case .stale: ESTALE
      }
    }

    /// What the system calls it.
    var words: String { unsafe String(cString: strerror(code)) }
  }

  /// The same at another call.
  func at(_ number: Int) -> Fault {
    Fault(calls: calls, blow: blow, number: number, lasts: lasts)
  }

  /// Calls, the same for all numbers.
  var description: String {
    let blow =
      switch blow {
      case .fails(let reason): "\(reason)"
      case .kills: "kill"
      case .cuts: "power cut"
      case .saves(let save): save.replaces ? "replaced" : "saved"
      }
    return "\(blow) at \(calls) \(number)\(lasts ? " and after" : "")"
  }
}

/// One machine's folders as they stand now, brought back before each fault.
final class Stage: Sendable {
  let machine: Machine
  private let scratch: TemporaryFolder
  private let folders: [String]
  private let broken: String
  private let variables: [String: String]

  /// What a run with a fault came to.
  struct Run {
    let told: Transcript
    /// How many calls were counted.
    let calls: Int
    /// How many of them failed.
    let failures: Int
    /// How often everything was brought to the disk.
    let syncs: Int
  }

  /// - Parameters:
  ///   - machine: Whose home is the stage.
  ///   - folders: What else is brought back, as a hub.
  ///   - broken: The folder whose calls are counted, when it is not the machine's home.
  ///   - variables: What else the program finds in its environment.
  /// - Throws: When they cannot be copied.
  init(
    _ machine: Machine,
    and folders: [String] = [],
    breaking broken: String? = nil,
    with variables: [String: String] = [:]
  ) throws {
    self.broken = broken ?? machine.home.path
    self.variables = variables
    self.machine = machine
    self.scratch = try TemporaryFolder()
    self.folders = [machine.home.path] + folders
    for (number, folder) in self.folders.enumerated() {
      try FolderCopy.copy(URL(filePath: folder), into: copy(number))
    }
  }

  private func copy(_ number: Int) -> URL { scratch.url.appending(path: "\(number)") }

  /// Brings everything back.
  func restore() throws {
    for (number, folder) in folders.enumerated() {
      try FolderCopy.empty(URL(filePath: folder))
      try FolderCopy.copy(copy(number), into: URL(filePath: folder))
    }
  }

  /// Whether what is brought to the disk gets there.
  enum Disk: Sendable {
    case keeps, forgets
  }

  /// Runs the program with a fault, or with none.
  @discardableResult
  func run(
    _ command: [String],
    _ fault: Fault? = nil,
    on disk: Disk = .keeps,
    with more: [String: String] = [:]
  ) throws -> Run {
    try scratch.write(String(repeating: "\0", count: 32), to: "state")
    var variables = [
      "LD_PRELOAD": Build.folder.appending(path: "libhabit-faults.so").path,
      "HABIT_FAULT_ROOTS": broken,
      "HABIT_FAULT_STATE": scratch.url.path + "/state",
      "HABIT_FAULT_CALLS": (fault?.calls ?? .change).rawValue,
    ]
    if let fault {
      variables["HABIT_FAULT_AT"] = "\(fault.number)"
      if fault.lasts { variables["HABIT_FAULT_LASTING"] = "1" }
      switch fault.blow {
      case .kills: variables["HABIT_FAULT_ERRNO"] = "kill"
      case .fails(let reason): variables["HABIT_FAULT_ERRNO"] = "\(reason.code)"
      case .saves(let save):
        variables["HABIT_FAULT_ERRNO"] = save.replaces ? "replace" : "save"
        variables["HABIT_FAULT_SAVE"] = "\(save.contents):\(save.path)"
      case .cuts:
        variables["HABIT_FAULT_ERRNO"] = "kill"
        variables["HABIT_FAULT_DURABLE"] = scratch.url.path
      }
    }
    if disk == .forgets { variables["HABIT_FAULT_FORGETS"] = "1" }
    let surroundings = self.variables.merging(variables) { $1 }.merging(more) { $1 }
    let told = try machine.with(surroundings).process(["habit"] + command).run()
    // Numbers of eight bytes, the lowest first.
    let bytes = [UInt8](try Data(contentsOf: scratch.url.appending(path: "state")))
    let counts = stride(from: 0, to: 24, by: 8).map { start in
      bytes[start..<(start + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    return Run(told: told, calls: counts[0], failures: counts[1], syncs: counts[2])
  }

  /// What each call that the fault counts uses, in their order.
  func paths(of command: [String], _ fault: Fault) throws -> [Substring] {
    try scratch.write("", to: "trace")
    try run(command, fault.at(0), with: ["HABIT_FAULT_TRACE": scratch.url.path + "/trace"])
    return try scratch.read("trace").split(separator: "\n").compactMap {
      $0.split(separator: " ").last
    }
  }
}

// MARK: The power cut

extension Stage {
  /// What a file holds after a power cut that was written and not brought to the disk.
  enum Remains: String, CaseIterable, Sendable {
    /// Neither the file is there nor its name: all is as it was when it was last brought there.
    case nothing
    /// The names are there, and nothing is in the files.
    case names
    /// So many zeros as it had bytes.
    case zeros
    /// The first half of the file.
    case halves
  }

  /// Leaves what a power cut would, in place of what the last run with a cut left.
  func cut(_ remains: Remains) throws {
    let home = machine.home.path
    guard remains != .nothing else {
      try FolderCopy.empty(machine.home)
      return try FolderCopy.copy(scratch.url.appending(path: "tree"), into: machine.home)
    }
    let clean = Set(try scratch.read("clean").split(separator: "\n").map(String.init))
    for path in FileManager.default.enumerator(atPath: home)?.compactMap({ $0 as? String }) ?? [] {
      let file = home + "/" + path
      var status = stat()
      guard unsafe lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        !clean.contains("\(status.st_ino) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)")
      else { continue }
      let size = Int(status.st_size)
      unsafe chmod(file, 0o644)
      switch remains {
      case .nothing: break
      case .names: unsafe truncate(file, 0)
      case .halves: unsafe truncate(file, size / 2)
      case .zeros:
        // Truncated and made longer again, it has zeros only.
        unsafe truncate(file, 0)
        unsafe truncate(file, size)
      }
      unsafe chmod(file, status.st_mode & 0o7777)
      // A power cut makes nothing younger.
      let times = [status.st_atim, status.st_mtim]
      unsafe utimensat(AT_FDCWD, file, times, 0)
    }
  }
}
