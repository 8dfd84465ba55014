/// A file with git's conflict markers: both sides of an unfinished merge.
struct ConflictText {
  let ours: [UInt8]
  let theirs: [UInt8]
  /// The common ancestor, when git wrote it, too (`merge.conflictStyle`).
  let base: [UInt8]?

  /// Splits a text into its sides; nil without conflict markers, or when they don't match.
  init?(_ bytes: [UInt8]) {
    var copies: [Part: [UInt8]] = [.ours: [], .base: [], .theirs: []]
    var part: Part?
    var length = 0
    var hasBase = false
    for line in bytes.lines {
      let marker = Marker(line)
      switch (part, marker?.sign) {
      case (nil, .opening):
        part = .ours
        length = marker?.length ?? 0
      case (.ours, .base) where marker?.length == length:
        part = .base
        hasBase = true
      case (.ours, .middle) where marker?.length == length,
        (.base, .middle) where marker?.length == length:
        part = .theirs
      case (.theirs, .closing) where marker?.length == length:
        part = nil
      case (let part?, _):
        copies[part, default: []] += line
      case (nil, _):
        for copy in [Part.ours, .base, .theirs] { copies[copy, default: []] += line }
      }
    }
    guard part == nil, length > 0, let ours = copies[.ours], let theirs = copies[.theirs] else {
      return nil
    }
    self.ours = ours
    self.theirs = theirs
    self.base = hasBase ? copies[.base] : nil
  }

  private enum Part {
    case ours, base, theirs
  }

  /// A line that git writes around the sides.
  struct Marker {
    let sign: Sign
    let length: Int

    enum Sign: UInt8 {
      case opening = 0x3C
      case base = 0x7C
      case middle = 0x3D
      case closing = 0x3E
    }

    init?(_ line: ArraySlice<UInt8>) {
      guard let first = line.first, let sign = Sign(rawValue: first) else { return nil }
      let length = line.prefix { $0 == first }.count
      guard length >= 7 else { return nil }
      self.sign = sign
      self.length = length
    }
  }
}

extension [UInt8] {
  /// The lines, each with the newline that ends it.
  var lines: some Sequence<ArraySlice<UInt8>> {
    sequence(state: self[...]) { rest in
      guard !rest.isEmpty else { return nil }
      let line = rest.firstIndex(of: 0x0A).map { rest[...$0] } ?? rest
      rest = rest[line.endIndex...]
      return line
    }
  }
}
