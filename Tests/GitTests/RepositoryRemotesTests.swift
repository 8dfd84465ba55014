import Git
import TestSupport
import Testing

@Suite struct RepositoryRemotesTests {
  @Test func `remotes are added, listed and removed`() throws {
    let folder = try GitFolder()
    let repository = try folder.open()
    #expect(try repository.remotes() == [])
    #expect(try repository.remote("origin") == nil)
    let origin = try repository.addRemote("origin", at: RemoteAddress("ssh://h/a"))
    let backup = try repository.addRemote("backup", at: RemoteAddress("../b"))
    #expect(origin.address.text == "ssh://h/a")
    #expect(try repository.remotes() == [backup, origin])
    #expect(try folder.git("remote", "get-url", "origin") == "ssh://h/a")
    #expect(
      try folder.git("config", "remote.origin.fetch") == "+refs/heads/*:refs/remotes/origin/*"
    )
    #expect(try failure { try repository.addRemote("origin", at: backup.address) } == .exists)
    #expect(try failure { try repository.addRemote("a b", at: backup.address) } != nil)
    try repository.removeRemote("origin")
    #expect(try repository.remotes() == [backup])
    #expect(try failure { try repository.removeRemote("origin") } == .notFound)
  }

  @Test func `an address may be written otherwise in the configuration`() throws {
    let folder = try GitFolder()
    try folder.git("config", "url.ssh://host/.insteadOf", "short:")
    try folder.git("remote", "add", "origin", "short:a")
    try folder.git("config", "remote.origin.pushUrl", "https://host/a")
    let remote = try #require(try folder.open().remote("origin"))
    #expect(remote.address.text == "ssh://host/a")
    #expect(remote.pushAddress.text == "https://host/a")
  }

  @Test func `of several URLs the first is fetched from, and all are pushed to`() throws {
    let folder = try GitFolder()
    try folder.git("config", "url./mnt/.insteadOf", "disk:")
    try folder.git("config", "url.ssh://nas/.pushInsteadOf", "/srv/")
    try folder.git("remote", "add", "origin", "disk:a")
    for url in ["/srv/b", "disk:c"] { try folder.git("remote", "set-url", "--add", "origin", url) }
    let remote = try #require(try folder.open().remote("origin"))
    let all = try folder.git("remote", "get-url", "--push", "--all", "origin")
    let push = all.split(separator: "\n")
    #expect(remote.address.text == (try folder.git("remote", "get-url", "origin")))
    #expect(remote.pushAddresses.map(\.text) == push.map(String.init))
    #expect(push == ["ssh://nas/b"])
    try folder.git("config", "--remove-section", "url.ssh://nas/")
    let plain = try #require(try folder.open().remote("origin"))
    #expect(plain.pushAddresses.map(\.text) == ["/mnt/a", "/srv/b", "/mnt/c"])
  }

  @Test func `a hub that is made here is SHA-1 with files, whatever git's defaults are`() throws {
    let folder = try GitFolder(isEmpty: true)
    try folder.shell("git config --global init.defaultObjectFormat sha256")
    try Repository.createBare(
      at: folder.path,
      environment: TestRun.environment.merging(
        ["GIT_DEFAULT_HASH": "sha256", "GIT_DEFAULT_REF_FORMAT": "reftable"],
        uniquingKeysWith: { $1 }
      )
    )
    #expect(try folder.git("rev-parse", "--show-object-format") == "sha1")
    #expect(folder.exists("refs/heads"))
    #expect(try folder.open().head() == .unborn(branch: "refs/heads/main"))
  }
}
