internal import HabitCore
internal import HabitFiles

// Importers are pure: bytes in, facts out. None sees the repository, a clock or a disk.

/// Reads the files of other programs.
public enum Importing {
  /// What files say; a format that is named is not looked for.
  public static func facts(
    in input: ImportInput,
    as format: ImportFormat? = nil,
    options: ImportOptions
  ) -> ImportedFacts {
    let collector = ImportCollector(options)
    let found = format.map { [$0] } ?? formats(of: input)
    guard found.count == 1, let known = found.first else {
      refuse(input, found, collector)
      return ImportedFacts(format: nil, habits: [], collector)
    }
    let own = read(input, as: known, into: collector)
    guard !collector.hasTooMany else {
      let most = ImportCollector.mostHabits
      let note = "more than \(most) habits: nothing was imported"
      return ImportedFacts(
        refused: ImportNote(place: .part(input.name), message: note, isError: true)
      )
    }
    var habits = own ?? collector.habits()
    if habits.isEmpty, collector.notes.isEmpty {
      collector.tell(.part(input.name), "no habits in \(known.title)")
    }
    // Habits without a day are seldom what a file is about: the guess may be wrong.
    if format == nil, known != .json, !habits.isEmpty, habits.allSatisfy(\.days.isEmpty) {
      if !collector.notes.contains(where: \.isError) {
        collector.leaveOut(
          .part(input.name),
          "\(counted(habits.count, "habit")) and not one day; if it is \(known.title), "
            + "import the habits with --format \(known.rawValue)"
        )
      }
      habits = []
    }
    return ImportedFacts(format: known, habits: habits, collector)
  }

  private static func refuse(
    _ input: ImportInput,
    _ found: [ImportFormat],
    _ collector: ImportCollector
  ) {
    let known = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    guard found.isEmpty else {
      let names = found.map(\.rawValue).joined(separator: " or ")
      return collector.leaveOut(.part(input.name), "this can be \(names): say --format")
    }
    // JSON that is not well-formed is refused with its place.
    for file in input.files where file.isJSON && collector.json(file) == nil { return }
    collector.leaveOut(
      .part(input.name),
      "not in a format that is known; --format names one of: \(known)"
    )
  }

  /// Reads the input; what our own export holds needs no rules and is given at once.
  private static func read(
    _ input: ImportInput,
    as format: ImportFormat,
    into collector: ImportCollector
  ) -> [ImportedHabit]? {
    if [.harsh, .habitctl].contains(format), let name = nameOfTwo(input.files) {
      collector.leaveOut(.part(name), "two files named \(name): import one folder after the other")
      return nil
    }
    switch format {
    case .json: return OwnImporter(collector: collector).read(input)
    case .csv, .habitbull, .streaks:
      for file in input.files { CSVImporter.read(file, into: collector) }
    case .harsh: HarshImporter(collector).read(input)
    case .habitctl: HabitctlImporter(collector: collector).read(input)
    case .loopCSV: LoopCSVImporter(collector).read(input)
    case .loopDatabase:
      if let database = input.database {
        LoopDatabaseImporter(collector: collector, database: database).read()
      } else {
        collector.leaveOut(.part(input.name), "no SQLite file")
      }
    case .habitica:
      for file in input.files {
        HabiticaHistory.isOne(file)
          ? HabiticaHistory(collector: collector).read(file)
          : HabiticaImporter.read([file], into: collector)
      }
    case .habitkit: HabitKitImporter.read(input.files, into: collector)
    case .beaverhabits: BeaverHabitsImporter.read(input.files, into: collector)
    case .mhabit: TableHabitImporter.read(input.files, into: collector)
    case .dijo: DijoImporter.read(input.files, into: collector)
    case .orgHabit:
      collector.isOrdered = true
      for file in input.files { OrgImporter(file, collector).read() }
    case .obsidian21, .obsidianHabits:
      ObsidianImporter.read(input, format, into: collector)
    }
    return nil
  }
}

/// Reads the JSON of another program, one file at a time.
protocol JSONImporter {
  init(collector: ImportCollector, json: JSON, lines: LineIndex)

  func read()
}

extension JSONImporter {
  static func read(_ files: [ImportFile], into collector: ImportCollector) {
    for file in files {
      guard let json = collector.json(file) else { continue }
      Self(collector: collector, json: json, lines: LineIndex(file)).read()
    }
  }
}

