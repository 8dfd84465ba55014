import Foundation
import TestSupport
import Testing

extension Faults {
  /// Passwords, tokens, keys: they open, or they do not, and are seen nowhere.
  @Suite struct SecretTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    /// How ada's password may reach a server.
    enum Password: String, CaseIterable {
      case inTheAddress
      case fromAHelper
      case asAToken
    }

    @Test(arguments: Password.allCases)
    func `a secret that opens is in no output, file or commit`(password: Password) throws {
      let bob = try Machine("bob")
      let address: String
      let secret: String
      switch password {
      case .inTheAddress:
        secret = "secret"
        address = home.hub.address(at: "basic/", as: "ada:secret@")
      case .fromAHelper:
        secret = "secret"
        address = home.hub.address(at: "basic/")
        try bob.configure(
          "credential.helper",
          "!f() { echo username=ada; echo password=secret; }; f"
        )
      case .asAToken:
        secret = "t0ken"
        address = home.hub.address(at: "token/")
        try bob.configure("http.extraHeader", "Authorization: Bearer t0ken")
      }
      var said = try bob.must("clone", address).text
      let log = try bob.log(at: 1)
      for arguments in [
        ["sync", "--trace"], ["sync", "--json"], ["sync", "--status"],
        ["sync", "--status", "--json"], ["remote", "list"], ["remote", "list", "--json"], ["check"],
      ] {
        let told = try bob.process(["habit"] + arguments).run()
        #expect(told.status == 0, "\(arguments): \(told)")
        said += told.text
      }
      try home.expect([log], on: bob)
      #expect(!said.contains(secret), "\(said)")
      let holders = try bob.shell("cd .local/share/habit && grep -rlF \(secret) . || true").output
      // An address is kept where git keeps it.
      #expect(holders == (password == .inTheAddress ? "./.git/config\n" : ""))
      let commits = try bob.git("log", "--all", "-p", "--format=fuller").output
      #expect(!commits.contains(secret))
    }

    @Test(arguments: Password.allCases)
    func `a secret that does not open is not said`(password: Password) throws {
      let bob = try home.join("bob")
      switch password {
      case .inTheAddress: try bob.follow(home.hub.address(at: "basic/", as: "ada:hunter2@"))
      case .fromAHelper:
        try bob.follow(home.hub.address(at: "basic/"))
        try bob.configure(
          "credential.helper",
          "!f() { echo $1 >>~/asked; echo username=ada; echo password=hunter2; }; f"
        )
      case .asAToken:
        try bob.follow(home.hub.address(at: "token/"))
        try bob.configure("http.extraHeader", "Authorization: Bearer hunter2")
      }
      try expectRefusal(77, of: bob)
      for arguments in [["sync"], ["sync", "--trace"], ["sync", "--json"]] {
        let told = try bob.process(["habit"] + arguments).run()
        #expect(told.status == 77)
        #expect(!told.text.contains("hunter2"), "\(told)")
      }
      guard password == .fromAHelper else { return }
      let asked = try bob.shell("sort asked | uniq -c | tr -s ' '").output
      #expect(asked == " 4 erase\n 4 get\n", "once a sync, and said that it was wrong")
    }

    @Test func `without a terminal no password is asked for`() throws {
      let bob = try home.join("bob")
      try bob.follow(home.hub.address(at: "basic/"))
      let asking = try asking(bob)
      try expectRefusal(77, of: asking, saying: "Username")
      #expect(try bob.shell("cat asked").status == 1)
      try expect(try asking.habit("clone", home.hub.address(at: "basic/"), "other"), 77)
    }

    @Test(arguments: ["locked_key", "unknown_key", "no_key"])
    func `without a terminal no passphrase is asked for`(key: String) throws {
      let bob = try home.join("bob", over: .ssh)
      let options = home.shell("IdentityFile=\(home.hub.keys)/\(key)")
      let asking = try asking(bob.with(options))
      try expectRefusal(77, of: asking, saying: "Permission denied")
      #expect(try bob.shell("cat asked").status == 1)
    }

