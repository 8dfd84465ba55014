import Foundation
import TestSupport
import Testing

extension Faults {
  /// What people set up for git holds for a sync, too.
  @Suite struct GitSettingsTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    @Test func `a sync goes to every push URL, and is done when all have taken it`() throws {
      let bob = try home.join("bob", at: home.hub.address(over: .http))
      let second = try GitServers.hub()
      for address in [home.hub.address(over: .http), second.address(over: .http)] {
        try bob.git("remote", "set-url", "--add", "--push", "origin", address)
      }
      let first = try bob.log(at: 1)
      try bob.must("sync")
      let main = try home.hub.git("rev-parse", "main")
      #expect(try second.git("rev-parse", "main") == main)
      let next = try bob.log(at: 2)
      try second.install("pre-receive", "echo 'closed today' >&2; exit 1")
      let told = try bob.habit("sync")
      try expect(told, 77, saying: "closed today")
      #expect(told.errors.contains(second.path.split(separator: "/").last ?? "?"), "\(told)")
      try second.install("pre-receive", "exit 0")
      // The hub that is fetched from has everything, and still the other one is given it.
      #expect(try bob.must("sync").output == "origin has everything, and nothing came\n")
      #expect(try second.git("rev-parse", "main") == home.hub.git("rev-parse", "main"))
      try home.expect([first, next], on: bob)
    }

    @Test func `a push URL that cannot be reached leaves the sync undone`() throws {
      let bob = try home.join("bob", at: home.hub.address(over: .http))
      for address in [home.hub.path, "http://127.0.0.1:\(try freePort())/x.git"] {
        try bob.git("remote", "set-url", "--add", "--push", "origin", address)
      }
      let log = try bob.log(at: 1)
      try expect(try bob.habit("sync"), 75)
      try bob.git("config", "--unset-all", "remote.origin.pushurl")
      try bob.must("sync")
      try home.expect([log], on: bob)
    }

    @Test func `a push URL with another history ends, and is named`() throws {
      let bob = try home.join("bob", at: home.hub.address(over: .http))
      let other = try GitServers.hub()
      let eve = try Machine("eve")
      try eve.must("add", "Run")
      try eve.must("remote", "add", "origin", other.path)
      try eve.must("sync")
      try bob.git("remote", "set-url", "--push", "origin", other.address(over: .http))
      let log = try bob.log(at: 1)
      let start = ContinuousClock.now
      try expect(try bob.habit("sync"), 77, saying: "fetch first")
      #expect(.now - start < .seconds(30))
      #expect(try bob.logs() == [log])
    }

    @Test func `pushInsteadOf and insteadOf lead where they lead git`() throws {
      let bob = try Machine("bob").with(home.shell())
      let (web, shell) = (home.hub.address(over: .http), home.hub.address(over: .ssh))
      try home.hub.git("config", "http.receivepack", "false")
      try bob.configure("url.\(web).insteadOf", "hub:habits")
      try bob.configure("url.\(shell).pushInsteadOf", "hub:habits")
      try bob.must("clone", "hub:habits")
      let log = try bob.log(at: 1)
      try bob.must("sync")
      try home.expect([log], on: bob)
    }

    @Test(arguments: ["branch.main.pushRemote", "remote.pushDefault"])
    func `the remote that git pushes to is the one that is synced with`(setting: String) throws {
      let bob = try home.join("bob")
      let mirror = try GitServers.hub()
      try bob.must("remote", "add", "mirror", mirror.address(over: .http))
      try bob.git("config", setting, "mirror")
      _ = try bob.log(at: 1)
      try bob.must("sync")
      #expect(try mirror.git("rev-parse", "main") == bob.git("rev-parse", "main").output.dropLast())
      #expect(try home.logs() == [])
      try bob.git("config", setting, "nowhere")
      try bob.must("sync")
      #expect(try home.logs().count == 1)
    }

