import Foundation
import TestSupport
import Testing

/// Another program saves a file at any call of a command that puts another in its place, or removes it:
/// nothing that was saved is missing afterwards.
@Suite struct SaveTests {
  static let water = "guest/habits/drink-water/2026.json"
  static let copy = "guest/habits/drink-water/2026.sync-conflict-20260301-090000-ABCDEFG.json"

  /// What a sync has to do.
  enum Sync: CaseIterable {
    /// To move the branch to what came.
    case fastForward
    /// To merge what came with a log of its own.
    case merge
  }

  @Test(arguments: Sync.allCases, [false, true])
  func `a file saved at any call of a sync is merged`(sync: Sync, isReplaced: Bool) async throws {
    let (ada, bob) = (try Machine("ada"), try Machine("bob"))
    try ada.must("add", "Drink water", "--goal", "8 glasses")
    var logs = [try ada.log(at: 0)]
    try bob.shell("git init --quiet --bare hub")
    try ada.must("remote", "add", "origin", bob.home.path + "/hub")
    try ada.must("sync")
    try bob.must("clone", bob.home.path + "/hub")
    logs.append(try bob.log(at: 1))
    try bob.must("sync")
    if sync == .merge { logs.append(try ada.log(at: 2)) }
    let edited = try ada.read(Self.water).replacing("\"at\"", with: "\"note\": \"saved\", \"at\"")
    try await sweep(
      ["sync"],
      saving: edited,
      at: Self.water,
      isReplaced,
      on: ada,
      and: [bob.home.path + "/hub"]
    ) { [logs] place in
      try ada.must("sync")
      let text = try ada.read(Self.water)
      #expect(text.contains("\"note\": \"saved\""), "\(place)")
      #expect(Log.all(in: text).sorted() == logs, "\(place)")
    }
  }

  @Test(arguments: [false, true])
  func `a conflict copy saved at any call of its merge is merged as it was saved`(
    isReplaced: Bool
  ) async throws {
    let ada = try Machine("ada")
    try ada.must("add", "Drink water")
    try ada.must("log", "water")
    try ada.write(Self.copy, "{\n  \"2026-02-02\": 4\n}\n")
    let copy = "{\n  \"2026-02-02\": 4,\n  \"2026-02-03\": 7\n}\n"
    try await sweep(["check", "--fix"], saving: copy, at: Self.copy, isReplaced, on: ada) { place in
      try ada.must("check", "--fix")
      #expect(!ada.exists(Self.copy), "\(place)")
      let text = try ada.read(Self.water)
      #expect(["02-02\": 4", "02-03\": 7", "09:00:00 ada"].allSatisfy(text.contains), "\(place)")
    }
  }

  /// What git writes without the lock of the index, by its file in git's folder.
  enum Beginning: String, CaseIterable {
    /// Another branch, as `git symbolic-ref` checks it out.
    case branch = "HEAD"
    /// The commit that a merge takes in.
    case merge = "MERGE_HEAD"
  }

  @Test(arguments: Beginning.allCases)
  func `a branch switch or a merge that begins while a sync takes the index lock stops it`(
    beginning: Beginning
  ) throws {
    let (ada, bob) = (try Machine("ada"), try Machine("bob"))
    try ada.must("add", "Drink water", "--goal", "8 glasses")
    try bob.shell("git init --quiet --bare hub")
    try ada.must("remote", "add", "origin", bob.home.path + "/hub")
    try ada.must("sync")
    try bob.must("clone", bob.home.path + "/hub")
    _ = try bob.log(at: 1)
    try bob.must("sync")
    _ = try ada.git("branch", "other")
    let main = try ada.git("rev-parse", "main").output
    let folder = try TemporaryFolder()
    try folder.write(beginning == .merge ? main : "ref: refs/heads/other\n", to: "contents")
    try folder.write("", to: "trace")
    let save = Fault.Save(
      contents: folder.url.path + "/contents",
      path: "\(ada.root)/.git/\(beginning.rawValue)",
      replaces: true
    )
    let fault = Fault(calls: .all, blow: .saves(save))
    let trace = ["HABIT_FAULT_TRACE": folder.url.path + "/trace"]
    let stage = try Stage(ada, and: [bob.home.path + "/hub"], with: trace)
    try stage.restore()
    try stage.run(["sync"], fault)
    let calls = try folder.read("trace").split(separator: "\n").map { $0.split(separator: " ") }
    let taken = try #require(calls.firstIndex { $0[1] == "link" && $0[2].hasSuffix("/index.lock") })
    // The file of ours that the lock is a name of is made, and written.
    for number in (taken - 2)...taken {
      try #require(calls[number][2].contains("/.git/") && calls[number][2].contains("index."))
      try stage.restore()
      let run = try stage.run(["sync"], fault.at(number + 1))
      let place: Comment = "\(fault.at(number + 1)): \(run.told)"
      #expect(run.told.status != 0, place)
      #expect(try ada.git("rev-parse", "main").output == main, place)
      #expect(try ada.complaints() == "", place)
    }
  }

  /// Saves a file between two calls of a command, which is run anew for each pair: where the command has
  /// just used that file, and at some others; in long runs at all.
  private func sweep(
    _ command: [String],
    saving contents: String,
    at path: String,
    _ isReplaced: Bool,
    on machine: Machine,
    and folders: [String] = [],
    _ judge: @escaping @Sendable (String) throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(contents, to: "contents")
    try folder.write("", to: "trace")
    let save = Fault.Save(
      contents: folder.url.path + "/contents",
      path: machine.root + "/" + path,
      replaces: isReplaced
    )
    let fault = Fault(calls: .all, blow: .saves(save))
    let stage = try Stage(machine, and: folders)
    let trace = ["HABIT_FAULT_TRACE": folder.url.path + "/trace"]
    let traced = try Stage(machine, and: folders, with: trace)
    // The folder is a copy in all runs.
    try traced.restore()
    let calls = try traced.run(command, fault).calls
    let used = try folder.read("trace").split(separator: "\n").filter { $0.hasSuffix(save.path) }
      .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    try #require(!used.isEmpty)
    try await sampling(1) { random in
      let numbers = Set(used.map { $0 + 1 } + points(calls, everyday: 5, &random))
      for number in numbers.sorted() {
        try stage.restore()
        let run = try stage.run(command, fault.at(number))
        try #require(run.told.status == 0, "\(command) \(fault.at(number)): \(run.told)")
        try judge("\(command), \(fault.at(number))")
      }
      tell("\(command): \(fault.at(0))", numbers.count)
    }
  }
}
