public import HabitCore

extension Problem {
  /// The bytes shown before and after the place.
  private static let reach = 400

  /// A problem at an offset of a file's bytes.
  public init(
    _ path: String,
    _ bytes: [UInt8],
    at offset: Int,
    _ message: String,
    hint: String?,
    severity: Severity = .error
  ) {
    let fault = Fault(offset, message, hint: hint, severity: severity)
    self.init(path, bytes, fault)
  }

  /// A problem at an offset of a file's bytes.
  init(_ path: String, _ bytes: [UInt8], _ fault: Fault) {
    let offset = min(fault.offset, bytes.count)
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
    let text = start + (bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    // A line may be as long as a file, so only its part near the place is read.
    let nearby = bytes[min(max(text, offset - Problem.reach), offset)..<offset]
    self.init(
      path,
      line: bytes[..<start].count { $0 == 0x0A } + 1,
      column: bytes[min(text, offset)..<offset].count { !Problem.continues($0) } + 1,
      fault.message.shortened,
      hint: fault.hint,
      severity: fault.severity,
      around: (
        String(decoding: nearby.drop(while: Problem.continues), as: UTF8.self),
        String(decoding: bytes[offset..<min(end, offset + Problem.reach)], as: UTF8.self)
      )
    )
  }

  /// Whether a byte continues a UTF-8 character.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

extension String {
  /// The text with long quotations shortened in their middle.
  fileprivate var shortened: String {
    guard utf8.count > 1000, unicodeScalars.count > 300 else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(200))) + "…"
      + String(String.UnicodeScalarView(unicodeScalars.suffix(80)))
  }
}

/// An error or a warning at an offset of a file's bytes.
struct Fault: Error, Hashable {
  let offset: Int
  let message: String
  let hint: String?
  let severity: Problem.Severity

  init(
    _ offset: Int,
    _ message: String,
    hint: String? = nil,
    severity: Problem.Severity = .error
  ) { (self.offset, self.message, self.hint, self.severity) = (offset, message, hint, severity) }
}

extension [Fault] {
  /// A file with more problems is not a data file.
  private static var most: Int { 100 }

  /// Whether there are too many problems to show.
  var isFull: Bool { count >= [Fault].most }

  /// Stops the reading of a file that has too many problems.
  @inline(__always)
  func checkRoom(at offset: Int) throws(Fault) {
    if isFull { throw .tooMany(at: offset) }
  }

  mutating func add(
    _ offset: Int,
    _ message: String,
    hint: String? = nil,
    severity: Problem.Severity = .error
  ) { append(Fault(offset, message, hint: hint, severity: severity)) }

  /// Adds a problem, unless there are too many.
  mutating func note(_ fault: @autoclosure () -> Fault) {
    guard !isFull else { return }
    let fault = fault()
    append(count + 1 == [Fault].most ? .tooMany(at: fault.offset, fault.severity) : fault)
  }
}

extension Fault {
  fileprivate static func tooMany(at offset: Int, _ severity: Problem.Severity = .error) -> Fault {
    Fault(offset, "too many problems to list, this one included", severity: severity)
  }
}
