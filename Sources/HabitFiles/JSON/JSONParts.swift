public import HabitCore

/// A well-formed JSON text and the places of its parts, for merges that compare bytes.
///
/// Keys may occur twice in an object, because text merges produce such files.
public struct JSONParts: Sendable {
  public let bytes: [UInt8]
  /// The place of the outermost object.
  public let root: Range<Int>

  /// A key of an object, and the places of its parts.
  public struct Member: Sendable {
    public let key: String
    /// From the key's opening quote to the end of the value.
    public let range: Range<Int>
    public let value: Range<Int>
  }

  public enum Kind: UInt8, Sendable {
    case null
    case flag
    case number
    case text
    case list
    case object
  }

  /// What a file may have at most: as much as its reader takes.
  public enum Limits: Sendable {
    case definition
    case year([RecordKey])
  }

  /// The parts of a file that contains one object.
  ///
  /// - Throws: where the file at `path` is not well-formed, or beyond its limits.
  public init(
    _ bytes: [UInt8],
    path: String,
    _ limits: Limits = .definition
  ) throws(Problem) {
    do {
      self.root = try JSONText(bytes).scan { (scanner) throws(Fault) in
        guard case .object = try scanner.kind() else {
          throw Fault(scanner.position, "expected an object: { … }")
        }
        let start = scanner.position
        switch limits {
        case .definition: try scanner.skipValue(.counting)
        case .year(let keys): try scanner.skipYear(keys)
        }
        return start..<scanner.position
      }
    } catch {
      throw Problem(path, bytes, error)
    }
    self.bytes = bytes
  }

  public func kind(of place: Range<Int>) -> Kind {
    switch bytes[place.lowerBound] {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .list
    case UInt8(ascii: "\""): .text
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .flag
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The members of the object at a place, in their order.
  public func members(of place: Range<Int>) -> [Member] {
    var members: [Member] = []
    read(place) { (scanner) throws(Fault) in
      guard try scanner.open(UInt8(ascii: "{")) else { return }
      repeat {
        let key = try scanner.key()
        scanner.skipSpace()
        let start = scanner.position
        try scanner.skipValue(.wellFormed)
        members.append(
          Member(
            key: String(jsonBetweenQuotes: scanner.text(key)),
            range: key.lowerBound - 1..<scanner.position,
            value: start..<scanner.position
          )
        )
      } while try scanner.next(UInt8(ascii: "{"))
    }
    return members
  }

  /// The elements of the array at a place, in their order.
  public func elements(of place: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    read(place) { (scanner) throws(Fault) in
      guard try scanner.open(UInt8(ascii: "[")) else { return }
      repeat {
        scanner.skipSpace()
        let start = scanner.position
        try scanner.skipValue(.wellFormed)
        elements.append(start..<scanner.position)
      } while try scanner.next(UInt8(ascii: "["))
    }
    return elements
  }

  public func text(of place: Range<Int>) -> String {
    String(jsonBetweenQuotes: spelling(of: place.lowerBound + 1..<place.upperBound - 1))
  }

  /// The bytes at a place, as a text.
  public func spelling(of place: Range<Int>) -> String {
    var text = ""
    read(place) { (scanner) throws(Fault) in text = scanner.text(place) }
    return text
  }

  private func read(_ place: Range<Int>, _ body: (inout Scanner) throws(Fault) -> Void) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var scanner = unsafe Scanner(buffer, from: place.lowerBound)
      do throws(Fault) {
        try body(&scanner)
      } catch {
        preconditionFailure("a part of a text that was found well-formed: \(error.message)")
      }
    }
  }
}

extension Scanner {
  /// Skips the object of a year file, whose days and fields are not counted, nor the texts of a list.
  mutating func skipYear(_ keys: [RecordKey]) throws(Fault) {
    let lists = keys.filter { [.entries, .texts, .undone].contains($0.merging) }.map(\.name)
    guard try open(UInt8(ascii: "{")) else { return }
    repeat {
      _ = try key()
      switch try kind() {
      case .number: try skipValue(.wellFormed)
      case .object: try skipRecord(lists)
      case .array, .string, .literal: try skipValue(.counting)
      }
    } while try next(UInt8(ascii: "{"))
  }

  private mutating func skipRecord(_ lists: [String]) throws(Fault) {
    guard try open(UInt8(ascii: "{")) else { return }
    repeat {
      let key = try key()
      switch try kind() {
      case .number: try skipValue(.wellFormed)
      case .array where lists.contains(String(jsonBetweenQuotes: text(key))): try skipTexts()
      case .array, .object, .string, .literal: try skipValue(.counting)
      }
    } while try next(UInt8(ascii: "{"))
  }

  /// Skips a list of a record, whose texts are not counted among the values but have a limit of their own.
  private mutating func skipTexts() throws(Fault) {
    let start = position
    var count = 0
    guard try open(UInt8(ascii: "[")) else { return }
    repeat {
      count += 1
      if case .string = try kind() {
        try skipValue(.wellFormed)
      } else {
        try skipValue(.counting)
      }
    } while try next(UInt8(ascii: "["))
    guard count <= ScannedRecord.mostEntries else { throw ScannedRecord.tooMany(count, start) }
  }
}
