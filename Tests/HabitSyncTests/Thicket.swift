import Fuzzing
import Git
import TestSupport

/// Random trees as people, programs and accidents make them: folders against files, modes, links,
/// repositories, names of any bytes, copies that an earlier merge has put beside.
struct Thicket {
  let forest = Forest()
  private var random: Generator

  init(seed: UInt64) {
    random = Generator(seed: seed)
  }

  private static let paths: [GitPath] = [
    "a", "a/b", "a/b/c", "d", "d/x", "d/x/y", "union", "d/union", "binary", ".gitattributes",
    "guest/profile.json", "guest/habits/water/2026.json", "guest/habits/water/2026.json/x",
    "guest/habits/water/habit.json", "guest/habits/water", "guest/habits", "guest", "..", "d/.git",
    GitPath(bytes: Array(repeating: 0x80, count: 250)),
    GitPath(bytes: Array("d/".utf8) + Array(repeating: 0xBF, count: 254)),
    GitPath("d/" + String(repeating: "\u{E9}", count: 127)),
  ]

  private static let texts = [
    "", "1\n", "2\n", "1\n2\n", "3\n1\n", "{}", "{\n  \"2026-03-01\": 1\n}\n",
    "{\n  \"2026-03-01\": {\"progress\": 2, \"at\": [\"07:00:00 a +2\"]}\n}\n",
    "{\n  \"2026-03-01\": {\"progress\": 1, \"at\": [\"08:00:00 b\"]},\n  \"2026-03-02\": 4\n}\n",
    "{\n<<<<<<< a\n  \"2026-02-01\": 1\n=======\n  \"2026-02-02\": 2\n>>>>>>> b\n}\n", "{\"a\": [",
    "{\"name\": \"Water\", \"start\": \"2026-01-01\"}",
    "{\"name\": \"Water\", \"start\": \"2026-01-01\", \"deleted\": \"2026-02-03\"}",
    "{\"name\": \"Tea\", \"tags\": [\"a\"]}",
    "{\"name\": \"Tea\", \"goal\": {\"2026-02-01\": \"2 cups\"}, \"x\": 1}",
    String(repeating: "large ", count: 50),
  ]

  private mutating func entry() -> TreeEntry {
    let text = Thicket.texts[random.number(in: 0...(Thicket.texts.count - 1))]
    let id = forest.writeBlob(Array(text.utf8))
    let modes: [UInt32] = [0o100644, 0o100644, 0o100644, 0o100755, 0o120000, 0o160000, 0o100600]
    return TreeEntry(id: id, mode: random.element(of: modes))
  }

  /// The files with one at a path; it and a folder that it cannot be beside of replace each other.
  private func setting(_ path: GitPath, _ entry: TreeEntry, in files: Forest.Files)
    -> Forest.Files
  {
    var files = files.filter { !$0.key.isUnder(path) && !path.isUnder($0.key) }
    files[path] = entry
    return files
  }

  mutating func files() -> Forest.Files {
    var files: Forest.Files = [:]
    for _ in 0..<random.number(in: 0...8) {
      files = setting(random.element(of: Thicket.paths), entry(), in: files)
    }
    return files
  }

  /// The files after some edits.
  mutating func changed(_ files: Forest.Files) -> Forest.Files {
    var files = files
    for _ in 0..<random.number(in: 0...4) {
      let path = random.element(of: Thicket.paths)
      let known = files.keys.sorted()
      switch random.number(in: 1...10) {
      case ...5: files = setting(path, entry(), in: files)
      case 6 where !known.isEmpty: files[random.element(of: known)] = nil
      case 7: files = files.filter { !$0.key.isUnder(path) }
      case 8 where !known.isEmpty:
        // A name that a merge would give, taken by something else.
        let (old, other) = (random.element(of: known), entry())
        let name = old.suffixed(".\(entry().id.hex.prefix(random.element(of: [8, 9, 40])))")
        files = setting(name, other, in: files)
      case 9 where !known.isEmpty:
        let old = random.element(of: known)
        guard let moved = files.removeValue(forKey: old) else { continue }
        files = setting(path, moved, in: files)
      default:
        guard let old = files.keys.sorted().first, let entry = files[old] else { continue }
        files[old] = TreeEntry(id: entry.id, mode: entry.mode == 0o100644 ? 0o100755 : 0o100644)
      }
    }
    return files
  }

  /// The commits of two sides and of what they descend from: none, one, or several where histories
  /// cross; a side may have gone back to one of them.
  mutating func triple() -> (bases: [ObjectID], ours: ObjectID, theirs: ObjectID) {
    let first = files()
    var bases = [first]
    for _ in 0..<random.element(of: [0, 0, 0, 1, 1, 2]) { bases.append(changed(first)) }
    var sides: [Forest.Files] = []
    for _ in 0..<2 {
      let from = random.element(of: bases)
      sides.append(random.chance(oneIn: 8) ? from : changed(from))
    }
    if random.chance(oneIn: 10) { bases = [] }
    return (bases.map(forest.commit), forest.commit(sides[0]), forest.commit(sides[1]))
  }
}
