import Foundation
import TestSupport
import Testing

extension Faults {
  /// A hub that leads those who ask it elsewhere, to be given what is not its own.
  @Suite struct RedirectTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    /// Where it leads them; `EVIL` stands for the address of a listener, `HOME` for theirs.
    static let ways = [
      "http://x%0aurl=https%3a%2f%2fgithub.com%2f@EVIL/other.git/info/refs",
      "http://x%0d%0ahost=github.com%0aprotocol=https@EVIL/other.git/info/refs",
      "http://EVIL/other.git/info/refs?service=git-upload-pack",
      "http://ada@EVIL/other.git/info/refs?service=git-upload-pack",
      "https://EVIL/other.git/info/refs?service=git-upload-pack",
      "http://localhost:PORT/other.git/info/refs?service=git-upload-pack",
      "http://github.com@EVIL/other.git/info/refs?service=git-upload-pack",
      "file:///etc/passwd", "file://HOME/.git-credentials/info/refs",
      "ext::sh -c 'touch HOME/touched'/info/refs", "git://EVIL/other.git/info/refs",
      "--upload-pack=touch HOME/touched/info/refs",
      "ssh://-oProxyCommand=touch%20HOME/touched/info/refs", "",
    ]

    @Test(arguments: ways, [false, true])
    func `a redirection gets no password, erases none, and runs nothing`(
      way: String,
      isAfterLogin: Bool
    ) throws {
      let bob = try home.join("bob")
      let evil = try Listener()
      let target = way.replacing("EVIL", with: "127.0.0.1:\(evil.port)")
        .replacing("PORT", with: "\(evil.port)").replacing("HOME", with: bob.home.path)
      let hub = try Listener(leadingTo: target, wanting: isAfterLogin ? "ada:hubsecret" : "")
      let store = """
        https://ada:ghp_token@github.com
        http://ada:hubsecret@127.0.0.1:\(hub.port)

        """
      try bob.configure("credential.helper", "store")
      _ = try bob.shell("cat >.git-credentials", input: store)
      let address = "http://127.0.0.1:\(hub.port)/hub.git"
      try bob.follow(address)
      let log = try bob.log(at: 1)
      for arguments in [["sync"], ["sync", "--status"], ["clone", address, "other"]] {
        let told = try bob.process(["habit"] + arguments).run()
        #expect((told.status != 0) == (arguments.count != 2), "\(arguments): \(told)")
        #expect(!told.text.contains("hubsecret") && !told.text.contains("ghp_token"), "\(told)")
        #expect(arguments[0] != "clone" || !told.text.contains("committed here"), "\(told)")
      }
      let kept = try bob.shell("cat .git-credentials; ls touched").output
      // A hub that was given its own password may say that it is wrong, and then git forgets it.
      #expect(isAfterLogin ? kept.contains("ghp_token@github.com\n") : kept == store, "\(kept)")
      #expect(!kept.contains("touched") && kept.split(separator: "\n").count <= 2, "\(kept)")
      let received = try evil.received().lowercased()
      #expect(!received.contains("authorization"), "\(received)")
      #expect(!received.contains("ghp_token") && !received.contains("hubsecret"), "\(received)")
      #expect(try bob.logs() == [log])
      #expect(try bob.complaints() == "")
    }
  }
}

/// A web server that writes down what it gets, and leads elsewhere or wants a password.
private struct Listener {
  let port: Int
  private let server: Server
  private let folder: TemporaryFolder

  /// A server that redirects there, to itself where that is empty, once it has been given this user
  /// and password; without an address it only wants them.
  init(leadingTo address: String? = nil, wanting user: String = "") throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    server = try Server { port in
      HabitProcess(
        ["python3", "-c", script, "\(port)", address ?? "none", user],
        environment: ["PATH": "/usr/bin:/bin"],
        in: folder.url
      )
    }
    port = server.port
  }

  /// Everything that it was sent.
  func received() throws -> String {
    folder.exists("received") ? try folder.read("received") : ""
  }
}

private let script = """
  import base64, socketserver, sys
  port, target, user = int(sys.argv[1]), sys.argv[2], sys.argv[3]
  wanted = "basic " + base64.b64encode(user.encode()).decode().lower()

  class Handler(socketserver.BaseRequestHandler):
      def handle(self):
          data = b""
          self.request.settimeout(2)
          try:
              while b"\\r\\n\\r\\n" not in data and (more := self.request.recv(65536)): data += more
          except OSError: pass
          with open("received", "ab") as file: file.write(data)
          place = "/hub.git/info/refs?service=git-upload-pack" if target == "" else target
          if target == "none" or user and wanted not in data.decode("latin1").lower():
              head = "401 Unauthorized\\r\\nWWW-Authenticate: Basic realm=\\"x\\""
          else:
              head = "302 Found\\r\\nLocation: " + place
          answer = f"HTTP/1.1 {head}\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n"
          try: self.request.sendall(answer.encode())
          except OSError: pass

  class Server(socketserver.ThreadingTCPServer):
      allow_reuse_address, daemon_threads = True, True

  Server(("127.0.0.1", port), Handler).serve_forever()
  """
