import Foundation
import Git
import TestSupport
import Testing

@Suite struct Libgit2Tests {
  @Test func `the library is there, and loading it again is harmless`() throws {
    try Libgit2.load()
    try Libgit2.load(Libgit2.fileName)
    try Libgit2.load()
  }

  @Test func `a missing library is named, with its package`() throws {
    let error = #expect(throws: GitError.self) { try Libgit2.load("libgit2.so.0.0") }
    #expect(error?.kind == .libraryMissing)
    #expect(error?.message.contains("libgit2.so.0.0: cannot open shared object file") == true)
    #expect(error?.description.hasPrefix("cannot load \(Libgit2.package): ") == true)
    #expect(Libgit2.package.wholeMatch(of: #/libgit2-\d+\.\d+/#) != nil)
    try Libgit2.load()
  }

  @Test func `a library that is another one is refused`() throws {
    let error = #expect(throws: GitError.self) { try Libgit2.load("libm.so.6") }
    #expect(error?.message == "it is not libgit2")
  }

  @Test func `a libgit2 of another version is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "void git_libgit2_version(int *a, int *b, int *c) { *a = 1; *b = 99; *c = 7; }\n",
      to: "fake.c"
    )
    let compiler = HabitProcess(
      ["cc", "-shared", "-fPIC", "-o", "fake.so", "fake.c"],
      environment: ["PATH": "/usr/bin:/bin"],
      in: folder.url
    )
    try #require(try compiler.run().status == 0)
    let library = folder.url.appending(path: "fake.so").path
    let error = #expect(throws: GitError.self) { try Libgit2.load(library) }
    #expect(error?.kind == .libraryMissing)
    #expect(error?.message.hasPrefix("it is libgit2 1.99, and this program was built for") == true)
  }

  @Test func `the program does not link it`() throws {
    let linker = HabitProcess(
      ["ldd", Build.folder.appending(path: "habit").path],
      environment: ["PATH": "/usr/bin:/bin"],
      in: Build.folder
    )
    let libraries = try linker.run()
    #expect(libraries.status == 0)
    #expect(!libraries.output.contains("git2"))
  }

  @Test func `many threads may load it at once`() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 {
        group.addTask {
          do {
            try Libgit2.load(Libgit2.fileName)
            return true
          } catch {
            return false
          }
        }
      }
      for await isLoaded in group { #expect(isLoaded) }
    }
  }
}
