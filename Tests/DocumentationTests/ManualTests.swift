import Foundation
import TestSupport
import Testing

@Suite struct ManualTests {
  private static let isBuilt = FileManager.default.isExecutableFile(
    atPath: Build.folder.appending(path: "habit").path
  )

  @Test(arguments: Page.files(of: Project.root))
  func `mandoc -Tlint prints nothing`(file: URL) throws {
    let found = try Manual.lint(file)
    #expect(found == [])
  }

  @Test(.enabled(if: isBuilt, "this package has no program habit yet"))
  func `the manual is about this program`() throws {
    for problem in try Manual(of: Project.root).problems {
      Issue.record(Comment(rawValue: problem))
    }
  }
}
