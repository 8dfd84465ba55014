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

  /// The parts of a file that contains one object.
  ///
  /// - Throws: where the file at `path` is not well-formed.
  public init(_ bytes: [UInt8], path: String) throws(Problem) {
    do {
      self.root = try JSONText(bytes).scan { (scanner) throws(Fault) in
        guard case .object = try scanner.kind() else {
          throw Fault(scanner.position, "expected an object: { … }")
        }
        let start = scanner.position
        try scanner.skipValue(isChecked: false)
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
        try scanner.skipValue(isChecked: false)
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
        try scanner.skipValue(isChecked: false)
        elements.append(start..<scanner.position)
      } while try scanner.next(UInt8(ascii: "["))
    }
    return elements
  }

  /// The unescaped text of the string at a place.
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
