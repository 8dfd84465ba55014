import Foundation
import TestSupport

/// The manual as a whole, compared with the program.
struct Manual {
  /// Its pages, in the order of their names.
  let pages: [Page]
  /// What the program says of its commands.
  let program: CommandDescription
  /// The options that are the same in every command that has them; habit(1) alone need describe them.
  let common: Set<String>
  /// The exit statuses of the program.
  let exitStatuses: [Int]

  /// The manual of a project, and the program it is about.
  init(of project: URL, programs: URL = Build.folder) throws {
    let machine = try Machine(programs: programs)
    let dump = try machine.habit("--experimental-dump-help")
    guard dump.status == 0 else { throw DumpError(transcript: dump) }
    let tool = try JSONDecoder().decode(ToolDescription.self, from: Data(dump.output.utf8))
    pages = try Page.files(of: project).map(Page.init)
    program = tool.command
    common = [
      "--repo", "--user", "--color", "--json", "--trace", "-h", "--help", "--version", "--on",
      "--tag", "--yes", "--accept-deletions", "--from", "--to", "--week", "--month", "--year",
    ]
    exitStatuses = [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78]
  }

  /// Everything that is wrong.
  var problems: [String] {
    referenceProblems + commandProblems + optionProblems + abstractProblems + statusProblems
      + macroProblems
  }

  private func page(_ name: String) -> Page? {
    pages.first { $0.name == name || $0.titles.contains(name) }
  }
}

/// A program that does not tell its commands.
struct DumpError: Error, CustomStringConvertible {
  let transcript: Transcript
  var description: String { "habit --experimental-dump-help failed:\n\(transcript)" }
}

// MARK: References

extension Manual {
  /// References to no page, and pages that no way from habit(1) leads to.
  var referenceProblems: [String] {
    let names = Set(pages.flatMap { $0.titles + [$0.name] })
    let broken = pages.flatMap { page in
      page.references.subtracting(names).sorted().map { "\(page.name): refers to no page: \($0)" }
    }
    var reached: Set<String> = []
    var waiting = ["habit.1"]
    while let name = waiting.popLast() {
      guard let page = page(name), reached.insert(page.name).inserted else { continue }
      waiting += page.references
    }
    let lost = Set(pages.map(\.name)).subtracting(reached).sorted()
    return broken + lost.map { "\($0): cannot be reached from habit(1)" }
  }
}

// MARK: Commands and options

extension Manual {
  /// Commands without a page, and pages without a command.
  var commandProblems: [String] {
    let expected = Set(["habit.1"] + commands.map { "habit-\($0.name).1" })
    let actual = Set(pages.filter { $0.section == "1" }.flatMap { $0.titles + [$0.name] })
    return expected.subtracting(actual).sorted().map { "\($0): there is no such page" }
      + actual.subtracting(expected).sorted().map { "\($0): there is no such command" }
  }

  /// Options that are not described, and descriptions of options that do not exist.
  var optionProblems: [String] {
    // A page of several commands has the options of all of them.
    let options = commands.reduce(into: [String: Set<String>]()) { options, command in
      guard let page = page("habit-\(command.name).1") else { return }
      options[page.name, default: []].formUnion(command.allOptions)
    }
    let own = options.sorted { $0.key < $1.key }.flatMap { name, options in
      page(name).map { page in
        problems(
          of: page,
          mandatory: options.subtracting(common),
          allowed: options.union(common)
        )
      } ?? []
    }
    guard let top = page("habit.1") else { return own }
    let shared = commands.reduce(program.options) { $0.union($1.allOptions.intersection(common)) }
    return problems(of: top, mandatory: shared, allowed: shared) + own
  }

