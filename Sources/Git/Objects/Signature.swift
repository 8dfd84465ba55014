internal import CLibgit2

/// Who did something, and when, as a commit says it.
public struct Signature: Hashable, Sendable {
  /// The name, never empty.
  public let name: String

  /// The address, which may be empty.
  public let email: String

  /// The instant, in seconds since 1970-01-01T00:00:00Z, whose local time is in the years 1 to 9999.
  public let seconds: Int

  /// How far local time was ahead of UTC, in minutes.
  public let offsetMinutes: Int

  /// A signature of this user at this time.
  ///
  /// Control characters and angle brackets, which would break a commit, are left out of both
  /// texts, and spaces from their ends. A name of nothing else becomes `unknown`. A time or an offset
  /// that no clock shows, as a crafted commit has one, becomes the nearest that one does.
  public init(name: String, email: String, seconds: Int, offsetMinutes: Int) {
    let name = Signature.cleaned(name)
    self.name = name.isEmpty ? "unknown" : name
    self.email = Signature.cleaned(email)
    self.seconds = min(max(seconds, Signature.years.lowerBound), Signature.years.upperBound)
    self.offsetMinutes = min(max(offsetMinutes, -Signature.dayInMinutes), Signature.dayInMinutes)
  }

  private static let dayInMinutes = 24 * 60
  /// From the second day of the year 1 to the last but one of 9999: local time is a day off at most.
  private static let years = -62_135_510_400...253_402_214_399

  private static func cleaned(_ text: String) -> String {
    let kept = text.unicodeScalars.filter {
      $0.properties.generalCategory != .control && $0 != "<" && $0 != ">"
    }
    let inner = kept.drop { $0 == " " }
    guard let last = inner.lastIndex(where: { $0 != " " }) else { return "" }
    return String(String.UnicodeScalarView(inner[...last]))
  }
}

extension Signature {
  /// The signature that a line of a commit says, as far as it can be read: `NAME <ADDRESS> SECONDS +HHMM`.
  ///
  /// What cannot be read is unknown, its time 1970; what is not UTF-8 is repaired.
  init(line: ArraySlice<UInt8>) {
    let name = line.prefix { $0 != UInt8(ascii: "<") }
    let address = line[name.endIndex...].dropFirst()
    self.init(
      name: name.endIndex == line.endIndex ? "" : String(decoding: name, as: UTF8.self),
      email: String(decoding: address.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self),
      seconds: Signature.seconds(in: line) ?? 0,
      offsetMinutes: Signature.offsetMinutes(in: line)
    )
  }

  /// The time in a line of a commit; nil when it has none.
  static func seconds(in line: ArraySlice<UInt8>) -> Int? {
    times(in: line).first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  private static func offsetMinutes(in line: ArraySlice<UInt8>) -> Int {
    let text = times(in: line).dropFirst().first.map { String(decoding: $0, as: UTF8.self) }
    guard let text, text.utf8.count == 5, let number = Int(text), abs(number) <= 1_400,
      abs(number) % 100 < 60
    else { return 0 }
    return number / 100 * 60 + number % 100
  }

  /// What follows the address, word by word.
  private static func times(in line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard let end = line.lastIndex(of: UInt8(ascii: ">")) else { return [] }
    return line[end...].dropFirst().split(separator: UInt8(ascii: " "))
  }

  func withRaw<Value>(_ body: (UnsafePointer<git_signature>) -> Value) -> Value {
    unsafe withCStrings([name, email]) { texts in
      let when = git_time(
        // libgit2 writes no other times.
        time: git_time_t(min(max(seconds, 0), Int(UInt32.max))),
        offset: Int32(truncatingIfNeeded: offsetMinutes),
        sign: CChar(bitPattern: offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      )
      var signature = unsafe git_signature(
        name: UnsafeMutablePointer(mutating: texts[0]),
        email: UnsafeMutablePointer(mutating: texts[1]),
        when: when
      )
      return unsafe body(&signature)
    }
  }
}