    @Test func `an agent's key opens`() throws {
      let bob = try home.join("bob", over: .ssh)
      let socket = bob.home.path + "/agent"
      let agent = try bob.process(["ssh-agent", "-D", "-a", socket]).start()
      while try bob.shell("test -S agent").status != 0, agent.isRunning { usleep(1_000) }
      let add = try bob.shell("SSH_AUTH_SOCK=\(socket) ssh-add -q \(home.hub.keys)/key")
      try #require(add.status == 0, "\(add)")
      let options = home.shell("IdentityAgent=\(socket)", "IdentityFile=none", "IdentitiesOnly=no")
      let log = try bob.log(at: 1)
      try bob.with(options).must("sync")
      try home.expect([log], on: bob)
      // Locked, it has no key for anybody, and asks nobody.
      _ = try bob.shell("printf '#!/bin/sh\\necho secret\\n' >ask; chmod +x ask")
      let lock = try bob.with([
        "SSH_AUTH_SOCK": socket, "SSH_ASKPASS": bob.home.path + "/ask",
        "SSH_ASKPASS_REQUIRE": "force",
      ]).shell("ssh-add -qx")
      try #require(lock.status == 0, "\(lock)")
      let start = ContinuousClock.now
      try expect(try bob.with(options).habit("sync"), 77, saying: "Permission denied")
      #expect(.now - start < .seconds(20))
      agent.kill()
      try expect(try bob.with(options).habit("sync"), 77, saying: "Permission denied")
    }

    @Test(arguments: Transport.allCases.filter { [.ssh, .scp].contains($0) })
    func `a host that is not known, or another than it was, is refused`(
      transport: Transport
    ) throws {
      let bob = try home.join("bob", over: transport)
      let unknown = home.shell("UserKnownHostsFile=/dev/null")
      try expectRefusal(77, of: asking(bob.with(unknown)), saying: "Host key verification failed")
      let changed = home.shell("UserKnownHostsFile=\(home.hub.keys)/changed_hosts")
      let told = try bob.with(changed).habit("sync")
      try expect(told, 77, saying: "REMOTE HOST IDENTIFICATION HAS CHANGED")
      let fresh = try Machine("fresh").with(unknown)
      try expect(try fresh.habit("clone", home.hub.address(over: transport)), 77)
      #expect(try bob.shell("cat asked").status == 1)
    }

    @Test func `an untrusted certificate is refused`() throws {
      let bob = try home.join("bob")
      try bob.follow(home.hub.secureAddress())
      try expectRefusal(77, of: bob, saying: "certificate")
      try bob.configure("http.sslCAInfo", home.hub.keys + "/certificate")
      try bob.must("sync")
      #expect(try home.logs().count == 1)
    }

    @Test(arguments: [(days: 1, status: 75), (-1, 77)] as [(days: Int, status: Int32)])
    func `a certificate that has expired is refused`(days: Int, status: Int32) throws {
      let bob = try home.join("bob")
      let make = """
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key \
          -out request -subj /CN=localhost && echo subjectAltName=DNS:localhost >names &&
        openssl x509 -req -in request -signkey key -days \(days) -extfile names -out certificate
        """
      let made = try bob.shell(make)
      try #require(made.status == 0, "\(made)")
      // It knows nothing of git, and hangs up once it has been trusted.
      let server = try Server { port in
        bob.process([
          "python3", "-c",
          """
          import socket, ssl
          context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
          context.load_cert_chain("certificate", "key")
          listener = socket.create_server(("127.0.0.1", \(port)))
          while True:
              try: context.wrap_socket(listener.accept()[0], server_side=True).recv(9)
              except OSError: pass
          """,
        ])
      }
      try bob.configure("http.sslCAInfo", bob.home.path + "/certificate")
      try bob.follow("https://localhost:\(server.port)/hub.git")
      try expectRefusal(status, of: bob, saying: status == 77 ? "certificate" : "")
    }

    /// The computer with programs that notice when somebody is asked.
    private func asking(_ machine: Machine) throws -> Machine {
      let script = "#!/bin/sh\\necho \"$@\" >>\(machine.home.path)/asked\\necho secret\\n"
      _ = try machine.shell("printf '\(script)' >ask; chmod +x ask")
      let ask = machine.home.path + "/ask"
      return machine.with([
        "SSH_ASKPASS": ask, "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": ":0",
      ])
    }
  }
}

extension Machine {
  /// Sets a value for all of the person's repositories.
  func configure(_ name: String, _ value: String) throws {
    let told = try process(["git", "config", "--global", name, value]).run()
    guard told.status == 0 else { throw Unexpected(description: "\(told)") }
  }
}