  /// Abstracts that are not the first sentence of the page: of an option below its item there or in
  /// habit(1), of a command behind its name there, unless others share the page, and in habit(1).
  var abstractProblems: [String] {
    guard let top = page("habit.1") else { return [] }
    let shared = program.abstracts.compactMap { option, abstract in
      problem(of: option, in: [top], abstract: abstract)
    }
    return [nameProblem(of: program, on: top)].compactMap(\.self) + shared
      + commands.flatMap { command in
        guard let page = page("habit-\(command.name).1") else { return [String]() }
        let listed = command.abstract.flatMap {
          problem(of: "habit-\(command.name)", in: [top], abstract: $0)
        }
        return [nameProblem(of: command, on: page), listed].compactMap(\.self)
          + problems(of: command, in: [page, top])
      }
  }

  private func nameProblem(of command: CommandDescription, on page: Page) -> String? {
    guard page.titles.count < 2, let abstract = command.abstract,
      page.abstract.map({ Page.words(of: $0.lowercased()) })
        != Page.words(of: abstract.lowercased())
    else { return nil }
    return "\(page.name): NAME is not \"\(abstract)\""
  }

  private func problems(of command: CommandDescription, in pages: [Page]) -> [String] {
    command.abstracts.compactMap { problem(of: $0, in: pages, abstract: $1) }
      + command.commands.flatMap { below in
        let own = below.abstract.flatMap { problem(of: below.name, in: pages, abstract: $0) }
        return [own].compactMap(\.self) + problems(of: below, in: pages)
      }
  }

  /// What is wrong with an abstract that none of the pages has below an item; nothing where no page
  /// has that item.
  private func problem(of item: String, in pages: [Page], abstract: String) -> String? {
    let sentences = pages.flatMap { $0.sentences(below: item) }
    let told = sentences.flatMap { elsewhere($0)?.sentences(below: item) ?? [$0] }
    guard !sentences.isEmpty, !told.contains(Page.words(of: abstract)) else { return nil }
    return "\(pages[0].name): \(item) does not begin \"\(abstract)\""
  }

  /// The page that an item refers to, as in "As in habit-add(1)", instead of saying the same.
  private func elsewhere(_ sentence: [String]) -> Page? {
    guard sentence.starts(with: ["As", "in"]), let section = sentence.last else { return nil }
    return page(sentence.dropFirst(2).dropLast().joined(separator: "-") + ".\(section)")
  }

  /// What habit(1) says of exit statuses, when it is not what the program does.
  var statusProblems: [String] {
    guard let top = page("habit.1"), top.exitStatuses != exitStatuses else { return [] }
    return ["habit.1: EXIT STATUS lists \(top.exitStatuses), not \(exitStatuses)"]
  }

  /// Words of a text that mdoc(7) takes for macros, and drops.
  var macroProblems: [String] {
    pages.flatMap { page in
      page.macrosByAccident.map { "\(page.name): a word is called as a macro: \($0)" }
    }
  }

  /// The commands; the parser tells of a help of its own behind the one that takes its place.
  private var commands: [CommandDescription] {
    var names: Set<String> = []
    return program.commands.filter { names.insert($0.name).inserted }
  }

  private func problems(
    of page: Page,
    mandatory: Set<String>,
    allowed: Set<String>
  ) -> [String] {
    mandatory.subtracting(page.options).sorted().map { "\(page.name): does not describe \($0)" }
      + page.options.subtracting(allowed).sorted().map { "\(page.name): there is no option \($0)" }
  }
}

// MARK: Lint

extension Manual {
  /// What mandoc says against a page.
  ///
  /// Whether a page of ours exists is looked up in the manual, not in the computer's database.
  static func lint(_ file: URL) throws -> [String] {
    let command = ["mandoc", "-Tlint", "-Wall", file.path]
    let machine = try Machine()
    let transcript = try machine.process(command).run()
    let noise = ["referenced manual not found", "outdated mandoc.db", "mandoc.db: "]
    let lines = (transcript.output + transcript.errors).split(separator: "\n").map(String.init)
      .filter { line in !noise.contains { line.contains($0) } }
    // Beyond 5 the page was not looked at, or mandoc is not there.
    return lines + ((transcript.status ?? 127) > 5 ? ["mandoc failed: \(transcript)"] : [])
  }
}
