/// What git says on standard error, line by line, without its progress.
public struct GitMessages {
  public struct Progress: Hashable, Sendable {
    public let objects: Int
    public let totalObjects: Int
  }

  public private(set) var lines: [String] = []
  private var rest: [UInt8] = []
  private var byteCount = 0

  public init() {}

  /// The most that is kept of what git says: who talks to it may be hostile.
  public static let mostBytes = 4 * 1024 * 1024

  /// Takes what git says next; how far it says it is.
  public mutating func add(_ bytes: [UInt8]) -> [Progress] {
    var steps: [Progress] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): take(&steps)
      default: if rest.count < GitMessages.mostBytes { rest.append(byte) }
      }
    }
    return steps
  }

  /// Takes what follows the last line's end.
  public mutating func end() {
    var steps: [Progress] = []
    take(&steps)
  }

  private mutating func take(_ steps: inout [Progress]) {
    // A tab is a space on a screen, and in a command that is copied from there.
    let tab = UInt8(ascii: "\t")
    let line = String(decoding: rest.map { $0 == tab ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    rest = []
    if let step = Progress(line) { steps.append(step) }
    guard !GitMessages.isProgress(line), byteCount < GitMessages.mostBytes else { return }
    byteCount += line.utf8.count
    lines.append(line)
  }

  /// The messages of the server's hooks and programs.
  public var remarks: String {
    lines.filter { $0.hasPrefix("remote: ") }
      .map { String($0.dropFirst("remote: ".count).trimmedEnd) }.joined(separator: "\n")
  }

  public var text: String {
    let noise = [
      "hint: ", "From ", "POST ", "Everything up-to-date", "Looking up ", "Connecting to ",
    ]
    let words = lines.filter { !$0.hasPrefix(" ") || !$0.contains(" -> ") }.map(\.behindConnecting)
      .filter { line in !line.isEmpty && !noise.contains { line.hasPrefix($0) } }
      .map { String($0.trimmedEnd) }
    // Warnings are no cause, but may name it.
    let warnings = words.prefix { $0.hasPrefix("warning: ") }
    return (words.dropFirst(warnings.count) + warnings).joined(separator: "\n")
  }

  /// Whether a line says how far git is, here or at the server.
  ///
  /// Source: git 2.39, `start_progress` in its builtins.
  private static func isProgress(_ line: String) -> Bool {
    let words = line.hasPrefix("remote: ") ? line.dropFirst("remote: ".count) : line[...]
    return [
      "Enumerating objects: ", "Counting objects: ", "Compressing objects: ", "Writing objects: ",
      "Receiving objects: ", "Unpacking objects: ", "Indexing objects: ", "Resolving deltas: ",
      "Checking connectivity: ", "Checking objects: ", "Total ", "Delta compression using ",
    ].contains { words.hasPrefix($0) }
  }
}

extension GitMessages.Progress {
  /// What `Receiving objects:  45% (9/20), 1.2 MiB` says; nil when a line says nothing like it.
  fileprivate init?(_ line: String) {
    guard line.hasPrefix("Receiving objects: ") || line.hasPrefix("Writing objects: "),
      let start = line.firstRange(of: "% (")?.upperBound,
      let end = line[start...].firstIndex(of: ")")
    else { return nil }
    let numbers = line[start..<end].split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    self.init(objects: numbers[0], totalObjects: numbers[1])
  }
}

extension String {
  /// What follows in a line that begins with `Looking up HOST ...` or `Connecting to HOST ...`.
  fileprivate var behindConnecting: Substring {
    guard hasPrefix("Looking up ") || hasPrefix("Connecting to "),
      let start = firstRange(of: "fatal: ")?.lowerBound
    else { return self[...] }
    return self[start...]
  }
}

extension StringProtocol {
  /// The text without what fills its last line: git overwrites progress with spaces, or clears the line.
  fileprivate var trimmedEnd: SubSequence {
    lastIndex { !$0.isWhitespace && ($0.asciiValue ?? 0x20) >= 0x20 }
      .map { self[...$0] } ?? self[..<startIndex]
  }
}
