import Foundation
import TestSupport
import Testing

@Suite struct GoldenTests {
  @Test func `an equal text passes`() {
    expectGolden("one\ntwo\n", "two-lines.txt")
  }

  @Test func `another text fails and shows the difference`() async throws {
    let messages = try await failures {
      expectGolden("one\n2\n", "two-lines.txt", environment: [:])
    }
    #expect(messages == ["two-lines.txt is otherwise:\n one\n-two\n+2\n "])
  }

  @Test func `a text that only looks equal fails`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("e\u{301}\n", to: "Golden/accent.txt")
    let test = folder.url.appending(path: "Test.swift").path
    let messages = try await failures {
      expectGolden("\u{e9}\n", "accent.txt", file: test, environment: [:])
    }
    #expect(messages == ["accent.txt is otherwise:\n-e\\u{301}\n+é\n "])
  }

  @Test func `recording writes the file, fails once, then passes`() async throws {
    let folder = try TemporaryFolder()
    let test = folder.url.appending(path: "Test.swift").path
    let missing = try await failures {
      expectGolden("new\n", "errors/a.txt", file: test, environment: [:])
    }
    #expect(missing == ["a.txt does not exist; HABIT_RECORD=1 writes it:\nnew\n"])
    let recording = ["HABIT_RECORD": "1"]
    let once = try await failures {
      expectGolden("new\n", "errors/a.txt", file: test, environment: recording)
    }
    #expect(once == ["a.txt was recorded: look at it, then run the tests again"])
    #expect(try folder.read("Golden/errors/a.txt") == "new\n")
    expectGolden("new\n", "errors/a.txt", file: test, environment: recording)
  }

  @Test func `nothing is recorded in continuous integration`() async throws {
    let folder = try TemporaryFolder()
    let test = folder.url.appending(path: "Test.swift").path
    let messages = try await failures {
      expectGolden("new\n", "a.txt", file: test, environment: ["HABIT_RECORD": "1", "CI": "true"])
    }
    #expect(messages.count == 1)
    #expect(!folder.exists("Golden/a.txt"))
  }
}

@Suite struct DifferenceTests {
  @Test func `equal texts have no difference`() {
    #expect(Difference(from: "a\nb\n", to: "a\nb\n").isEmpty)
    #expect(!Difference(from: "a\nb\n", to: "a\nb").isEmpty)
  }

  @Test func `only the surroundings of a change are shown`() {
    let old = (1...20).map(String.init)
    var new = old
    new[9] = "ten"
    let difference = Difference(
      from: old.joined(separator: "\n"),
      to: new.joined(separator: "\n")
    )
    #expect("\(difference)" == "…\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n…")
  }

  @Test func `changes apply to the old text`() async throws {
    try await sampling(500) { random in
      let old = random.list(of: 0...3) { $0.element(of: ["a", "b"]) }
      let new = random.list(of: 0...3) { $0.element(of: ["a", "b"]) }
      let lines =
        "\(Difference(from: old.joined(separator: "\n"), to: new.joined(separator: "\n")))"
        .split(separator: "\n").filter { $0 != "…" }
      guard old != new, !old.isEmpty, !new.isEmpty else { return }
      #expect(lines.filter { !$0.hasPrefix("+") }.map { $0.dropFirst() } == old.map { $0[...] })
      #expect(lines.filter { !$0.hasPrefix("-") }.map { $0.dropFirst() } == new.map { $0[...] })
    }
  }

  @Test func `invisible characters are written as escapes`() {
    #expect("\(Difference(from: "a\r", to: "a\u{200b}"))" == "-a\\u{d}\n+a\\u{200b}")
  }
}