    @Test func `settings and variables do not change what a sync means`() throws {
      let bob = try home.join("bob", at: home.hub.address(over: .http))
      for (name, value) in [
        ("fetch.prune", "true"), ("fetch.pruneTags", "true"), ("fetch.recurseSubmodules", "true"),
        ("fetch.output", "compact"), ("push.followTags", "true"), ("push.default", "nothing"),
        ("push.recurseSubmodules", "only"), ("remote.origin.mirror", "true"),
        ("remote.origin.tagOpt", "--tags"), ("color.ui", "always"), ("gc.auto", "1"),
        ("remote.origin.fetch", "+refs/tags/*:refs/heads/*"),
      ] { try bob.git("config", name, value) }
      try home.hub.git("tag", "v1", "main")
      try home.hub.git("branch", "side", "main")
      try bob.git("tag", "-a", "-m", "mine", "mine")
      try bob.git("update-ref", "refs/remotes/origin/gone", "HEAD")
      let variables = [
        "GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere", "GIT_NAMESPACE": "x",
        "GIT_QUARANTINE_PATH": "/nowhere", "GIT_WORK_TREE": "/nowhere", "LANGUAGE": "de",
        "GIT_OBJECT_DIRECTORY": "/nowhere", "LC_ALL": "de_DE.UTF-8",
      ]
      var process = bob.with(variables).process(["habit", "--repo", bob.root, "log", "water"])
      #expect(try process.run().status == 0)
      process = bob.with(variables).process(["habit", "--repo", bob.root, "sync"])
      let told = try process.run()
      #expect(told.status == 0, "\(told)")
      #expect(try bob.git("tag").output == "mine\n")
      #expect(try bob.git("branch", "--all", "--format=%(refname)").output.contains("origin/gone"))
      #expect(
        try home.hub.git("for-each-ref", "--format=%(refname)")
          == "refs/heads/main\nrefs/heads/side\nrefs/tags/v1"
      )
      #expect(try home.logs().count == 1)
      #expect(!bob.exists(".git/FETCH_HEAD"))
    }

    @Test func `a pre-push hook of the user's own runs, and may refuse`() throws {
      let bob = try home.join("bob", at: home.hub.address(over: .http))
      let log = try bob.log(at: 1)
      _ = try bob.shell(
        "cd \(bob.root)/.git/hooks 2>/dev/null || { mkdir \(bob.root)/.git/hooks; cd \(bob.root)/.git/hooks; }"
          + "; printf '#!/bin/sh\\necho not on Sunday >&2; exit 1\\n' >pre-push; chmod +x pre-push"
      )
      try expect(try bob.habit("sync"), 77, saying: "not on Sunday")
      _ = try bob.shell("rm \(bob.root)/.git/hooks/pre-push")
      try bob.must("sync")
      try home.expect([log], on: bob)
    }

    @Test func `a password in .netrc opens, without a terminal`() throws {
      let bob = try home.join("bob")
      try bob.follow(home.hub.address(at: "basic/"))
      try expectRefusal(77, of: bob)
      _ = try bob.shell("umask 077; echo machine 127.0.0.1 login ada password secret >.netrc")
      try bob.must("sync")
      #expect(try home.logs().count == 1)
    }

    @Test(arguments: [["ProxyCommand"], ["ControlMaster"]])
    func `the configuration of ssh holds`(what: [String]) throws {
      let bob = try Machine("bob")
      let port = home.hub.shellPort
      let lines =
        what == ["ProxyCommand"]
        ? "ProxyCommand sh -c 'touch \(bob.home.path)/used; exec python3 \(bob.home.path)/pipe'"
        : "Port \(port)\n  ControlMaster auto\n  ControlPath \(bob.home.path)/used\n  ControlPersist 20"
      _ = try bob.shell("cat >pipe", input: pipe(to: port))
      _ = try bob.shell(
        "mkdir -m 700 .ssh; cat \(home.hub.keys)/ssh_config >.ssh/config; cat >>.ssh/config",
        input: """

          Host hub
            HostName 127.0.0.1
            HostKeyAlias [127.0.0.1]:\(port)
            IdentityFile \(home.hub.keys)/key
            \(lines)

          """
      )
      // ssh looks for its configuration in the home of the account, not in HOME.
      try bob.configure("core.sshCommand", "ssh -F \(bob.home.path)/.ssh/config")
      try bob.must("clone", "hub:\(home.hub.path)")
      let log = try bob.log(at: 1)
      let start = ContinuousClock.now
      try bob.must("sync")
      #expect(.now - start < .seconds(40), "what stays for the next connection is not waited for")
      #expect(try bob.shell("test -e used").status == 0)
      _ = try bob.shell("ssh -F .ssh/config -O exit hub")
      try home.expect([log], on: bob)
    }

    /// A program that passes its streams on to a port.
    private func pipe(to port: Int) -> String {
      """
      import os, select, socket
      s = socket.create_connection(("127.0.0.1", \(port)))
      ways = {0: s, s: 1}
      while True:
          for end in select.select(list(ways), [], [])[0]:
              data = s.recv(65536) if end is s else os.read(0, 65536)
              if not data: raise SystemExit
              os.write(1, data) if end is s else s.sendall(data)
      """
    }

    @Test func `two devices share their logs through git-remote-gcrypt`() throws {
      let ada = try Machine("ada")
      let key = try ada.shell(
        """
        mkdir -m 700 .gnupg && printf 'batch\\nno-tty\\n' >.gnupg/gpg.conf && gpg --batch --quiet --passphrase '' --quick-gen-key \
          ada@example.org default default never && git config --global user.email ada@example.org \
          && git config --global gcrypt.participants simple && git config --global user.name Ada \
          && git config --global gcrypt.require-explicit-force-push false
        """
      )
      try #require(key.status == 0, "git-remote-gcrypt and gnupg are needed: \(key)")
      let hub = try GitServers.hub()
      let address = "gcrypt::\(hub.path)"
      try ada.must("add", "Drink water", "--goal", "8 glasses")
      try ada.must("remote", "add", "origin", address)
      let log = try ada.log(at: 1)
      let sent = try ada.habit("sync", "--timeout", "120")
      #expect(sent.status == 0, "\(sent)")
      let bob = try Machine("bob")
      _ = try bob.shell("cp -r \(ada.home.path)/.gnupg \(ada.home.path)/.gitconfig .")
      try bob.must("clone", address)
      let other = try bob.log(at: 2)
      try bob.must("sync", "--timeout", "120")
      try ada.must("sync", "--timeout", "120")
      #expect(try Set(ada.logs()) == [log, other])
      #expect(try ada.read(Household.water) == bob.read(Household.water))
      #expect(try !hub.git("cat-file", "--batch-all-objects", "--batch").contains("09:00:01"))
      for machine in [ada, bob] {
        #expect(try machine.must("sync", "--timeout", "120").output.contains("has everything"))
        _ = try machine.shell("gpgconf --kill all")
      }
    }

    @Test func `a bundle is cloned, fetched from, and not pushed to`() throws {
      let log = try home.first.log(at: 1)
      let bob = try Machine("bob")
      let made = try home.first.git("bundle", "create", bob.home.path + "/h.bundle", "HEAD", "main")
      try #require(made.status == 0, "\(made)")
      let told = try bob.must("clone", "h.bundle")
      #expect(told.errors.contains("habit remote remove origin"), "\(told)")
      #expect(try bob.logs() == [log])
      #expect(try bob.must("sync").status == 0)
      let mine = try bob.log(at: 2)
      try expect(try bob.habit("sync"), 78, saying: "bundle")
      try bob.must("remote", "remove", "origin")
      try bob.must("remote", "add", "origin", home.hub.address(over: .http))
      try bob.must("sync")
      #expect(try home.logs() == [log, mine])
    }

    @Test(arguments: [Transport.path, .http])
    func `a remote with SHA-256 names is named as what it is`(transport: Transport) throws {
      let hub = try GitServers.hub()
      let bob = try home.join("bob", with: home.shell())
      let git = "git init -q --bare --object-format=sha256 \(hub.path)"
      _ = try bob.shell(
        """
        rm -rf \(hub.path); \(git); git init -q --object-format=sha256 s; cd s
        git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; git push -q \(hub.path) HEAD:main
        """
      )
      let told = try bob.habit("clone", hub.address(over: transport), "other")
      try expect(told, 78, saying: "SHA-256")
      #expect(!told.text.contains("committed here"))
      try bob.follow(hub.address(over: transport))
      try expectRefusal(78, of: bob, saying: "SHA-256")
    }

    @Test(arguments: [Transport.path, .http])
    func `an empty remote with SHA-256 names is named as what it is`(transport: Transport) throws {
      let hub = try GitServers.hub()
      let bob = try home.join("bob", with: home.shell())
      let git = "git init -q --bare --object-format=sha256 -b main \(hub.path)"
      _ = try bob.shell("rm -rf \(hub.path); \(git)")
      try bob.git("update-ref", "-d", "refs/habit/published-to/origin/main")
      try bob.follow(hub.address(over: transport))
      try expectRefusal(78, of: bob, saying: "SHA-256")
    }

    @Test(arguments: ["gopher://h/x", "foo::https://u:PW@h/x", "ext::sh -c true", "fd::7"])
    func `a URL that git has no program for is refused at once`(address: String) throws {
      let bob = try home.join("bob")
      let told = try bob.habit("remote", "add", "other", address)
      try expect(told, 64, saying: "git-remote-")
      #expect(!told.text.contains("PW"))
      #expect(try bob.must("remote", "list").output.split(separator: "\n").count == 1)
      try expect(try bob.habit("clone", address, "other"), 64)
    }

    @Test(
      arguments: [
        "ssh://u:PW@127.0.0.1:1/x", "ftp://u:PW@127.0.0.1:1/x", "https://u:PW@127.0.0.1:1/x",
        "git+ssh://u:PW@127.0.0.1:1/x", "http://PW@127.0.0.1:1/x",
      ]
    )
    func `a password in any URL is shown nowhere`(address: String) throws {
      let bob = try home.join("bob")
      var said = try bob.must("remote", "add", "other", address).text
      for arguments in [
        ["remote", "list"], ["remote", "list", "--json"], ["sync", "other"],
        ["sync", "other", "--json"], ["sync", "--status", "--json"], ["sync", "--status"],
        ["clone", address, "again"],
      ] { said += try bob.process(["habit"] + arguments).run().text }
      #expect(said.contains("127.0.0.1"))
      #expect(!said.contains("PW"), "\(said)")
    }
  }
}
