internal import Git
internal import HabitCore
internal import HabitFiles
internal import Posix

/// The settings of a clone with which git merges data files as `habit sync` does.
struct MergeSettings {
  let settings: [(key: String, value: String)]

  init(program: String?) {
    let arguments = "merge-driver %O %A %B %L %P"
    let fallback = "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B"
    // A program that starts git need not have the PATH of a shell.
    let known =
      program.map { "elif test -x \($0.shellQuoted); then \($0.shellQuoted) \(arguments); " } ?? ""
    settings = [
      ("merge.habit.name", "habit records"),
      (
        "merge.habit.driver",
        "if command -v habit >/dev/null 2>&1; then habit \(arguments); \(known)else \(fallback); fi"
      ),
      // A data file is never renamed; what looks like it is two habits.
      ("merge.directoryRenames", "false"),
      ("merge.renames", "false"),
    ]
  }

  /// Tells git what it lacks; false when it lacked nothing.
  func install(in repository: borrowing Repository) throws -> Bool {
    var missing: [(key: String, value: String)] = []
    for setting in settings where try repository.setting(setting.key) != setting.value {
      missing.append(setting)
    }
    if !missing.isEmpty { try repository.set(missing) }
    let hasWritten = try writeAttributes(in: repository)
    guard hasWritten || !missing.isEmpty else { return false }
    try repository.reachDisk()
    return true
  }

  /// Attributes are read from the tree that is checked out: this file holds before they are there.
  private func writeAttributes(in repository: borrowing Repository) throws -> Bool {
    let disk = Disk(root: repository.commonDirectory)
    let path = "info/attributes"
    let old = disk.bytes(of: path) ?? []
    let lines = String(decoding: old, as: UTF8.self).split(separator: "\n")
      .map { String($0).trimmed }
    let missing = RepositoryTemplate.attributeLines.filter { !lines.contains($0) }
    guard !missing.isEmpty else { return false }
    let isWhole = old.isEmpty || old.last == UInt8(ascii: "\n")
    try disk.makeDirectory("info")
    try disk.replaceDurably(
      path,
      old + Array(((isWhole ? "" : "\n") + missing.map { $0 + "\n" }.joined()).utf8)
    )
    return true
  }
}
