/// The difference of two texts, line by line, as `diff -U 3` shows it without its head.
public struct Difference: CustomStringConvertible {
  private enum Line {
    case both([UInt8]), removed([UInt8]), added([UInt8])

    var text: String {
      switch self {
      case .both(let bytes): " \(visible(bytes))"
      case .removed(let bytes): "-\(visible(bytes))"
      case .added(let bytes): "+\(visible(bytes))"
      }
    }

    var isChange: Bool {
      switch self {
      case .both: false
      case .removed, .added: true
      }
    }
  }

  private let lines: [Line]

  /// What turns the expected text into the actual one: `-` is missing, `+` is too much.
  ///
  /// Lines are compared byte by byte; Swift's own comparison would take é and e + ´ as one.
  public init(from expected: String, to actual: String) {
    let newline = UInt8(ascii: "\n")
    let old = expected.utf8.split(separator: newline, omittingEmptySubsequences: false)
      .map { Array($0) }
    let new = actual.utf8.split(separator: newline, omittingEmptySubsequences: false)
      .map { Array($0) }
    var removals: Set<Int> = []
    var insertions: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removals.insert(offset)
      case .insert(let offset, _, _): insertions.insert(offset)
      }
    }
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removals.contains(i) {
        lines.append(.removed(old[i]))
        i += 1
      } else if insertions.contains(j) {
        lines.append(.added(new[j]))
        j += 1
      } else {
        lines.append(.both(old[i]))
        i += 1
        j += 1
      }
    }
    self.lines = lines
  }

  /// Whether the texts are equal.
  public var isEmpty: Bool { !lines.contains { $0.isChange } }

  /// The changed lines with three lines around them; `…` is where equal lines are left out.
  public var description: String {
    let changes = lines.indices.filter { lines[$0].isChange }
    var shown: [String] = []
    var last = -1
    for index in lines.indices where changes.contains(where: { abs($0 - index) <= 3 }) {
      if index != last + 1 { shown.append("…") }
      shown.append(lines[index].text)
      last = index
    }
    if last != lines.count - 1 { shown.append("…") }
    return shown.joined(separator: "\n")
  }
}

/// A line in which nothing hides: control and format characters and combining marks are spelled out.
private func visible(_ bytes: [UInt8]) -> String {
  var text = ""
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .nonspacingMark, .lineSeparator, .paragraphSeparator:
      text += "\\u{\(String(scalar.value, radix: 16))}"
    default:
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}
