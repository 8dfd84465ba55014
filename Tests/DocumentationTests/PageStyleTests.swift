import Foundation
import TestSupport
import Testing

/// How the manual is written; each check can fail.
@Suite struct PageStyleTests {
  @Test func `sections are complete and in order, and examples fit a terminal`() throws {
    let pages = try Page.files(of: Project.root).map(Page.init)
    #expect(pages.count > 30)
    for problem in pages.flatMap(\.styleProblems) { Issue.record(Comment(rawValue: problem)) }
  }

  @Test func `no sentence is said twice`() throws {
    let pages = try Page.files(of: Project.root).map(Page.init)
    #expect(pages.flatMap(\.sentences).count > 1_000)
    for problem in repetitions(in: pages) { Issue.record(Comment(rawValue: problem)) }
  }

  @Test func `a missing section is found`() throws {
    let found = try page(order.filter { $0 != "EXAMPLES" }).styleProblems
    #expect(found == ["habit-log.1: has no section EXAMPLES"])
    #expect(try page(order).styleProblems == [])
  }

  @Test(arguments: [
    (3, "FILES", "DESCRIPTION stands behind FILES"), (3, "NAME", "NAME stands behind SYNOPSIS"),
    (7, "SECURITY CONSIDERATIONS", "SEE ALSO stands behind SECURITY CONSIDERATIONS"),
  ]) func `a section out of order is found`(index: Int, name: String, problem: String) throws {
    var sections = order
    sections.insert(name, at: index - 1)
    #expect(try page(sections).styleProblems.contains("habit-log.1: \(problem)"))
    #expect(try page(order + ["TABLES OF ITS OWN"]).styleProblems == [])
  }

  @Test func `an example that is too wide is found`() throws {
    func example(_ count: Int) throws -> [String] {
      let line = String(repeating: "x", count: count)
      return try page(order, [".Bd -literal", "$ cat x", line, ".Ed"]).styleProblems
    }
    #expect(try example(78) == [])
    #expect(try example(79).map { $0.contains("an example of 79 columns") } == [true])
  }

  @Test func `a sentence that is said twice is found, in one page and in two`() throws {
    let long = ["The last day of the", ".Ar range ,", "today without it, ends the list."]
    let short = [".It yes", "Never ask for any leave again."]
    let once = try page(order, long + short)
    let other = try page(order, [".Nm"] + long, name: "habit-set.1")
    #expect(repetitions(in: [once]) == [])
    #expect(
      try repetitions(in: [once, page(order, long + short, name: "habit-set.1")]) == [
        "habit-log.1, habit-set.1: said twice: "
          + "The last day of the range today without it, ends the list."
      ]
    )
    #expect(repetitions(in: [once, other]) == [])
    #expect(
      try repetitions(in: [page(order, short + short)]) == [
        "habit-log.1: said twice: Never ask for any leave again."
      ]
    )
    let abstract = [".It Fl \\-yes", "Never ask for any leave again."]
    #expect(try repetitions(in: [page(order, abstract + abstract)]) == [])
    let literal = [".Bd -literal"] + long + [".Ed"]
    #expect(try repetitions(in: [page(order, literal + literal)]) == [])
  }

  private let order = [
    "NAME", "SYNOPSIS", "DESCRIPTION", "OUTPUT", "EXIT STATUS", "EXAMPLES", "SEE ALSO",
  ]

  /// A page with these sections, and lines at the end of its examples.
  private func page(
    _ sections: [String],
    _ lines: [String] = [],
    name: String = "habit-log.1"
  ) throws -> Page {
    let folder = try TemporaryFolder()
    let text = sections.flatMap { [".Sh \($0)"] + ($0 == "EXAMPLES" ? lines : []) }
    try folder.write(text.joined(separator: "\n") + "\n", to: name)
    return try Page(file: folder.url.appending(path: name))
  }
}
