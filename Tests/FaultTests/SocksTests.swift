import Foundation
import TestSupport
import Testing

extension Faults {
  /// Ways to the web that lead through a proxy that speaks SOCKS.
  @Suite struct SocksTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    @Test(arguments: ["http", "https"], ["socks5", "socks5h", "socks4a"])
    func `devices share their logs through a tunnel of ssh`(
      scheme: String,
      language: String
    ) throws {
      let port = try freePort()
      let environment = home.hub.environment()
      let tunnel = try HabitProcess(
        [
          "bash", "-c",
          "exec $GIT_SSH_COMMAND -N -D 127.0.0.1:\(port) -p \(home.hub.shellPort) 127.0.0.1",
        ],
        environment: environment,
        in: URL(filePath: home.hub.path)
      ).start()
      let bob = try home.trusting("bob")
      let there = bob.with(["all_proxy": "\(language)://127.0.0.1:\(port)"])
      let address = try home.address(over: scheme)
      let end = ContinuousClock.now + .seconds(10)
      while try there.habit("clone", address).status == 75, .now < end { usleep(50_000) }
      let log = try there.log(at: 1)
      try there.must("sync")
      try home.expect([log], on: bob)
      // It was the tunnel that led there.
      tunnel.kill()
      try expect(try there.habit("sync"), 75, saying: "the proxy 127.0.0.1: connection refused")
    }

    @Test(
      arguments: ["http", "https"],
      [
        ("socks5", "5  127.0.0.1", "localhost"), ("socks5h", "5  localhost", "localhost"),
        ("socks5h", "5  127.0.0.1", "127.0.0.1"),
        ("socks5h", "5 ada:se cret localhost", "localhost"),
        ("socks5", "5 ada:se cret 127.0.0.1", "localhost"),
        ("socks4a", "4 ada localhost", "localhost"),
      ]
    )
    func `a proxy is told what it is to be told`(
      scheme: String,
      way: (language: String, told: String, host: String)
    ) throws {
      let isOpen = !way.told.contains("ada")
      let proxy = try SocksProxy(wanting: isOpen ? "" : "ada:se cret")
      let bob = try home.trusting("bob")
      let address = try home.address(over: scheme).replacing(
        #/localhost|127\.0\.0\.1/#,
        with: way.host
      )
      // The certificate is for a name.
      if way.host == "127.0.0.1" { try bob.configure("http.sslVerify", "false") }
      let user = isOpen ? "" : "ada:se%20cret@"
      try bob.configure("http.proxy", "\(way.language)://\(user)127.0.0.1:\(proxy.port)")
      var said = try bob.must("clone", address).text
      let log = try bob.log(at: 1)
      said += try bob.must("sync", "--trace").text
      try home.expect([log], on: bob)
      #expect(!said.contains("cret"))
      let asked = try proxy.asked()
      #expect(asked.count >= 2)
      for line in asked { #expect(line == way.told) }
    }

    @Test(arguments: ["http", "https"])
    func `a proxy that does not lead there says why`(scheme: String) throws {
      let bob = try home.trusting("bob")
      try bob.must("clone", try home.address(over: scheme))
      func through(_ proxy: String) throws -> Transcript {
        let told = try bob.with(["all_proxy": proxy]).habit("sync")
        #expect(!told.text.contains("hunter2"))
        return told
      }
      let closed = try SocksProxy(wanting: "ada:secret")
      let place = "127.0.0.1:\(closed.port)"
      for (user, words) in [("", "wants a"), ("ada:hunter2@", "does not take the")] {
        let told = try through("socks5://\(user)\(place)")
        try expect(told, 77, saying: "the proxy \(place) \(words) user and password")
      }
      try expect(try through("socks4a://\(place)"), 77, saying: "wants a user and password")
      let long = String(repeating: "hunter2", count: 40)
      try expect(try through("socks5://ada:\(long)@\(place)"), 78, saying: "255 bytes")
      for (code, status, words) in [
        (1, 75, "does not reach"), (2, 77, "does not allow the way to"), (3, 75, "has no way to"),
        (4, 75, "has no way to"), (5, 75, "was refused by"), (6, 75, "in vain"),
        (8, 75, "does not reach"),
      ] as [(Int, Int32, String)] {
        let broken = try SocksProxy(answering: code)
        try expect(try through("socks5h://127.0.0.1:\(broken.port)"), status, saying: words)
        if code == 1 {
          try expect(try through("socks4a://127.0.0.1:\(broken.port)"), 75, saying: words)
        }
      }
      // A server of the web is no such proxy.
      let web = home.hub.address(over: .http).firstMatch(of: #/:(\d+)/#)?.1 ?? ""
      try expect(
        try through("socks5h://127.0.0.1:\(web)"),
        78,
        saying: "says nothing that is SOCKS"
      )
      let line = try Line(to: 9)
      try line.set(.hang)
      let start = ContinuousClock.now
      let silent = bob.with(["all_proxy": "socks5h://127.0.0.1:\(line.port)"])
      try expect(try silent.habit("sync", "--timeout", "2"), 75)
      #expect(.now - start < .seconds(6))
      try bob.must("sync")
    }
  }
}

/// A proxy on a port of this computer that speaks SOCKS, and writes down what it is told.
private struct SocksProxy {
  let port: Int
  private let server: Server
  private let folder: TemporaryFolder

