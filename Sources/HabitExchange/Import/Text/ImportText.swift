internal import HabitCore
public import HabitFiles

/// The text of a file: UTF-8 without a byte order mark.
struct ImportText {
  let file: ImportFile
  /// The bytes behind a byte order mark.
  let bytes: ArraySlice<UInt8>

  /// The text, or nil when the file is not UTF-8, which is reported.
  init?(_ file: ImportFile, _ collector: ImportCollector) {
    if file.bytes.starts(with: [0xFF, 0xFE]) || file.bytes.starts(with: [0xFE, 0xFF]) {
      collector.leaveOut(file.line(1), "not UTF-8 but UTF-16: \(ImportText.hint(file, "utf-16"))")
      return nil
    }
    do {
      _ = try UTF8Span(validating: file.bytes.span)
    } catch {
      let (line, column) = ImportText.place(of: error.byteOffsets.lowerBound, in: file.bytes)
      let hint = ImportText.hint(file, "windows-1252")
      collector.leaveOut(file.line(line), "not UTF-8: column \(column); \(hint)")
      return nil
    }
    if let zero = file.bytes.firstIndex(of: 0) {
      let (line, column) = ImportText.place(of: zero, in: file.bytes)
      collector.leaveOut(file.line(line), "a zero byte in column \(column): not a text file")
      return nil
    }
    self.file = file
    self.bytes = file.text
  }

  private static func hint(_ file: ImportFile, _ encoding: String) -> String {
    let new = "new-\(file.baseName)".shellQuoted
    return "convert it with: iconv -f \(encoding) -t utf-8 \(file.name.shellQuoted) >\(new)"
  }

  private static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (bytes[..<start].count { $0 == 0x0A } + 1, offset - start + 1)
  }

  /// The lines with their numbers, without line ends.
  var lines: [(number: Int, text: String)] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map { index, line in
      (index + 1, String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
    }
  }
}

struct LineIndex {
  private let newlines: [Int]
  private let file: ImportFile

  init(_ file: ImportFile) {
    self.file = file
    self.newlines = file.bytes.indices.filter { file.bytes[$0] == 0x0A }
  }

  func place(of json: JSON) -> ImportPlace {
    file.line(newlines.partition { $0 >= json.range.lowerBound } + 1)
  }
}

extension Array {
  /// Where the elements begin for which something holds, as it does for all behind them.
  func partition(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The elements by a number; those that share one keep their order.
  func sorted(by number: (Element) -> Int) -> [Element] {
    let numbers = map(number)
    return indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { self[$0] }
  }
}

extension TimeOfDay {
  /// The time of a reminder; nil where no clock shows it.
  init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    self.init(seconds: hour * 3600 + minute * 60)
  }
}

extension ImportCollector {
  /// The JSON of a file; its errors are reported.
  func json(_ file: ImportFile) -> JSON? {
    do {
      return try JSON(foreign: file.bytes, path: file.name)
    } catch {
      let place = error.line.map(file.line) ?? file.place
      leaveOut(place, error.message)
      return nil
    }
  }
}

extension JSON {
  /// The value of a key; nil where it is missing or null.
  subscript(key: String) -> JSON? {
    guard case .object(let members) = value,
      let found = members.first(where: { $0.key == key })?.value
    else { return nil }
    if case .null = found.value { return nil }
    return found
  }

  public var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  var number: String? {
    if case .number(let spelling) = value { spelling } else { nil }
  }

  public var integer: Int? { number.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } } }

  var flag: Bool? {
    if case .flag(let flag) = value { flag } else { nil }
  }

  /// The names of the elements of a list, by a key that each has; the first one counts.
  func names(by key: String) -> [String: String] {
    let names = elements.compactMap { element in
      element[key]?.text.flatMap { id in element["name"]?.text.map { (id, $0) } }
    }
    return Dictionary(names) { first, _ in first }
  }

  public var elements: [JSON] {
    if case .array(let elements) = value { elements } else { [] }
  }

  var members: [Member] {
    if case .object(let members) = value { members } else { [] }
  }

  var isArray: Bool {
    if case .array = value { true } else { false }
  }
}
