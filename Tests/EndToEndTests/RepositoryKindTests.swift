import Foundation
import TestSupport
import Testing

/// Repositories that git was told something special of.
@Suite struct RepositoryKindTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Water")
  }

  // MARK: Found as git finds it

  @Test func `a git folder behind a link works`() throws {
    try run("mv .git ../git && ln -s ../git .git")
    #expect(try machine.habit("log", "water").status == 0)
    try machine.judge()
  }

  @Test(arguments: [
    "GIT_DIR=$HOME/git GIT_WORK_TREE=$PWD", "GIT_DIR=../../../git",
    "GIT_DIR=$HOME/git GIT_WORK_TREE=.",
  ])
  func `a git folder that the environment names works`(variables: String) throws {
    try run("mv .git ~/git && git --git-dir ~/git config core.bare true")
    let told = try run("\(variables) habit log water && \(variables) habit check")
    #expect(told.output.contains("no problem"))
    #expect(try machine.shell("git --git-dir git log -1 --format=%s").output.hasPrefix("log water"))
    #expect(!machine.exists(".git"))
    // Making it again makes no second one.
    try run("\(variables) habit init . && test ! -e .git")
  }

  @Test
  func `a git folder of another work tree is not used, and no hint would create a second one`()
    throws
  {
    try run("mv .git ~/git")
    let told = try machine.habit("log", "water", with: ["GIT_DIR": machine.home.path + "/git"])
    #expect(told.status == 78)
    #expect(told.errors.contains("export GIT_WORK_TREE"))
    #expect(!told.errors.contains("habit init"))
  }

  @Test func `HEAD may be a symbolic link to a branch`() throws {
    try run("ln -sf refs/heads/main .git/HEAD && habit log water && habit undo")
    #expect(try run("habit check").output.contains("no problem"))
    #expect(try run("readlink .git/HEAD").output == "refs/heads/main\n")
    try machine.judge()
  }

  // MARK: Trust

  @Test(.enabled(if: getuid() == 0, "only root can give files away"))
  func `a repository of another user is used when safe.directory trusts it`() throws {
    try run("chown -R 12345 .")
    func status(_ setting: String) throws -> Int32? {
      try machine.shell("printf '\(setting)' >.gitconfig; habit log water").status
    }
    #expect(try status("[safe]\\n directory = *\\n") == 0)
    #expect(try status("[safe]\\n directory = *\\n directory =\\n") == 77)
    #expect(try status("[safe]\\n directory = \(machine.root)\\n") == 0)
    #expect(try status("[safe]\\n directory = /elsewhere\\n") == 77)
    let trusting = "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'"
    #expect(try machine.shell("\(trusting) habit log water").status == 0)
    // An invalid number counts as 0.
    #expect(try machine.shell("GIT_CONFIG_COUNT=-1 habit log water").status == 77)
    // What it says of itself does not count.
    try run("printf '[safe]\\n directory = *\\n' >>.git/config")
    let told = try machine.habit("sync")
    #expect(told.status == 77)
    #expect(told.errors.contains("--add safe.directory \(machine.root)"))
  }

  @Test func `the settings of the whole computer are those that the environment names, as for git`()
    throws
  {
    // A filter is refused, so that it tells which file was read.
    try run("echo '*.json filter=unheard-of' >>.gitattributes")
    try machine.shell("printf '[filter \"unheard-of\"]\\n clean = cat\\n' >settings")
    func status(_ variables: String) throws -> Int32? {
      try machine.shell("GIT_CONFIG_SYSTEM=$HOME/\(variables) habit log water").status
    }
    #expect(try status("settings GIT_CONFIG_NOSYSTEM=0") == 78)
    #expect(try status("settings GIT_CONFIG_NOSYSTEM=1") == 0)
    #expect(try status("missing GIT_CONFIG_NOSYSTEM=0") == 0)
  }

  // MARK: What libgit2 cannot read

  @Test(arguments: [
    ("git config extensions.objectFormat sha256", "habit init DIR"),
    ("git config extensions.refStorage reftable", " refs migrate --ref-format=files"),
    (
      "git config extensions.refStorage reftable"
        + " && git config --file .git/config extensions.objectFormat sha256",
      "habit init DIR"
    ),
    ("git config extensions.unheardOf true", " config --get-regexp"),
    ("git update-index --split-index", "--no-split-index"),
    (
      "git sparse-checkout set guest && git config --unset extensions.worktreeConfig"
        + " && git config core.sparseCheckout true && git config core.sparseCheckoutCone true"
        + " && mkdir x && touch x/y && git add --sparse x && git commit -qm x && rm -rf x"
        + " && git config index.sparse true && git read-tree -mu HEAD"
        + " && git ls-files --sparse | grep -q '^x/$'",
      "--no-sparse-index"
    ),
  ])
  func `an unsupported feature of git ends with 78 and the command that changes it`(
    setting: String,
    remedy: String
  ) throws {
    try run("git config core.repositoryFormatVersion 1 && \(setting)")
    let told = try machine.habit("log", "water")
    #expect(told.status == 78, "\(told)")
    #expect(told.errors.contains("the repository uses "))
    #expect(told.errors.contains("hint: ") && told.errors.contains(remedy), "\(told)")
  }

  @Test(arguments: [
    ("objectFormat", "sha1"), ("refStorage", "files"), ("preciousObjects", "true"),
    ("worktreeConfig", "true"), ("relativeWorktrees", "true"), ("submodulePathConfig", "true"),
    ("partialClone", "origin"),
  ]) func `an extension that changes nothing here is accepted`(name: String, value: String) throws {
    try run("git config core.repositoryFormatVersion 1 && git config extensions.\(name) \(value)")
    let told = try machine.habit("log", "water")
    #expect(told.status == 0, "\(told)")
    // git 2.39 does not know all of them.
    try run("git config --file .git/config --unset extensions.\(name)")
    try machine.judge()
  }

  @Test func `the settings of one working tree count there`() throws {
    try run(
      """
      git config extensions.worktreeConfig true
      git config --worktree user.name Wanda; git config --worktree user.email w@example.org
      """
    )
    #expect(try machine.habit("log", "water").status == 0)
    #expect(try run("git log -1 --format=%an").output == "Wanda\n")
  }

  /// Each command of the hint is typed in another folder than the repository's.
  @Test func `the hint of what cannot be read works where it is typed`() throws {
    try run("git config core.splitIndex true && git update-index --split-index")
    let told = try machine.habit("log", "water")
    #expect(told.status == 78, "\(told)")
    let hint = try #require(told.errors.split(separator: "\n").first { $0.hasPrefix("hint: ") })
    #expect(try machine.shell(String(hint.dropFirst("hint: ".count))).status == 0, "\(hint)")
    #expect(try machine.habit("log", "water").status == 0)
    try machine.judge()
  }

  /// git before 2.40 does not know the setting: the checksum is cut off by hand.
  @Test(arguments: ["index.skipHash", "feature.manyFiles"])
  func `an index that git leaves without a checksum is read and written`(setting: String) throws {
    try machine.shell(
      "git init -q --bare --object-format=sha1 -b main hub.git; habit remote add origin hub.git"
    )
    try run("git config \(setting) true")
    let noChecksum = """
      git update-index --force-write-index && size=$(($(stat -c %s .git/index) - 20)) \
        && truncate -s $size .git/index && truncate -s $((size + 20)) .git/index
      """
    for command in ["log water", "today", "sync", "undo", "check --fix", "history", "sync"] {
      try run(noChecksum)
      let told = try machine.process(["habit"] + command.split(separator: " ").map(String.init))
        .run()
      #expect(told.status == 0 && !told.text.contains("damaged"), "\(command): \(told)")
    }
    try run("printf '{\"2026-02-20\": 3}' >guest/habits/water/2026.json; \(noChecksum)")
    #expect(try machine.habit("log", "water").status == 0)
    #expect(
      try run("ls .git").output.split(separator: "\n").filter { $0.hasPrefix("index") } == ["index"]
    )
    try machine.judge()
  }

  // MARK: Parts

  @Test func `a sparse checkout stays sparse`() throws {
    try machine.habit("user", "add", "Bob")
    try machine.habit("--user", "bob", "add", "Tea")
    try run("git sparse-checkout set guest && test ! -e bob")
    try machine.shell(
      "git init -q --bare --object-format=sha1 -b main hub.git; habit remote add origin hub.git"
    )
    for command in ["log", "sync"] {
      let told = try machine.process(["habit", command] + (command == "log" ? ["water"] : [])).run()
      #expect(told.status == 0 && !told.text.contains("vanished"), "\(told)")
    }
    try machine.shell("HABIT_DEVICE=pho habit clone hub.git phone")
    let other = ["HABIT_REPO": machine.home.path + "/phone", "HABIT_DEVICE": "pho"]
    try machine.habit("--user", "bob", "log", "tea", with: other)
    try machine.habit("sync", with: other)
    let told = try machine.habit("sync")
    #expect(told.status == 0, "\(told)")
    #expect(!machine.exists("bob"))
    try machine.judge()
    #expect(try machine.git("show", "HEAD:bob/habits/tea/2026.json").output.contains("pho"))
  }

  @Test(arguments: ["blob:none", "tree:0"])
  func `missing objects of a partial clone are not damage`(filter: String) throws {
    try machine.habit("log", "water")
    try machine.habit("log", "water")
    let told = try machine.shell(
      "git clone -q --bare \(machine.root) hub.git && git -C hub.git config uploadpack.allowFilter 1"
        + " && export GIT_DEFAULT_REF_FORMAT=files"
        + " && git clone -q --filter=\(filter) file://$PWD/hub.git part && cd part"
        + " && habit check && habit why water && habit log water && habit sync"
    )
    #expect(told.status == 0, "\(told)")
    #expect(told.output.contains("no problem"))
  }

  @discardableResult
  private func run(_ line: String) throws -> Transcript {
    let told = try machine.shell(
      "cd \(machine.root) && export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a"
        + " GIT_COMMITTER_EMAIL=a@b && \(line)"
    )
    try #require(told.status == 0, "\(line): \(told)")
    return told
  }
}
