import Foundation
import TestSupport
import Testing

/// Names, folders and errors of the modules, as a newcomer should find them.
@Suite struct HouseTests {
  /// Types of pure modules that still share their name with another one's.
  private static let sharedNames: Set = ["Facts", "Name", "Pipe", "Value"]

  @Test func `no two modules declare a type of the same name`() throws {
    var modules: [String: Set<String>] = [:]
    for file in try SourceFile.all(of: Project.root) {
      for name in file.typeNames { modules[name, default: []].insert(file.module) }
    }
    #expect(modules.count > 200)
    let shared = modules.filter { $0.value.count > 1 && !HouseTests.sharedNames.contains($0.key) }
    #expect(shared.keys.sorted() == [])
  }

  @Test func `no folder has more files than one looks through`() throws {
    let files = try SourceFile.all(of: Project.root).map(\.path)
    let folders = Dictionary(grouping: files) { path in
      path.split(separator: "/").dropLast().joined(separator: "/")
    }
    #expect(folders.count > 20)
    for (folder, files) in folders {
      #expect(files.count <= 22, "\(folder)")
    }
  }

  @Test func `an error that nobody foresaw is reported, and traps nowhere`() throws {
    let modules: Set = ["HabitStore", "HabitSync", "HabitApp", "HabitCLI"]
    let files = try SourceFile.all(of: Project.root).filter { modules.contains($0.module) }
    #expect(files.count > 100)
    let traps = files.flatMap { file in
      file.matches(of: #/catch \{\s*preconditionFailure\(/#).map { "\(file.path): \($0)" }
    }
    #expect(traps == [])
  }

  @Test func `one file lists what habit keeps beside git's own files`() throws {
    let modules: Set = ["HabitStore", "HabitSync", "HabitApp", "HabitCLI"]
    let others = try SourceFile.all(of: Project.root)
      .filter { modules.contains($0.module) && !$0.path.hasSuffix("/CloneFile.swift") }
      .filter { !$0.matches(of: #/"(?:\.git/)?habit(?:/|-sync\.lock|\.lock)/#).isEmpty }
      .map(\.path)
    #expect(others == [])
  }

  @Test func `the program's Swift sees no structure of an operating system`() throws {
    let structure =
      #/\b(?:stat|dirent|pollfd|rusage|sigaction|siginfo_t|sigset_t|termios|timespec|tm|winsize)\(\)|\.(?:si|st|tm|tv|ws)_[a-z]+/#
    let found = try SourceFile.all(of: Project.root)
      .filter { $0.module != "habit-fuzz" }
      .flatMap { file in file.matches(of: structure).map { "\(file.path): \($0)" } }
    #expect(found == [])
  }

  @Test func `use cases print nothing and ask nobody`() throws {
    let banned = try SourceFile.all(of: Project.root)
      .filter { $0.module == "HabitApp" }
      .flatMap { file in
        file.matches(of: #/\bprint\(|world\.(?:write|readLine|readKey|writeBytes)/#)
          .map { "\(file.path): \($0)" }
      }
    #expect(banned == [])
  }

  @Test func `what is printed depends on no clock, file or terminal`() throws {
    let pure =
      #/HabitCLI/(?:Messages|Output|Schema|Text)/|(?:Text|\+Words|Row|Chart|Graph)\.swift$/#
    // A screen stands in the file of its command.
    let screen = #/^(?:struct|extension) \w*Screen\b/#.anchorsMatchLineEndings()
    let effect =
      #/\b(?:print\(|World\b|Disk\(|Session\b|Application\b|CommandContext\b|\w*Clock\b)/#
    let parts = try SourceFile.all(of: Project.root).filter { $0.module == "HabitCLI" }
      .flatMap { file in
        file.declarations.filter { file.path.contains(pure) || $0.contains(screen) }
          .map { (file.path, $0) }
      }
    #expect(parts.count > 100)
    let found = parts.flatMap { path, text in
      text.matches(of: effect).map { "\(path): \($0.output)" }
    }
    #expect(found == [])
  }

  @Test func `commands leave files and repositories to use cases`() throws {
    // A shell and a web server are started with files of their own.
    let others = #/(?:Tutorial|CGI|Web)Command|ServerFiles/#
    let files = try SourceFile.all(of: Project.root)
      .filter { $0.module == "HabitCLI" && !$0.path.contains(others) }
    #expect(files.count > 80)
    let found = files.flatMap { file in
      file.matches(of: #/\b(?:Disk|FileLock|FileMerge|Location|Store|Upkeep)\(/#)
        .map { "\(file.path): \($0)" }
    }
    #expect(found == [])
  }

  @Test func `no two tests have one name`() throws {
    let tests = Project.root.appending(path: "Tests")
    let names = try Project.files(in: tests, extensions: ["swift"]).flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: #/func `([^`]+)`\(/#).map(\.1)
    }
    #expect(names.count > 1_500)
    #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test(arguments: [
    ("struct A {}\n  struct B {}", ["A"]), ("public indirect enum A: B {", ["A"]),
    ("@safe public final class A<B> {", ["A"]), ("extension A {}\nlet a = 1", []),
    ("private protocol A: B {", []), ("fileprivate struct A {", []),
  ]) func `the types that a module declares are found`(text: String, names: [String]) throws {
    let project = try TemporaryFolder()
    try project.write(text, to: "Sources/A/B.swift")
    #expect(try SourceFile.all(of: project.url).flatMap(\.typeNames) == names)
  }
}
