internal import Git
internal import HabitCore

// Names of any bytes, and who did something when, as a commit has them.
extension Promises {
  mutating func keepGitNames(_ input: [UInt8]) {
    let path = GitPath(bytes: input)
    for count in [0, 1, 9, 41] {
      let longer = path.suffixed(String(repeating: ".", count: count))
      expect(longer.names.count <= path.names.count + 1, "a longer name is in another folder")
      let (above, below) = (path.bytes.lastIndex(of: 0x2F), longer.bytes.lastIndex(of: 0x2F))
      expect(above == below, "a longer name is in another folder")
      let most = max(255, path.name.bytes.count)
      expect(count == 0 || longer.name.bytes.count <= most, "a long name")
    }
    if path.text == nil { expectSafe(path.description) }
    expect(path.isUnder(.root) && path.isUnder(path), "a path is not below itself")
    for folder in path.foldersAbove { expect(path.isUnder(folder), "a path is in no folder") }
    _ = (TreeChange(path: path, old: nil, new: nil).carrier, path.moved(from: "a", to: "b"))
    keepSignature(input)
    keepCommit(input)
  }

  /// The input follows the first line of a commit's object.
  private mutating func keepCommit(_ input: [UInt8]) {
    guard let id = ObjectID(hex: String(repeating: "1", count: 40)),
      let commit = Commit(id, bytes: Array("tree \(id.hex)\n".utf8) + input)
    else { return }
    expect(!(commit.subject + commit.author.name).contains("\n"), "a subject of several lines")
    expect(!commit.author.name.isEmpty && !commit.committer.name.isEmpty, "a nameless author")
    for signature in [commit.author, commit.committer] {
      let local = signature.seconds + signature.offsetMinutes * 60
      expect((1...9999).contains(Moment(unixSeconds: local).date.year), "a time of no calendar")
    }
  }

  /// The input is a name, an address, a time and an offset, a line each.
  private mutating func keepSignature(_ input: [UInt8]) {
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(4)
      .map { String(decoding: $0, as: UTF8.self) }
    let numbers = lines.suffix(2).map { Int($0) ?? 0 }
    let signature = Signature(
      name: lines.first ?? "",
      email: lines.dropFirst().first ?? "",
      seconds: numbers.first ?? 0,
      offsetMinutes: numbers.last ?? 0
    )
    expect(!signature.name.isEmpty, "a nameless author")
    expect(!signature.email.contains { "<>\n".contains($0) }, "an address that ends another")
  }
}
