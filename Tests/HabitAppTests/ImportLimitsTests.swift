import HabitCore
import HabitExchange
import HabitFiles
import TestSupport
import Testing

/// Files of every format, each long in one way: an import takes no longer than the file is long.
///
/// With quadratic steps these take minutes.
@Suite(.timeLimit(.minutes(1))) struct ImportLimitsTests {
  @Test(arguments: LongFile.all)
  func `an import takes no longer than the file is long`(_ long: LongFile) throws {
    let files = long.files(rounds(100_000, long: 4_000_000)).sorted { $0.key < $1.key }
      .map { ImportFile(name: $0.key, bytes: Array($0.value.utf8)) }
    var options = ImportOptions(today: Day(number: 20_484))
    options.columns = long.columns
    let input = ImportInput(files: files)
    let facts = Importing.facts(in: input, options: options)
    #expect(facts.habits.isEmpty == long.isRefused, "\(facts.notes.prefix(5).map(\.text))")
    if !long.isRefused { #expect(facts.format == long.format) }
    let tree = try FileTree(importing: facts)
    #expect(try ImportPlan(of: facts, beside: tree).edits.isEmpty)
  }
}

/// A file that can have any length.
struct LongFile: Sendable, CustomTestStringConvertible {
  let name: String
  let format: ImportFormat
  /// Whether nothing of it is imported.
  var isRefused = false
  var columns: [String: ImportOptions.Column] = [:]
  /// The files of about so many bytes.
  let files: @Sendable (Int) -> [String: String]

  var testDescription: String { "\(format.rawValue): \(name)" }

  init(
    _ format: ImportFormat,
    _ name: String,
    isRefused: Bool = false,
    columns: [String: ImportOptions.Column] = [:],
    _ files: @escaping @Sendable (Int) -> [String: String]
  ) {
    (self.format, self.name, self.isRefused) = (format, name, isRefused)
    (self.columns, self.files) = (columns, files)
  }

  static let all = tables + programs + objects + lines + orgs + notes

  /// Parts until there are so many bytes.
  private static func parts(
    _ bytes: Int,
    _ separator: String = "",
    most: Int = .max,
    _ part: (Int) -> String
  ) -> String {
    var text = ""
    var number = 0
    while number < most, text.utf8.count < bytes {
      text += (number == 0 ? "" : separator) + part(number)
      number += 1
    }
    return text
  }

  private static func day(_ number: Int) -> Day { Day(number: Int32(7_305 + number % 13_000)) }

  private static func row(_ number: Int, _ cells: String) -> String { "\(day(number)),\(cells)\n" }
}

// MARK: Tables

extension LongFile {
  private static let long = "date,habit,value,note\n"

  /// The cases of the letters of a name.
  private static func cases(_ number: Int) -> String {
    String(
      "abcdefghij".enumerated().map { number >> $0 & 1 == 1 ? $1 : Character($1.uppercased()) }
    )
  }

  private static let tables =
    [
      LongFile(.csv, "days") { ["x.csv": "date,Run\n" + parts($0) { row($0, "\($0 % 9)") }] },
      LongFile(.csv, "habits") {
        ["x.csv": long + parts($0) { row($0 % 300, "H\($0 % 900),1,") }]
      },
      LongFile(.csv, "too many habits", isRefused: true) {
        ["x.csv": long + parts($0) { row($0, "H\($0),1,") }]
      },
      LongFile(.csv, "a name in all cases") {
        ["x.csv": long + parts($0, most: 990) { row($0, cases($0) + ",1,") }]
      },
      LongFile(.csv, "a name in all spellings") {
        let signs = Array(" -_/.!*+")
        return [
          "x.csv": long
            + parts($0, most: 511) {
              row($0, "a\(signs[$0 & 7])b\(signs[$0 >> 3 & 7])c\(signs[$0 >> 6 & 7])d,1,")
            }
        ]
      },
      LongFile(.csv, "rows of a day") { ["x.csv": long + parts($0) { row(0, "H,1,n\($0)") }] },
      LongFile(.csv, "rows of a day that add up", columns: ["value": .sum]) {
        ["x.csv": long + parts($0) { row(0, "H,1,n\($0)") }]
      },
      LongFile(.csv, "words") {
        ["x.csv": "date,A,B\n" + parts($0, most: 13_000) { row($0, "1,word\($0)") }]
      },
      LongFile(.csv, "quotes") {
        ["x.csv": "date,A,B\n" + parts($0, most: 13_000) { row($0, "1,\"1\"\"\"x") }]
      },
      LongFile(.csv, "an open quote", isRefused: true) {
        ["x.csv": "date,A\n" + parts($0) { row($0, "\"1") } + ",\""]
      },
      LongFile(.csv, "lines in a quote") {
        ["x.csv": long + row(0, "A,1,\"" + parts($0) { _ in "wet\n" } + "\"")]
      },
      LongFile(.csv, "columns") {
        let row = { (cell: String) in String(repeating: ",\(cell)", count: 300) + "\n" }
        return ["x.csv": "date" + row("A") + parts($0) { "\(day($0))" + row("1") }]
      },
    ]
    + ["1h ", "1", ".5", ",111", " 111", "é", "-", "1/"].map { text in
      LongFile(.csv, "cells of \(text)") {
        let cell = parts($0 / 3) { _ in text }
        return [
          "x.csv":
            "date\thabit\tvalue\n2020-01-01\t\(cell)\t1\n2020-01-02\tA\t1\(cell)\n\(cell)\tA\t1\n"
        ]
      }
    }

  private static let loop = "Position,Name,Question,Description,NumRepetitions,Interval,Color\n"

  private static let programs = [
    LongFile(.habitbull, "days") {
      let header = "HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n"
      return ["x.csv": header + parts($0) { "A,d,c,\(day($0)),1,\n" }]
    },
    LongFile(.streaks, "days") {
      let header = "task_id,title,entry_type,entry_date,quantity,notes\n"
      return ["x.csv": header + parts($0) { "a,A,completed_manually,\(day($0)),1,n\n" }]
    },
    LongFile(.habitica, "days of a history") {
      let header = "Task Name,Task ID,Task Type,Date,Value\n"
      return ["x.csv": header + parts($0) { "A,a,daily,\(day($0)) 10:00:00,\($0)\n" }]
    },
    LongFile(.loopCSV, "days") {
      ["Checkmarks.csv": "Date,A,B,\n" + parts($0) { row($0, "2,Entry(timestamp=x, value=0),") }]
    },
    LongFile(.loopCSV, "folders") { bytes in
      let count = min(bytes / 40, 5_000)
      var files = ["Habits.csv": loop + parts(bytes, most: 990) { "\($0),H\($0),,,1,1,#FF8F00\n" }]
      for number in 0..<count { files["\(number) H/Checkmarks.csv"] = row(number, "2") }
      return files
    },
    LongFile(.loopCSV, "names with commas") {
      let names = (0..<480).map { "A,\($0)" }
      let habits = names.enumerated().map { "\($0),\"\($1)\",,,1,1,#FF8F00\n" }
      let header = "Date," + names.joined(separator: ",") + ",\n"
      let table = parts($0) { "\(day($0))" + String(repeating: ",2", count: 480) + ",\n" }
      return ["Habits.csv": loop + habits.joined(), "Checkmarks.csv": header + table]
    },
  ]
}

// MARK: JSON

extension LongFile {
  private static func list(_ bytes: Int, most: Int = .max, _ element: (Int) -> String) -> String {
    "[" + parts(bytes, ",", most: most, element) + "]"
  }

  private static let objects = [
    LongFile(.habitkit, "intervals, reminders and completions of a day") { bytes in
      let intervals = list(bytes / 4) {
        #"{"habitId":"h","startDate":"\#(day($0))","type":"day","requiredNumberOfCompletionsPerDay":\#($0 % 2 + 1)}"#
      }
      let completions = list(bytes / 4) {
        #"{"id":"\#($0)","habitId":"h","date":"2020-01-01T10:00:00Z","note":"n\#($0)"}"#
      }
      let reminders = list(bytes / 4) {
        #"{"habitId":"h","hour":\#($0 % 24),"minute":\#($0 % 60)}"#
      }
      let mappings = list(bytes / 4) { _ in #"{"habitId":"h","categoryId":"c"}"# }
      return [
        "x.json": #"""
        {"habits":[{"id":"h","name":"A"}],"intervals":\#(intervals),"completions":\#(completions),
        "reminders":\#(reminders),"categoryMappings":\#(mappings),"categories":[{"id":"c","name":"C"}]}
        """#
      ]
    },
    LongFile(.habitkit, "habits") { bytes in
      let habits = list(bytes / 2, most: 990) { #"{"id":"h\#($0)","name":"A"}"# }
      let completions = list(bytes / 2) {
        #"{"habitId":"h\#($0 % 990)","date":"\#(day($0))T10:00:00Z"}"#
      }
      return ["x.json": #"{"habits":\#(habits),"intervals":[],"completions":\#(completions)}"#]
    },
    LongFile(.beaverhabits, "tags and days") { bytes in
      let tags = list(bytes / 2) { "\"t\($0)\"" }
      let records = list(bytes / 2) {
        "{\"day\":\"\(day($0))\",\"done\":true,\"text\":\"n\\n#skip #a\"}"
      }
      return [
        "x.json": #"{"habits":[{"id":"a","name":"A","tags":\#(tags),"records":\#(records)}]}"#
      ]
    },
    LongFile(.beaverhabits, "an order") { bytes in
      let order = list(bytes / 2) { "\"\($0)\"" }
      let habits = list(bytes / 2, most: 990) {
        "{\"id\":\"\($0)\",\"name\":\"A\",\"records\":[{\"day\":\"\(day($0))\",\"done\":true}]}"
      }
      return ["x.json": #"{"data":{"order":\#(order),"habits":\#(habits)}}"#]
    },
    LongFile(.mhabit, "groups, days and a frequency") { bytes in
      let groups = list(bytes / 3) { "{\"uuid\":\"\($0)\",\"name\":\"G\"}" }
      let records = list(bytes / 3) {
        "{\"record_date\":\($0 % 20_000),\"record_type\":1,\"record_value\":1}"
      }
      let custom = list(bytes / 3) { _ in "1" }
      return [
        "x.json":
          #"{"habits":[{"name":"A","freq_custom":"\#(custom)","records":\#(records)}],"groups":\#(groups)}"#
      ]
    },
    LongFile(.dijo, "days and habits") { bytes in
      let days = parts(bytes / 2, ",", most: 13_000) {
        "\"\(day($0))\":{\"value\":\($0),\"precision\":2}"
      }
      let habits = parts(bytes / 2, ",", most: 980) {
        "{\"type\":\"Bit\",\"name\":\"B\",\"stats\":{\"\(day($0))\":true}}"
      }
      return ["x.json": #"[{"type":"Float","name":"A","stats":{\#(days)}},\#(habits)]"#]
    },
    LongFile(.habitica, "a history and tags") { bytes in
      let tags = list(bytes / 3) { "{\"id\":\"t\($0)\",\"name\":\"T\"}" }
      let own = list(bytes / 3) { "\"t\($0)\"" }
      let history = list(bytes / 3) {
        "{\"date\":\(1_500_000_000_000 + $0 * 3_600_000),\"value\":\($0)}"
      }
      return [
        "x.json": #"""
        {"tasks":{"habits":[{"text":"A","tags":\#(own),"history":\#(history)}],"dailys":[]},"tags":\#(tags)}
        """#
      ]
    },
    LongFile(.json, "habits") { bytes in
      let habits = parts(bytes, ",", most: 990) {
        #""a\#($0)":{"habit":{"name":"A\#($0)","start":"\#(day($0))"},"years":{}}"#
      }
      return ["x.json": #"{"format":1,"habits":{\#(habits)}}"#]
    },
  ]
}

// MARK: Lines

extension LongFile {
  private static let lines =
    [
      LongFile(.harsh, "days of a habit") {
        ["habits": "A: 1\n", "log": parts($0) { "\(day($0)) : A : y : c : \($0 % 7)\n" }]
      },
      LongFile(.harsh, "habits that only the log has") {
        ["habits": "A: 1\n", "log": parts($0) { "\(day($0 % 300)) : H\($0 % 900) : y :  : \n" }]
      },
      LongFile(.habitctl, "habits") {
        let habits = (0..<900).map { "1 H\($0)\n" }.joined()
        return ["habits": habits, "log": parts($0) { "\(day($0 % 300))\tH\($0 % 990)\ty\n" }]
      },
    ]
    + [" : ", " ", ":", "\t"].map { text in
      LongFile(.harsh, "a line of \"\(text)\"") {
        ["habits": "A: 1\n", "log": "2020-01-01 : A : y : " + parts($0) { _ in text } + "\n"]
      }
    }

  private static let org = """
      SCHEDULED: <2020-01-01 Wed .+1d>
      :STYLE: habit
      - State "DONE" [2020-01-01 Wed]

    """

  private static let orgs =
    [
      LongFile(.orgHabit, "closings") {
        ["x.org": "* A\n" + org + parts($0) { "  - State \"DONE\" [\(day($0))] \\\\\n    note\n" }]
      },
      LongFile(.orgHabit, "closings in notes") {
        [
          "x.org": "* A\n" + org
            + parts($0) {
              String(repeating: " ", count: $0 % 40) + "- State \"DONE\" [\(day($0))] \\\\\n"
            }
        ]
      },
      LongFile(.orgHabit, "headings below tags") {
        let tags = parts($0 / 2) { "t\($0):" }
        return ["x.org": "* A :\(tags)\n" + parts($0 / 2) { "** B\($0)\n" } + org]
      },
      LongFile(.orgHabit, "habits below tags") {
        let tags = parts($0 / 16) { "t\($0):" }
        return ["x.org": "* A :\(tags)\n" + parts($0 / 2, most: 500) { "** B\($0)\n" + org }]
      },
      LongFile(.orgHabit, "levels") {
        ["x.org": parts($0) { String(repeating: "*", count: $0 + 1) + " A :t:\n" } + org]
      },
      LongFile(.orgHabit, "keywords") {
        [
          "x.org": parts($0) { "#+FILETAGS: :a\($0):\n#+SEQ_\("TO" + "DO"): A\($0)\n" } + "* A\n"
            + org
        ]
      },
    ]
    + ["[[", "[[a][b]] ]]", "[1/2] ", ":"].map { text in
      LongFile(.orgHabit, "a heading of \(text)") {
        ["x.org": "* A " + parts($0) { _ in text } + "\n" + org]
      }
    }
}

// MARK: Notes of Obsidian

extension LongFile {
  private static func note(_ properties: String) -> [String: String] {
    ["A.md": "---\n\(properties)\n---\n"]
  }

  private static let notes =
    [
      LongFile(.obsidian21, "days in lines") {
        note("entries:\n" + parts($0) { "  - \(day($0))\n" })
      },
      LongFile(.obsidian21, "days in brackets") {
        note("entries: [" + parts($0, ", ") { "\(day($0))" } + "]")
      },
      LongFile(.obsidian21, "properties of others") {
        note("entries: [2020-01-01]\n" + parts($0) { "k\($0): {a: b}\n" })
      },
      LongFile(.obsidianHabits, "records and comments") {
        let records = parts($0 / 2, most: 13_000) { "  \(day($0)): true\n" }
        let comments = parts($0 / 2, most: 13_000) { "  \(day($0)): 'a''b'\n" }
        return note("type: binary\nrecords:\n\(records)comments:\n\(comments)")
      },
      LongFile(.obsidianHabits, "pauses") {
        note(
          "type: binary\nrecords: {2020-01-01: true}\npauses:\n"
            + parts($0) { "  - start: \(day(3 * $0))\n    end: \(day(3 * $0))\n" }
        )
      },
      LongFile(.obsidianHabits, "brackets", isRefused: true) {
        note("type: binary\nrecords: " + parts($0) { _ in "[" })
      },
      LongFile(.obsidianHabits, "braces", isRefused: true) {
        note("type: binary\nrecords: {" + parts($0) { _ in "a: {" })
      },
    ]
    + [":", "#", "a:b", " #", "\\"].map { text in
      LongFile(.obsidian21, "a title of \(text)") {
        note("entries: [2020-01-01]\ntitle: a" + parts($0) { _ in text })
      }
    }
}
