import Foundation
import HabitCore
import HabitScore
import Testing
import TestSupport

/// The manual is whole, sound, and says what the program does.
@Suite struct ManualTests {
  /// A command as the parser describes it.
  struct Command {
    let name: String
    let options: Set<String>
  }

  static let common: Set<String> = [
    "repo", "user", "color", "json", "trace", "version", "help", "h",
  ]

  private func dump() throws -> [Command] {
    let machine = try Machine()
    let json = try machine.habit("--experimental-dump-help").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let root = try #require(object?["command"] as? [String: Any])
    return [command(root)] + (root["subcommands"] as? [[String: Any]] ?? []).map(command)
  }

  private func command(_ json: [String: Any]) -> Command {
    let arguments = json["arguments"] as? [[String: Any]] ?? []
    let names = arguments.flatMap { $0["names"] as? [[String: Any]] ?? [] }
    return Command(
      name: json["commandName"] as? String ?? "",
      options: Set(names.compactMap { $0["name"] as? String })
    )
  }

  /// The options that a page gives an `.It Fl`.
  private func options(_ page: Document) -> Set<String> {
    var options: Set<String> = []
    for line in page.lines where line.hasPrefix(".It Fl ") {
      for part in line.dropFirst(4).split(separator: " , ") {
        let words = part.split(separator: " ")
        guard words.count > 1, words[0] == "Fl" else { continue }
        options.insert(String(words[1]).replacing("\\-", with: ""))
      }
    }
    return options
  }

  @Test func `every command has a page with its options, and the reverse`() throws {
    let pages = try Document.pages()
    let commands = try dump()
    #expect(commands.count > 10)
    for command in commands {
      let isRoot = command.name == "habit"
      let name = isRoot ? "habit" : "habit-" + command.name
      let page = try #require(
        pages.first { $0.name == name && $0.path.hasSuffix(".1") },
        "no page for \(command.name)"
      )
      // add takes --color for two things; its page says so.
      let documented = options(page).subtracting(isRoot || name != "habit-add" ? [] : ["color"])
      let expected = isRoot ? Self.common : command.options.subtracting(Self.common)
      #expect(
        documented.map { $0.replacing("\\", with: "") }.sorted() == expected.sorted(),
        "\(name)"
      )
    }
    let known = Set(commands.map { $0.name == "habit" ? "habit" : "habit-" + $0.name })
    for page in pages where page.path.hasSuffix(".1") { #expect(known.contains(page.name)) }
  }

  @Test func `every page is reachable and every reference has its page`() throws {
    let pages = try Document.pages()
    let names = Set(pages.map { String($0.path.dropFirst(4)) })
    var references: [String: Set<String>] = [:]
    for page in pages {
      let found = page.lines.flatMap { line -> [String] in
        let words = line.split(separator: " ").map(String.init)
        return words.indices.filter { words[$0].hasSuffix("Xr") && $0 + 2 < words.count }
          .map { "\(words[$0 + 1]).\(words[$0 + 2])" }
      }
      references[String(page.path.dropFirst(4))] = Set(found)
      for reference in found where reference.hasPrefix("habit") {
        #expect(names.contains(reference), "\(page.path) refers to \(reference)")
      }
    }
    #expect(names.subtracting(references["habit.1"] ?? []) == ["habit.1"])
  }

  @Test(arguments: try Document.pages().map(\.path))
  func `mandoc and groff have nothing to say`(path: String) throws {
    let machine = try Machine()
    let file = Built.package(path).path
    let lint = try machine.shell("mandoc -Tlint -Wall '\(file)'; true")
    let said = lint.text.split(separator: "\n").filter {
      !$0.contains("referenced manual not found") && !$0.contains("mandoc.db")
    }
    #expect(said == [])
    #expect(try machine.shell("groff -Kutf8 -ww -z -t -mdoc -Tutf8 '\(file)'").text == "")
  }

  @Test func `the statuses of habit(1) are those of the program`() throws {
    let page = try Document("Man/habit.1")
    let statuses = page.lines.compactMap { line in
      line.hasPrefix(".It ") ? Int(line.dropFirst(4)) : nil
    }
    #expect(statuses == [0, 64, 65, 66, 69, 73, 74, 75, 77, 78])
  }

  @Test func `the numbers of habit-xp(7) are the rules`() throws {
    let text = try Document("Man/habit-xp.7").text.replacing("\n", with: " ")
    #expect(text.contains(" \(Rules.completeDay) XP."))
    #expect(text.contains("Level L begins at \(Rules.levelBase) (L"))
    let milestones = Rules.milestones.map(String.init)
    let list = milestones.dropLast().joined(separator: ", ") + " and \(milestones.last ?? "")"
    #expect(text.contains("Streaks of \(list), and then every multiple of "
      + "\(Rules.milestoneInterval),"))
  }

  @Test func `habit-add(1) and habit-format(5) know every form of a schedule`() throws {
    let text = try Document("Man/habit-add.1").text.replacing("\n", with: " ")
    for form in Schedule.forms { #expect(text.contains(form), "\(form)") }
  }
}
