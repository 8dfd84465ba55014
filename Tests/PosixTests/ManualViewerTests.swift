import Foundation
import Posix
import TestSupport
import Testing

@Suite struct ManualViewerTests {
  @Test(arguments: [("man", "-l /dev/stdin"), ("mandoc", "-a")])
  func `a page is shown by the first program that can`(name: String, said: String) throws {
    let folder = try TemporaryFolder()
    let script = "#!/bin/sh\nread page; echo \"$0 $*: $page\" >\"$OUT\"\n"
    try folder.writeProgram(script, to: name)
    let path = folder.url.path
    let world = World.still(["OUT": path + "/said", "PATH": path])
    #expect(try ManualViewer(world).show("the page\n"))
    #expect(try folder.read("said") == "\(path)/\(name) \(said): the page\n")
  }

  @Test func `where man cannot show a file, mandoc shows the page`() throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("#!/bin/sh\nexit 1\n", to: "man")
    try folder.writeProgram("#!/bin/sh\nread page; echo \"$page\" >\"$OUT\"\n", to: "mandoc")
    let path = folder.url.path
    #expect(try ManualViewer(.still(["OUT": path + "/said", "PATH": path])).show("the page\n"))
    #expect(try folder.read("said") == "the page\n")
  }

  @Test func `without a program that shows pages, nothing is shown`() throws {
    let path = try TemporaryFolder().url.path
    #expect(try !ManualViewer(.still(["PATH": path])).show("the page\n"))
  }
}
