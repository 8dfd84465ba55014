import Foundation
import TestSupport
import Testing

/// What every command prints, whole: the files in Sessions.
@Suite(.ownThreads) struct TranscriptTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Sessions")
  private static let names = Project.files(in: folder, extensions: ["session"])
    .map { Project.path(of: $0, from: folder) }

  @Test(arguments: names) func `a session answers as shown`(name: String) throws {
    try expectSession(at: Self.folder.appending(path: name))
  }

  @Test func `every command stands in a session`() throws {
    let dump = try Machine().habit("--experimental-dump-help").output
    let program = try JSONDecoder().decode(Program.self, from: Data(dump.utf8))
    let typed = try Self.names.flatMap { name in
      try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        .split(separator: "\n").filter { $0.contains("$ ") || $0.hasPrefix("> ") }
    }
    let commands = program.command.leaves
    #expect(commands.count > 40)
    for line in commands.map({ "habit \($0)" }) {
      #expect(typed.contains { $0.contains(line + " ") || $0.hasSuffix(line) }, "\(line)")
    }
  }

  private struct Program: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let shouldDisplay: Bool?
    let subcommands: [Command]?

    /// The commands that are shown and have no subcommands, by the words that are typed for them.
    var leaves: [String] {
      let shown = (subcommands ?? []).filter { $0.shouldDisplay != false }
      return shown.flatMap { command in
        let leaves = command.leaves
        let name = command.commandName
        return leaves.isEmpty ? [name] : leaves.map { "\(name) \($0)" }
      }
    }
  }

  @Test func `no message has the words of the parser of the command line`() throws {
    #expect(Self.names.count > 10)
    for name in Self.names {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("habit: ") {
        for words in ["Usage:", "Please provide", "missing expected", "unexpected argument"] {
          #expect(!line.contains(words), "\(name): \(line)")
        }
      }
    }
  }
}
