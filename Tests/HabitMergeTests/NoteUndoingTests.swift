import HabitCore
import HabitFiles
import HabitMerge
import TestSupport
import Testing

/// A note of a day to which two devices add lines, of which one takes its own back.
@Suite struct NoteUndoingTests {
  /// One device: its file, and what its commands made of it.
  private struct Writer {
    let name: String
    var file = Array("{}\n".utf8)
    var commands: [FileChange] = []

    /// The texts of the note.
    func texts() throws -> [String] {
      try document().record(on: NoteUndoingTests.day()).notes
    }

    /// The lines of the note.
    func lines() throws -> Set<String> {
      Set(try texts().flatMap { $0.split(separator: "\n") }.map(String.init))
    }

    mutating func add(_ line: String) throws {
      let day = try NoteUndoingTests.day()
      let document = try document()
      let record = try document.record(on: day).noting(line)
      let after = try document.replacing(on: day, with: record).text
      commands.append(FileChange(of: try NoteUndoingTests.layout(), from: file, to: after))
      file = after
    }

    mutating func undo() throws {
      guard let command = commands.popLast() else { return }
      let stamp = try #require(Stamp("2026-03-06T10:15:00Z \(name)"))
      file = try FileMerge.ofYear().undoing(command, in: file, stamp: stamp).bytes
    }

    private func document() throws -> YearDocument {
      try YearDocument(.guest, Files.habitID(), year: 2026, bytes: file, taken: nil)
    }
  }

  private static func day() throws -> Day { try #require(Day("2026-03-05")) }

  private static func layout() throws -> Layout { .year(.guest, try Files.habitID(), 2026) }

  @Test func `every line of the one device goes, every line of the other stays`() async throws {
    try await sampling(rounds(2_000)) { generator in
      var writers = [Writer(name: "a"), Writer(name: "b")]
      var base = writers[0].file
      func meet() throws {
        let merged = try FileMerge.ofYear()
          .merging(writers[0].file, writers[1].file, since: [base])
        base = merged.bytes
        for place in 0...1 { writers[place].file = base }
      }
      for number in 0..<generator.number(in: 1...12) {
        let place = generator.number(in: 0...1)
        switch generator.number(in: 1...6) {
        case 1...3: try writers[place].add("\(writers[place].name)\(number)")
        case 4:
          // A text that the other wrote below this one meanwhile would bring its lines back.
          try meet()
          try writers[0].undo()
          try meet()
        default: try meet()
        }
      }
      try meet()
      let others = try writers[1].lines().filter { $0.hasPrefix("b") }
      while !writers[0].commands.isEmpty {
        try writers[0].undo()
        if generator.chance(oneIn: 4) { try meet() }
      }
      try meet()
      let left = try writers[1].lines()
      #expect(left == others)
    }
  }
}
