import Foundation
import TestSupport
import Testing

extension Faults {
  /// Ways to the web that lead through a proxy.
  @Suite struct ProxyTests {
    let home: Household

    init() throws {
      home = try Household()
    }

    /// How a person says that there is a proxy.
    enum Saying: String, CaseIterable {
      case variable
      case anyVariable
      case setting
      case settingOfTheServer
      case settingOfTheRemote
    }

    @Test(arguments: ["http", "https"], Saying.allCases)
    func `devices share their logs through a proxy`(scheme: String, saying: Saying) throws {
      let proxy = try Proxy()
      let (bob, address) = try start("bob", scheme)
      let url = "http://127.0.0.1:\(proxy.port)"
      var variables: [String: String] = [:]
      switch saying {
      case .variable:
        variables = ["\(scheme)_proxy": url, "no_proxy": "example.org,0.0.1x, 10.0.0.0/8"]
      case .anyVariable: variables["ALL_PROXY"] = "127.0.0.1:\(proxy.port)/"
      case .setting:
        variables["\(scheme)_proxy"] = "http://127.0.0.1:9"
        try bob.configure("http.proxy", url)
      case .settingOfTheServer:
        try bob.configure("http.proxy", "")
        try bob.configure("http.\(address).proxy", url)
      case .settingOfTheRemote:
        try bob.configure("http.\(address).proxy", "http://127.0.0.1:9")
        try bob.configure("remote.origin.proxy", url)
      }
      let there = bob.with(variables)
      try there.must("clone", address)
      let log = try bob.log(at: 1)
      try there.must("sync")
      try home.expect([log], on: bob)
      let asked = try proxy.asked()
      let method =
        scheme == "http" ? #/(?:GET|POST) http:\/\/127.0.0.1:\d+\/.*/# : #/CONNECT localhost:\d+/#
      #expect(asked.count >= (scheme == "http" ? 5 : 2))
      for line in asked { #expect(try method.wholeMatch(in: line) != nil, "\(line)") }
    }

    @Test(arguments: ["http", "https"])
    func `a proxy's password opens, and is seen nowhere`(scheme: String) throws {
      let proxy = try Proxy(wanting: "ada:se cret")
      let (bob, address) = try start("bob", scheme)
      let variable = "\(scheme)_proxy"
      let place = "127.0.0.1:\(proxy.port)"
      let there = bob.with([variable: "http://ada:se%20cret@\(place)"])
      var said = try there.must("clone", address).text
      let log = try bob.log(at: 1)
      for arguments in [["sync", "--trace"], ["sync", "--json"]] {
        said += try there.process(["habit"] + arguments).run().text
      }
      try home.expect([log], on: bob)
      for user in ["", "ada:hunter2@"] {
        let told = try bob.with([variable: "http://\(user)\(place)"]).habit("sync")
        try expect(told, 77, saying: "407")
        said += told.text
      }
      #expect(!said.contains("cret") && !said.contains("hunter2"), "\(said)")
    }

    @Test(arguments: ["127.0.0.1", "*", "x, 127.0.0.0/8", "example.org,127.0.0.1/32"])
    func `no_proxy is respected`(exceptions: String) throws {
      let proxy = try Proxy()
      let (bob, address) = try start("bob", "http")
      let variables = [
        "http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": exceptions,
      ]
      try bob.with(variables).must("clone", address)
      try bob.configure("http.proxy", "")
      let there = bob.with(["http_proxy": variables["http_proxy"] ?? ""])
      try there.must("sync")
      try bob.configure("http.proxy", variables["http_proxy"] ?? "")
      try bob.configure("remote.origin.proxy", "")
      try there.must("sync")
      #expect(try proxy.asked() == [])
    }

    @Test(arguments: ["http", "https"])
    func `an unusable proxy is named`(scheme: String) throws {
      let (bob, address) = try start("bob", scheme)
      try bob.must("clone", address)
      func through(_ proxy: String) -> Machine { bob.with(["\(scheme)_proxy": proxy]) }
      let port = try freePort()
      try expect(try through("http://127.0.0.1:\(port)").habit("sync"), 75)
      let told = try through("http://ada:secret@:80").habit("sync")
      try expect(told, 78, saying: "proxy")
      #expect(!told.text.contains("secret"))
      let closed = try Proxy(answering: "403 Forbidden")
      try expect(try through("http://127.0.0.1:\(closed.port)").habit("sync"), 77, saying: "403")
      let broken = try Proxy(answering: "502 Bad Gateway")
      try expect(try through("http://127.0.0.1:\(broken.port)").habit("sync"), 75, saying: "502")
      let line = try Line(to: 9)
      try line.set(.hang)
      let start = ContinuousClock.now
      let silent = try through("http://127.0.0.1:\(line.port)").habit("sync", "--timeout", "2")
      try expect(silent, 75)
      #expect(.now - start < .seconds(20))
      try bob.must("sync")
    }

    @Test(arguments: ["http", "https"], ["socks5", "socks5h", "socks4a"])
    func `devices share their logs through a tunnel of ssh`(
      scheme: String,
      language: String
    ) throws {
      let port = try freePort()
      let tunnel = try HabitProcess(
        [
          "bash", "-c",
          "exec $GIT_SSH_COMMAND -N -D 127.0.0.1:\(port) -p \(home.hub.shellPort) 127.0.0.1",
        ],
        environment: home.hub.environment(),
        in: URL(filePath: home.hub.path)
      ).start()
      let (bob, address) = try start("bob", scheme)
      let there = bob.with(["all_proxy": "\(language)://127.0.0.1:\(port)"])
      let end = ContinuousClock.now + .seconds(10)
      while try there.habit("clone", address).status == 75, .now < end { usleep(50_000) }
      let log = try there.log(at: 1)
      try there.must("sync")
      try home.expect([log], on: bob)
      // It was the tunnel that led there.
      tunnel.kill()
      try expect(try there.habit("sync"), 75)
    }

    private func start(_ name: String, _ scheme: String) throws -> (Machine, address: String) {
      (try home.trusting(name), try home.address(over: scheme))
    }
  }
}

extension Household {
  /// A device without a clone that trusts the hub's web server.
  func trusting(_ name: String) throws -> Machine {
    let machine = try Machine(name)
    try machine.configure("http.sslCAInfo", hub.keys + "/certificate")
    return machine
  }

