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
}
