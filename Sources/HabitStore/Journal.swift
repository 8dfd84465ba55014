internal import Git
internal import HabitSystem

/// What a change is about to do, written before anything that others can see changes.
///
/// A crash leaves it behind; whoever takes the lock next reads it and finishes the change or lets
/// it go, and knows from it which stale locks are ours.
struct Journal: Hashable {
  /// The branch the commit goes to, and the commit it stood at; nil before the first.
  let branch: String
  let parent: ObjectID?
  /// The commit that is ready; nil when there is nothing to commit.
  let commit: ObjectID?
  let files: [File]

  /// A work file that is exchanged for a prepared one.
  struct File: Hashable {
    /// The prepared file, below `habit/prepared` in git's folder; after the exchange it holds what
    /// stood in the work tree.
    let prepared: String
    let path: String
    /// The hash of the bytes that stood there; nil when there was no file.
    let before: ObjectID?
    /// The hash of the bytes that are put there; nil when the file is taken away.
    let after: ObjectID?
  }

  static let path = "habit/journal"
}

extension Journal {
  private static let heading = "habit journal 1"

  /// One line a value, in fixed order.
  var bytes: [UInt8] {
    var lines = [
      Journal.heading, branch, parent?.hex ?? "-", commit?.hex ?? "-",
    ]
    for file in files {
      let hashes = [file.before, file.after].map { $0?.hex ?? "-" }
      lines.append("\(file.prepared) \(hashes[0]) \(hashes[1]) \(file.path)")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// The journal in these bytes; nil when it was cut off while it was written.
  init?(_ bytes: [UInt8]) {
    guard bytes.last == UInt8(ascii: "\n") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count >= 4, lines[0] == Journal.heading else { return nil }
    var files: [File] = []
    for line in lines.dropFirst(4) {
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count == 4 else { return nil }
      files.append(
        File(
          prepared: String(words[0]),
          path: String(words[3]),
          before: ObjectID(hex: String(words[1])),
          after: ObjectID(hex: String(words[2]))
        )
      )
    }
    self.branch = String(lines[1])
    self.parent = ObjectID(hex: String(lines[2]))
    self.commit = ObjectID(hex: String(lines[3]))
    self.files = files
  }
}
