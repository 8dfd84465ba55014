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

  @Test(
    arguments: [
      "2026.json..path2", "2026.json.conflict1", "2026.conflict1.json", "2026.json (x conflict)",
      "2026.json.sync-conflict-20260301-090000-ABCDEFG", "2026.variant-6f3a.json",
      "2026.Conflict.json", "2026_nas_Mar-01-0900-2026_Conflict.json", "2026 - Kopie.json",
      "Kopie von 2026.json", "2026-notes.json",
    ]
  )
  func `a copy of another name is one when it reads as the file and has what that lacks`(
    name: String
  ) {
    let folder = "guest/habits/read/"
    func copies(_ text: String) -> [String] {
      let file = Array(
        #"{"2026-03-01": {"at": ["09:00:00 mbp"], "undone": ["08:00:00 mbp"]}}"#.utf8
      )
      let tree = FileTree([folder + "2026.json": file, folder + name: Array(text.utf8)])
      return tree.conflictCopies.map(\.original.path)
    }
    for text in [
      #"{"2026-02-28": 1}"#, #"{"2026-03-01": {"at": ["09:00:00 pho"]}}"#,
      #"{"2026-03-01": {"at": ["09:00:00 mbp"], "note": "x"}}"#,
      #"{"2026-03-01": {"skip": "sick"}}"#,
    ] {
      #expect(copies(text) == [folder + "2026.json"], "\(text)")
    }
    for text in [
      "{}", "{", "[]", #"{"name": "Read", "start": "2026-01-01"}"#,
      #"{"2026-03-01": {"at": ["08:00:00 mbp", "09:00:00 mbp"]}}"#,
    ] {
      #expect(copies(text) == [], "\(text)")
    }
  }

  @Test(arguments: ["2026.json~", "2026.json.bak", "2026.json.orig", ".#2026.json", "2026.txt"])
  func `what an editor keeps is not a copy, whatever it has`(name: String) {
    let folder = "guest/habits/read/"
    let tree = FileTree([folder + name: Array(#"{"2026-02-28": 1}"#.utf8)])
    #expect(tree.conflictCopies == [])
  }
}
