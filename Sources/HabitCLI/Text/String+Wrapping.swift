internal import HabitFiles
internal import HabitCore

extension String {
  /// The words of the text on lines of so many columns; a longer word is broken where a line ends.
  func wrapped(to columns: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { $0.wrapped(to: columns) }
  }
}

extension String {
  /// Lines of talk folded at words; a command at the end of a line stays whole, to be copied.
  func foldedTalk(to columns: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.foldedTalk(to: columns).joined(separator: "\n") }.joined(separator: "\n")
  }
}

extension Substring {
  fileprivate func foldedTalk(to columns: Int) -> [String] {
    guard displayWidth(of: String(self)) > columns, first?.isWhitespace == false else {
      return [String(self)]
    }
    // Behind "habit: ", which begins a message.
    let rest = hasPrefix("habit: ") ? dropFirst(7) : self
    let command = [": habit ", ": git "].compactMap { rest.firstRange(of: $0)?.lowerBound }.min()
    let prose = self[..<(command.map { index(after: $0) } ?? endIndex)]
    let tail = command.map { [self[$0...].dropFirst(2)] } ?? []
    let words = prose.split(separator: " ", omittingEmptySubsequences: false) + tail
    var lines: [String] = []
    for word in words {
      if let last = lines.last, displayWidth(of: last + " " + word) <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(lines.isEmpty ? String(word) : "  " + word)
      }
    }
    return lines
  }

  /// The line in lines of at most so many columns; as it is where it fits.
  fileprivate func wrapped(to columns: Int) -> [String] {
    guard displayWidth(of: String(self)) > columns else { return [String(self)] }
    var lines = [""]
    for word in split(separator: " ").flatMap({ $0.pieces(of: columns) }) {
      let joined = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
      if displayWidth(of: joined) <= columns {
        lines[lines.count - 1] = joined
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  fileprivate func pieces(of columns: Int) -> [String] {
    guard displayWidth(of: String(self)) > columns else { return [String(self)] }
    var pieces = [""]
    for character in self {
      if displayWidth(of: pieces[pieces.count - 1] + String(character)) > columns {
        pieces.append("")
      }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }
}
