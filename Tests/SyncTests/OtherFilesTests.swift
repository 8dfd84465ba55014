import Foundation
import TestSupport
import Testing

/// Files that are none of habit's, beside the habits.
@Suite struct OtherFilesTests {
  let machine: Machine
  private let phone: [String: String]

  init() throws {
    machine = try Machine()
    phone = ["HABIT_REPO": machine.home.path + "/phone", "HABIT_DEVICE": "pho"]
    try machine.shell(
      "git config --global user.name A; git config --global user.email a@b;"
        + " git config --global protocol.file.allow always"
    )
    try machine.habit("add", "Water")
    try run("git init -q --bare --object-format=sha1 -b main ~/hub.git")
    try run("habit remote add origin ~/hub.git && habit sync")
    try run("HABIT_DEVICE=pho habit clone ~/hub.git ~/phone")
  }

  @Test func `a submodule that comes is as git leaves it, and so is one that goes`() throws {
    try run(
      "git init -q --object-format=sha1 ~/other && git -C ~/other commit -q --allow-empty -m x"
        + " && git submodule --quiet add ~/other sub && git commit -qm sub && habit sync"
    )
    #expect(try machine.habit("sync", with: phone).status == 0)
    #expect(try machine.shell("git -C phone status --porcelain").output == "")
    try run("git rm -q sub && git commit -qm gone && habit sync")
    #expect(try machine.habit("sync", with: phone).status == 0)
    #expect(try machine.shell("git -C phone status --porcelain").output == "")
  }

  @Test(
    arguments: [
      ("*.x -merge", "base\nours\n", true), ("*.x binary", "base\nours\n", true),
      ("*.x merge=union", "base\nours\ntheirs\n", false), ("*.x merge=keep", nil, true),
      ("*.x merge=undefined", nil, true), ("*.x", nil, true),
    ] as [(String, String?, Bool)]
  )
  func `the attributes of a file say how it is merged`(
    attributes: String,
    text: String?,
    hasCopy: Bool
  ) throws {
    try run(
      "echo '\(attributes)' >>.gitattributes && echo base >a.x && git add -A && git commit -qm a"
        + " && git config merge.keep.driver true && habit sync"
    )
    try machine.habit("sync", with: phone)
    try run("cd ~/phone && echo theirs >>a.x && git commit -qam b")
    try machine.habit("sync", with: phone)
    try run("echo ours >>a.x && git commit -qam c")
    #expect(try machine.habit("sync").status == 0)
    let files = try run("ls | grep '^a.x'").output.split(separator: "\n")
    #expect(files.count == (hasCopy ? 2 : 1))
    // Of two versions it is by their ids which one keeps the name.
    if let text, !hasCopy { #expect(try machine.read("a.x") == text) }
    try machine.judge()
  }

  @Test func `a version that cannot be merged without a loss is not merged line by line`() throws {
    try run("echo '*.x -merge' >>.gitattributes && printf '1\\n2\\n3\\n4\\n5\\n' >a.x")
    try run("git add -A && git commit -qm a && habit sync")
    try machine.habit("sync", with: phone)
    try run("cd ~/phone && sed -i s/1/one/ a.x && git commit -qam b")
    try machine.habit("sync", with: phone)
    try run("sed -i s/5/five/ a.x && git commit -qam c")
    #expect(try machine.habit("sync").status == 0)
    #expect(try run("ls | grep '^a.x'").output.split(separator: "\n").count == 2)
  }

  @Test func `two files that are one on the disk are named, and nothing is written`() throws {
    try run(
      "echo 1 >Notes.md && git add -A && b=$(echo 2 | git hash-object -w --stdin)"
        + " && git update-index --add --cacheinfo 100644,$b,notes.md && git commit -qm n && git push -q"
        + " ~/hub.git main && git config --global core.ignoreCase true"
    )
    let told = try machine.shell("habit clone hub.git third")
    #expect(told.status == 65)
    #expect(told.errors.contains("Notes.md and notes.md came, which are one file on this disk"))
    #expect(told.errors.contains("hint: "))
    #expect(try machine.shell("ls third").status != 0)
    #expect(try machine.habit("sync", with: phone).status == 65)
    #expect(try machine.shell("git -C phone status --porcelain").output == "")
  }

  /// Of two versions it is by their ids which one a merge begins with: so several are tried.
  @Test(arguments: 1...4) func `a mode that one side changes is merged with the other's lines`(
    number: Int
  ) throws {
    try run("printf '1\\n2\\n3\\n4\\n5\\n' >a.sh; git add -A && git commit -qm a && habit sync")
    try machine.habit("sync", with: phone)
    let (first, second) = number % 2 == 0 ? ("", " && chmod +x a.sh") : (" && chmod +x a.sh", "")
    try run("cd ~/phone && sed -i s/1/one\(number)/ a.sh\(first) && git commit -qam b")
    try machine.habit("sync", with: phone)
    try run("sed -i s/5/five/ a.sh\(second) && git commit -qam c && habit sync")
    #expect(try run("git ls-files -s a.sh").output.hasPrefix("100755"))
    #expect(try run("./a.sh 2>&1; cat a.sh").output.hasSuffix("one\(number)\n2\n3\n4\nfive\n"))
    try machine.judge()
  }

  @Test func `a folder where a file comes is left alone, and named`() throws {
    try run("echo theirs >notes && git add -A && git commit -qm n && habit sync")
    try machine.shell("mkdir -p phone/notes/empty; echo mine >phone/notes/own")
    let told = try machine.habit("sync", with: phone)
    #expect(told.status == 75 && told.errors.contains("notes is changed here"), "\(told)")
    #expect(try machine.shell("cat phone/notes/own").output == "mine\n")
    // Folders without files do not obstruct a sync.
    try machine.shell("rm phone/notes/own")
    #expect(try machine.habit("sync", with: phone).status == 0)
    #expect(try machine.shell("cat phone/notes").output == "theirs\n")
  }

  @discardableResult
  private func run(_ line: String) throws -> Transcript {
    let told = try machine.shell("cd \(machine.root) && \(line)")
    try #require(told.status == 0, "\(line): \(told)")
    return told
  }
}