  /// A proxy that wants this user and password, unless that is empty, and answers with this code.
  init(wanting user: String = "", answering code: Int = 0) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    server = try Server { port in
      HabitProcess(
        ["python3", "-c", proxyScript, "\(port)", user, "\(code)"],
        environment: ["PATH": "/usr/bin:/bin"],
        in: folder.url
      )
    }
    port = server.port
  }

  /// What it was told: version, user and password, and host, of each connection.
  func asked() throws -> [String] {
    guard folder.exists("asked") else { return [] }
    return try folder.read("asked").split(separator: "\n").map(String.init)
  }
}

// Source: RFC 1928 and RFC 1929.
private let proxyScript = """
  import select, socket, socketserver, sys
  port, wanted, code = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])

  class Proxy(socketserver.StreamRequestHandler):
      def word(self, end=b"\\0"):
          text = b""
          while (byte := self.rfile.read(1)) != end: text += byte
          return text.decode()

      def counted(self): return self.rfile.read(self.rfile.read(1)[0]).decode()

      def handle(self):
          version = self.rfile.read(1)
          if version == b"\\5": host, port, user = self.version5()
          elif version == b"\\4": host, port, user = self.version4()
          else: return
          if host is None: return
          with open("asked", "a") as file: file.write(f"{version[0]} {user} {host}\\n")
          server = None if code else socket.create_connection((host, port))
          if version == b"\\5": self.request.sendall(bytes([5, code, 0, 3, 3]) + b"abc" + b"\\0\\0")
          else: self.request.sendall(bytes([0, 91 if code else 90]) + bytes(6))
          if code: return
          ends = {self.request: server, server: self.request}
          while True:
              for end in select.select(list(ends), [], [])[0]:
                  data = end.recv(65536)
                  if not data: server.close(); return
                  ends[end].sendall(data)

      def version5(self):
          methods = self.rfile.read(self.rfile.read(1)[0])
          method = 2 if wanted else 0
          if method not in methods: self.request.sendall(b"\\5\\xff"); return None, 0, ""
          self.request.sendall(bytes([5, method]))
          user = ""
          if wanted:
              assert self.rfile.read(1) == b"\\1"
              user = self.counted() + ":" + self.counted()
              self.request.sendall(bytes([1, user != wanted]))
              if user != wanted: return None, 0, ""
          assert self.rfile.read(3) == b"\\5\\1\\0"
          kind = self.rfile.read(1)[0]
          if kind == 3: host = self.counted()
          elif kind == 1: host = socket.inet_ntop(socket.AF_INET, self.rfile.read(4))
          else: host = socket.inet_ntop(socket.AF_INET6, self.rfile.read(16))
          return host, int.from_bytes(self.rfile.read(2), "big"), user

      def version4(self):
          assert self.rfile.read(1) == b"\\1"
          port = int.from_bytes(self.rfile.read(2), "big")
          assert self.rfile.read(4) == b"\\0\\0\\0\\1"
          user, host = self.word(), self.word()
          if user != wanted.split(":")[0]:
              self.request.sendall(bytes([0, 93]) + bytes(6))
              return None, 0, ""
          return host, port, user

  class Server(socketserver.ThreadingTCPServer):
      allow_reuse_address, daemon_threads = True, True

  Server(("127.0.0.1", port), Proxy).serve_forever()
  """
