import HabitFiles
import Testing

/// The names that synchronisers, file managers and git give to copies of data files.
@Suite struct ConflictCopyTests {
  /// What programs put around the name of a file: 1 is its name without the extension.
  static let names = [
    // Syncthing, Dropbox, Nextcloud, Seafile, ownCloud, OneDrive, iCloud, Google Drive, pCloud, Unison.
    "1.sync-conflict-20260301-090000-ABCDEFG.json", "1.json.sync-conflict-20260301-090000-ABCDEFG",
    "1 (conflicted copy 2026-03-01 090000).json", "1 (Ann's conflicted copy 2026-03-01).json",
    "1 (Anns Konflikt-Kopie 2026-03-01).json", "1 (Case Conflict).json", "1 (Case Conflict 1).json",
    "1 (SFConflict ann@example.org 2026-03-01-09-00-00).json", "1_conflict-20260301-090000.json",
    "1-LAPTOP.json", "1-DESKTOP-AB12C3-2.json", "1-ann-safeBackup-0001.json", "1 2.json",
    "1 13.json",
    "1 (1).json", "1(2).json", "Copy of 1.json", "1 [conflicted].json", "1 [conflicted 2].json",
    "1 (conflict_on_2026-03-01).json", "1 (Unicode Encoding Conflict).json",
    // rclone, git-annex, Resilio, Synology, MEGA, Tresorit, Box, SpiderOak.
    "1.json..path1", "1.json..path2", "1.json.conflict1", "1.conflict1.json", "1.json-conflict-1",
    "1.variant-6f3a.json", "1.Conflict.json", "1.json.Conflict",
    "1_nas_Mar-01-0900-2026_Conflict.json",
    "1.json (x conflict)", "1_conf(1).json", "1 (ann's conflict).json",
    // File managers, editors and git.
    "1 - Copy.json", "1 - Copy (2).json", "1 copy.json", "1 copy 2.json", "1 (copy).json",
    "1 (another copy).json", "1 (3rd copy).json", "1 - Kopie.json", "1 (Kopie).json",
    "Kopie von 1.json", "Kopie (2) von 1.json", "1 - copie.json", "Copie de 1.json",
    "1 - copia.json",
    "1.json.save", "1~HEAD.json", "1~origin_main.json", "1.json~HEAD", "1_LOCAL_4711.json",
    "1_REMOTE_4711.json", "1.json.mine", "1-notes.json",
  ]

  @Test func `a copy of any name is one when it reads as the file and has what that lacks`() throws
  {
    for stem in ["2026", "habit", "profile"] {
      let folder = stem == "profile" ? "guest/" : "guest/habits/read/"
      let original = "\(folder)\(stem).json"
      let start = stem == "habit" ? #", "start": "2026-01-01""# : ""
      let (old, new) =
        stem == "2026"
        ? (#"{"2026-03-01": 1}"#, #"{"2026-03-01": 1, "2026-03-02": 1}"#)
        : (#"{"name": "A"\#(start)}"#, #"{"name": "B"\#(start)}"#)
      for name in ConflictCopyTests.names {
        let path = folder + name.replacing("1", with: stem, maxReplacements: 1)
        for (text, isCopy) in [(new, true), (old, false), ("{", false), ("[]", false)] {
          let tree = FileTree([original: Array(old.utf8), path: Array(text.utf8)])
          let found = tree.conflictCopies.map { [$0.path, $0.original.path] }
          #expect(found == (isCopy ? [[path, original]] : []), "\(path): \(text)")
        }
      }
    }
  }

  @Test(arguments: [
    #"{"2026-02-28": 1}"#, #"{"2026-03-01": {"at": ["09:00:00 pho"]}}"#,
    #"{"2026-03-01": {"at": ["09:00:00 mbp"], "note": "x"}}"#, #"{"2026-03-01": {"skip": "sick"}}"#,
    #"{"2026-03-01": {"difficulty": 2}}"#, #"{"2026-03-01": {"undone": ["07:00:00 mbp"]}}"#,
    #"{"2026-03-01": {"progress": 3, "typed": 2, "at": ["09:00:00 mbp"]}}"#,
  ])
  func `every fact of a copy counts`(text: String) {
    #expect(copies(text) == ["guest/habits/read/2026.json"])
  }

  @Test(arguments: [
    "{}", #"{"name": "Read", "start": "2026-01-01"}"#, #"{"2025-03-01": 1}"#,
    #"{"2026-03-01": {"at": ["08:00:00 mbp", "09:00:00 mbp"]}}"#,
  ])
  func `what has nothing of its own is no copy`(text: String) {
    #expect(copies(text) == [])
  }

  @Test func `what the disk does not let be read may be a copy`() {
    let paths = ["guest/habits/read/2026 (1).json", "guest/habits/read/2026.json"]
    let tree = FileTree(paths: paths) { (path) throws(FileTreeError) in
      guard path == paths[1] else { throw .unreadable(reason: "I/O") }
      return Array("{}".utf8)
    }
    #expect(tree.conflictCopies.map(\.path) == [paths[0]])
  }

  private func copies(_ text: String) -> [String] {
    let folder = "guest/habits/read/"
    let file = #"{"2026-03-01": {"at": ["09:00:00 mbp"], "undone": ["08:00:00 mbp"]}}"#
    let files = [folder + "2026.json": file, folder + "2026 (1).json": text]
    return FileTree(files.mapValues { Array($0.utf8) }).conflictCopies.map(\.original.path)
  }

  @Test(
    arguments: [
      "guest/habits/read/2026.json", "guest/habits/read/habits.json", "guest/profile.json",
      "guest/habits/read/notes (1).json", "guest/habits/read/20261.json",
      "guest/habits/read/2026 (1).txt", "guest/habits/read/0000 (1).json",
      // What editors and synchronisers put there for themselves.
      "guest/habits/read/2026.json~", "guest/habits/read/2026.json.~1~",
      "guest/habits/read/2026.json.bak", "guest/habits/read/2026.json.orig",
      "guest/habits/read/2026.json.swp", "guest/habits/read/2026.json.a1b2.partial",
      "guest/habits/read/#2026.json#", "guest/habits/read/.#2026.json",
      "guest/habits/read/._2026.json", "guest/habits/read/.syncthing.2026.json.tmp",
      // Where such a file is none of ours.
      "guest/2026 (1).json", "guest/habit (1).json", "guest/habits/read/profile (1).json",
      "guest/habits/Read It/2026 (1).json", "2026 (1).json", "guest/habits/read/old/2026 2.json",
    ]
  )
  func `another file is not a copy, whatever it has`(path: String) {
    #expect(FileTree([path: Array(#"{"2026-02-28": 1}"#.utf8)]).conflictCopies == [])
  }
}