extension Importing {
  /// The name that two files share, so that nothing tells which belong together.
  private static func nameOfTwo(_ files: [ImportFile]) -> String? {
    let names = files.map(\.baseName)
    return ["habits", "log"].first { name in names.count { $0 == name } > 1 }
  }
}

extension ImportInput {
  /// What messages call it.
  var name: String { database?.name ?? files.first?.name ?? "the input" }
}

// MARK: Recognition

extension Importing {
  /// The forms that an input can have, recognised by its contents, never by names alone.
  static func formats(of input: ImportInput) -> [ImportFormat] {
    if let database = input.database {
      return LoopDatabaseImporter.queries(for: database.columns) == nil ? [] : [.loopDatabase]
    }
    let isLoop = input.files.contains {
      $0.baseName == "Habits.csv" && $0.text.starts(with: "Position,Name,".utf8)
    }
    if isLoop { return [.loopCSV] }
    let (logs, others) = (input.files.filter(\.isOfLog), input.files.filter { !$0.isOfLog })
    return ((logs.isEmpty ? [] : [formatOfLog(logs)]) + others.compactMap(format)).unique
  }

  /// Tabs in the log are habitctl's, colons are harsh's; without a log the habits tell.
  private static func formatOfLog(_ files: [ImportFile]) -> ImportFormat {
    var (tabs, colons) = (0, 0)
    for file in files {
      for line in file.bytes.split(separator: 0x0A).prefix(1000) {
        let text = String(decoding: line, as: UTF8.self)
        guard !text.hasPrefix("#") else {
          // Our own export of no habits.
          tabs += text.contains("habit export habitctl") ? 1 : 0
          continue
        }
        if file.baseName == "log" {
          tabs += text.contains("\t") ? 10 : 0
          colons += text.contains(" : ") ? 10 : 0
        } else {
          colons += text.contains(": ") ? 1 : 0
          tabs += text.trimmed.first?.isNumber == true && !text.contains(": ") ? 1 : 0
        }
      }
    }
    return tabs > colons ? .habitctl : .harsh
  }

  private static func format(of file: ImportFile) -> ImportFormat? {
    let start = file.text
    if file.isJSON { return ImportCollector.ignored.json(file).flatMap(formatOfJSON) }
    let head = String(decoding: start.prefix(1 << 16), as: UTF8.self)
    let lines = head.split(separator: "\n").map(String.init)
    if OrgImporter.hasHabit(lines, start) { return .orgHabit }
    guard !file.name.hasSuffix(".md") else { return ObsidianImporter.format(of: file) }
    guard let header = lines.first, CSVReader.separator(of: start) != nil else { return nil }
    if LoopCSVImporter.isLoops(file) { return .loopCSV }
    if header.hasPrefix("HabitName,HabitDescription,HabitCategory") { return .habitbull }
    if header.hasPrefix("task_id,title,"), header.contains("entry_type") { return .streaks }
    if header.hasPrefix("Task Name,Task ID,Task Type,") { return .habitica }
    return .csv
  }

  /// A key that no other program's file has decides; none is unknown.
  private static func formatOfJSON(_ json: JSON) -> ImportFormat? {
    let habits = (json["data"] ?? json)["habits"]?.elements ?? []
    let tasks = json["data"]?.elements ?? []
    let isHabitica = tasks.contains {
      $0["text"] != nil && ["daily", "habit"].contains($0["type"]?.text)
    }
    if json["format"] != nil, json["habits"] != nil { return .json }
    if json.elements.contains(where: { $0["type"] != nil && $0["stats"] != nil }) { return .dijo }
    if json["tasks"]?["dailys"] != nil || isHabitica { return .habitica }
    if json["completions"] != nil, json["intervals"] != nil { return .habitkit }
    if habits.contains(where: { $0["freq_type"] != nil || $0["freq_custom"] != nil }) {
      return .mhabit
    }
    if habits.contains(where: { $0["records"]?.isArray == true }) { return .beaverhabits }
    // Our own exports of no habits.
    guard habits.isEmpty, json["habits"]?.isArray == true else { return nil }
    return [["habits"]: .beaverhabits, ["habits", "groups"]: .mhabit][json.members.map(\.key)]
  }
}