  /// The hub's address on its web server, as `http` or `https`.
  func address(over scheme: String) throws -> String {
    scheme == "http" ? hub.address(over: .http) : try hub.secureAddress()
  }
}

/// A proxy on a port of this computer, which writes down what it is asked.
private struct Proxy {
  let port: Int
  private let server: Server
  private let folder: TemporaryFolder

  /// A proxy that wants this user and password, unless that is empty, and answers everything so,
  /// unless that is empty.
  init(wanting user: String = "", answering answer: String = "") throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    server = try Server { port in
      HabitProcess(
        ["python3", "-c", proxyScript, "\(port)", user, answer],
        environment: ["PATH": "/usr/bin:/bin"],
        in: folder.url
      )
    }
    port = server.port
  }

  /// The first lines of what it was asked, without the version.
  func asked() throws -> [String] {
    guard folder.exists("asked") else { return [] }
    return try folder.read("asked").split(separator: "\n").map(String.init)
  }
}

private let proxyScript = """
  import base64, http.client, http.server, select, socket, sys, urllib.parse
  port, user, answer = int(sys.argv[1]), sys.argv[2], sys.argv[3]
  wanted = "Basic " + base64.b64encode(user.encode()).decode()

  class Proxy(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"

      def log_message(self, *_): pass

      def isRefused(self):
          with open("asked", "a") as file: file.write(self.command + " " + self.path + "\\n")
          status, words = answer.split(" ", 1) if answer else (None, None)
          if user and self.headers.get("Proxy-Authorization") != wanted:
              status, words = 407, "Proxy Authentication Required"
          if not status: return False
          self.send_response(int(status), words)
          if int(status) == 407: self.send_header("Proxy-Authenticate", 'Basic realm="x"')
          self.send_header("Content-Length", "0")
          self.send_header("Connection", "close")
          self.end_headers()
          self.close_connection = True
          return True

      def body(self):
          if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
              return self.rfile.read(int(self.headers.get("Content-Length", 0)))
          body = b""
          while size := int(self.rfile.readline(), 16):
              body += self.rfile.read(size)
              self.rfile.readline()
          self.rfile.readline()
          return body

      def do_GET(self):
          if self.isRefused(): return
          url = urllib.parse.urlsplit(self.path)
          assert url.scheme == "http", self.path
          headers = {k: v for k, v in self.headers.items()
              if k.lower() not in ("proxy-authorization", "transfer-encoding", "content-length")}
          server = http.client.HTTPConnection(url.hostname, url.port)
          server.request(self.command, url.path + ("?" + url.query if url.query else ""),
              body=self.body() or None, headers=headers)
          response = server.getresponse()
          data = response.read()
          self.send_response(response.status, response.reason)
          for name, value in response.getheaders():
              if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                  self.send_header(name, value)
          self.send_header("Content-Length", str(len(data)))
          self.end_headers()
          self.wfile.write(data)

      do_POST = do_GET

      def do_CONNECT(self):
          if self.isRefused(): return
          host, port = self.path.rsplit(":", 1)
          server = socket.create_connection((host, int(port)))
          self.send_response(200, "Connection established")
          self.end_headers()
          ends = {self.connection: server, server: self.connection}
          while True:
              for end in select.select(list(ends), [], [])[0]:
                  data = end.recv(65536)
                  if not data: server.close(); self.close_connection = True; return
                  ends[end].sendall(data)

  http.server.ThreadingHTTPServer(("127.0.0.1", port), Proxy).serve_forever()
  """
