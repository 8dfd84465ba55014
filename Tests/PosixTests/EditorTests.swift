import Foundation
import Posix
import TestSupport
import Testing

@Suite struct EditorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    arguments: [
      ([:], "vi"), (["EDITOR": "nano"], "nano"), (["VISUAL": "emacs"], "emacs"),
      (["EDITOR": "nano", "VISUAL": "code --wait"], "code --wait"),
      (["EDITOR": "nano", "VISUAL": ""], "nano"), (["EDITOR": "", "VISUAL": ""], "vi"),
    ] as [([String: String], String)]
  )
  func `VISUAL is asked before EDITOR, and then it is vi`(
    environment: [String: String],
    name: String
  ) {
    #expect(Editor(.still(environment)).name == name)
  }

  /// What a program in the place of the editor is given, one argument a line.
  private func arguments(of command: String, line: Int?) throws -> String {
    let program = command.split(separator: " ").first ?? ""
    try folder.writeProgram("#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$OUT\"\n", to: String(program))
    let world = World.still([
      "VISUAL": "\(folder.url.path)/\(command)", "OUT": "\(folder.url.path)/said",
      "PATH": "/usr/bin:/bin",
    ])
    #expect(try Editor(world).open("/a b/$x.json", atLine: line) == 0)
    return try folder.read("said")
  }

  @Test(
    arguments: [
      ("vi", 7, "+7\n"), ("vi", nil, ""), ("nvim", 1, "+1\n"), ("emacs -nw", 12, "-nw\n+12\n"),
      ("code --wait", 7, "--wait\n"), ("vi2", 7, ""),
    ] as [(String, Int?, String)]
  )
  func `a line is given to an editor that takes one, behind its own arguments`(
    command: String,
    line: Int?,
    before: String
  ) throws {
    #expect(try arguments(of: command, line: line) == before + "/a b/$x.json\n")
  }

  @Test func `the editor's exit status is reported`() throws {
    let environment = ["PATH": "/usr/bin:/bin"]
    for (command, status) in [
      ("true", 0), ("false", 1), ("sh -c 'exit 3'", 3), ("habit-no-such-editor 2>/dev/null", 127),
    ] as [(String, Int32)] {
      let world = World.still(environment.merging(["EDITOR": command]) { $1 })
      #expect(try Editor(world).open("x", atLine: nil) == status, "\(command)")
    }
  }
}
