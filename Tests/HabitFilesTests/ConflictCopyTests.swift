import HabitFiles
import Testing

/// The names that synchronisers, file managers and git give to copies of data files.
@Suite struct ConflictCopyTests {
  @Test(
    arguments: [
      ".sync-conflict-20260301-090000-ABCDEFG.json", " (conflicted copy 2026-03-01 090000).json",
      " (Ann's conflicted copy 2026-03-01).json", " (Anns Konflikt-Kopie 2026-03-01).json",
      " (SFConflict ann@example.org 2026-03-01-09-00-00).json", " (Case Conflict).json",
      " (Case Conflict 1).json", "_conflict-20260301-090000.json", " (1).json", "(2).json",
      " 2.json", " 13.json", "-LAPTOP.json", "-DESKTOP-AB12C3-2.json", "-ann-safeBackup-0001.json",
      " - Copy.json", " - Copy (2).json", " copy.json", " copy 2.json", "~HEAD.json",
      "~origin_main.json", ".json~HEAD",
    ],
    [
      ("guest/habits/read/", "2026"), ("guest/habits/read/", "habit"), ("guest/", "profile"),
    ]
  )
  func `a conflict copy is recognised by its name`(
    mark: String,
    file: (folder: String, stem: String)
  ) throws {
    let path = "\(file.folder)\(file.stem)\(mark)"
    let copy = try #require(ConflictCopy(path: path), "\(path)")
    #expect(copy.path == path)
    #expect(copy.original.path == "\(file.folder)\(file.stem).json")
  }

  @Test func `a copy of Google Drive has the word before the name`() {
    #expect(
      ConflictCopy(path: "guest/habits/read/Copy of 2026.json")?.original.path
        == "guest/habits/read/2026.json"
    )
  }

  @Test(
    arguments: [
      "guest/habits/read/2026.json", "guest/habits/read/habit.json", "guest/profile.json",
      // What somebody may keep there.
      "guest/habits/read/2026-notes.json", "guest/habits/read/habits.json",
      "guest/habits/read/notes (1).json", "guest/habits/read/20261.json",
      "guest/habits/read/2026.json~", "guest/habits/read/2026.json.swp",
      "guest/habits/read/2026~.json", "guest/habits/read/2026 ().json",
      "guest/habits/read/2026 (1).txt", "guest/habits/read/2026 copyright.json",
      "guest/habits/read/Copy of 2026 (1).txt", "guest/habits/read/0000 (1).json",
      // Where such a file is none of ours.
      "guest/2026 (1).json", "guest/habit (1).json", "guest/habits/read/profile (1).json",
      "guest/habits/Read It/2026 (1).json", "2026 (1).json", "guest/habits/read/old/2026 2.json",
    ]
  )
  func `another file is not a copy`(path: String) {
    #expect(ConflictCopy(path: path) == nil)
  }
}
