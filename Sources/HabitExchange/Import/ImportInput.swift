public import HabitCore
public import HabitFiles

/// What is imported at one time: files, and what sqlite3 read of a database.
public struct ImportInput: Sendable {
  /// The files, each with the name that messages show.
  public var files: [ImportFile]
  public var database: ImportDatabase?

  public init(files: [ImportFile], database: ImportDatabase? = nil) {
    self.files = files
    self.database = database
  }
}

public struct ImportFile: Sendable {
  /// The name that messages show: with its folder when a folder or an archive was given.
  public let name: String
  public let bytes: [UInt8]

  /// What the file is named after: the name of its only habit where the file itself has none.
  let title: String

  /// A file; its path may have folders that messages do not show.
  public init(name: String, bytes: [UInt8], path: String? = nil) {
    self.name = name
    self.bytes = bytes
    self.title = ImportFile.title(path ?? name)
  }

  /// The name of a file without its ending; Loop names only the folder after the habit, with its position.
  private static func title(_ path: String) -> String {
    let parts = path.split(separator: "/").suffix(2)
    let name = parts.last.map(String.init) ?? path
    guard name == "Checkmarks.csv", let folder = parts.first, parts.count > 1 else {
      return name.split(separator: ".").first.map(String.init) ?? name
    }
    let words = folder.split(separator: " ", maxSplits: 1)
    return String(words.count == 2 && Int(words[0]) != nil ? words[1] : folder)
  }

  /// The bytes behind a byte order mark.
  var text: ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
  }

  /// Whether it begins as an object or a list.
  var isJSON: Bool {
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  var baseName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Whether it is one of the two files of harsh and habitctl.
  var isOfLog: Bool { ["habits", "log"].contains(baseName) }

  func line(_ number: Int) -> ImportPlace { .line(file: name, number) }

  var place: ImportPlace { .part(name) }
}

/// What sqlite3 read of a database: its tables and the rows of those that are understood.
public struct ImportDatabase: Sendable {
  public let name: String
  /// Its `user_version`.
  public let version: Int
  /// The columns of each table, all names in lower case.
  public let columns: [String: [String]]
  public let rows: [String: [Row]]

  public struct Row: Sendable {
    private let columns: [String]
    private let values: [JSON]

    public init(columns: [String], values: [JSON]) {
      self.columns = columns
      self.values = values
    }

    /// The value in a column; nil when it was not asked for.
    public subscript(_ column: String) -> JSON? {
      columns.firstIndex(of: column).flatMap { values.indices.contains($0) ? values[$0] : nil }
    }
  }

  public init(name: String, version: Int, columns: [String: [String]], rows: [String: [Row]]) {
    self.name = name
    self.version = version
    self.columns = columns
    self.rows = rows
  }
}

/// What the user says about a file beside its bytes.
public struct ImportOptions: Sendable {
  /// The day of the import: later days are left out.
  public var today: Day
  /// Whether days spelled `1/2/2026` begin with the month; nil when the file must show it.
  public var monthFirst: Bool?
  /// The mark of decimals in a table, a comma or a point; nil when the file must show it.
  public var decimalMark: Character?
  /// The civil date at a time in seconds after 1970-01-01T00:00:00Z.
  public var localDay: @Sendable (Int) -> Day
  /// What columns of a CSV table mean, by header.
  public var columns: [String: Column]
  /// Goals of habits, by name, in the place of what the file says.
  public var goals: [String: Goal]
  /// The name of the habit of a table that has one; nil for that of the file.
  public var habit: String?
  /// Words that mean done: in cells beside the usual ones, in an Org file instead of `DONE`.
  public var doneWords: Set<String>
  /// When a day of an Org file begins: earlier times belong to the day before.
  public var dayStart: TimeOfDay

  public enum Column: String, CaseIterable, Sendable {
    /// Each cell is the name of a habit; of a table with a day a row, the column is a habit.
    case habit
    case date
    case value
    /// Values that add up where a day has several.
    case sum
    case note
    /// The reason why the day was skipped.
    case skip
    case ignore
  }

  func goal(of habit: String) -> Goal? { goals[habit.singleLine] }

  public init(today: Day) {
    self.today = today
    self.localDay = { Moment(unixSeconds: $0).date }
    self.columns = [:]
    self.goals = [:]
    self.doneWords = []
    self.dayStart = .midnight
  }
}
