import Foundation
import TestSupport
import Testing

@Suite struct ExamplesTests {
  @Test(arguments: Document.all(of: Project.root))
  func `examples answer as shown`(document: Document) throws {
    for problem in try document.problems() {
      Issue.record("\(document): \(problem)")
    }
  }

  @Test func `the examples of README.md answer as shown at four at night`() throws {
    let readme = Document(file: Project.root.appending(path: "README.md"))
    #expect(try readme.problems(at: "2026-03-01T04:00:00") == [])
  }

  @Test func `the picture of README.md shows what the program answers`() throws {
    let script = Project.root.appending(path: ".ci/picture").path
    let machine = try Machine()
    let drawn = try machine.process([script, Build.folder.path]).run()
    let picture = Project.root.appending(path: "Examples/habit.svg")
    let isSame = try drawn.output == String(contentsOf: picture, encoding: .utf8)
    #expect(isSame, ".ci/picture .build/debug >Examples/habit.svg\n\(drawn.errors)")
  }

  @Test(arguments: [("year", "   0   0   3  52"), ("phone", "   0   0   1 134")])
  func `a picture of the web in README.md can be made again, of the same size`(
    name: String,
    width: String
  ) throws {
    let picture = Project.root.appending(path: "Examples/\(name).png").path
    let script = Project.root.appending(path: ".ci/picture").path
    let machine = try Machine()
    // The width and the height in pixels, as PNG has them.
    let size = "od -An -tu1 -j16 -N8"
    try machine.shell("\(script) \(Build.folder.path) \(name) >made.png")
    let sizes = try machine.shell("\(size) made.png; \(size) \(picture)").output
      .split(separator: "\n")
    // One height, so that they stand in a row.
    #expect(sizes == ["\(width)   0   0   2 188", "\(width)   0   0   2 188"])
  }
}
