import Foundation
import Posix
import TestSupport
import Testing

/// The test program stands where the program does in a checkout.
@Suite struct ManualTests {
  private let manual = Manual(.still())

  @Test func `the pages of a checkout are found by name, whatever their section`() {
    let folder = Project.root.appending(path: "Man").path
    #expect(manual.page(named: "habit") == folder + "/habit.1")
    #expect(manual.page(named: "habit-format") == folder + "/habit-format.5")
    #expect(manual.page(named: "habit-guarantees") == folder + "/habit-guarantees.7")
    #expect(manual.page(named: "habit-tutorial") == folder + "/habit-tutorial.1")
    #expect(manual.page(named: "habit-xp") == folder + "/habit-xp.1")
    #expect(manual.page(named: "habit-xp.7") == folder + "/habit-xp.7")
    #expect(manual.page(named: "habit-none") == nil)
    #expect(manual.page(named: "habit.tmac") == nil)
  }

  @Test func `the names of all pages are listed in order, without sections`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Project.root.appending(path: "Man").path
    )
    let pages = files.filter { $0 != "habit.tmac" }.map { String($0.dropLast(2)) }
    #expect(manual.names == Set(pages).sorted())
    #expect(manual.names.contains("habit-tutorial"))
  }

  @Test(arguments: [
    ("man", "-l page"), ("mandoc", "-a page"),
  ])
  func `a page is shown by the first program that can`(name: String, said: String) throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("#!/bin/sh\necho \"$0 $*\" >>\"$OUT\"; exit 3\n", to: name)
    let path = folder.url.path
    let world = World.still(["OUT": path + "/said", "PATH": path])
    #expect(try Manual(world).show("page", columns: 80))
    #expect(try folder.read("said") == "\(path)/\(name) \(said)\n")
  }

  @Test func `without a program that shows pages, an error says so`() throws {
    let path = try TemporaryFolder().url.path
    #expect(try !Manual(.still(["PATH": path])).show("page", columns: 80))
  }
}
