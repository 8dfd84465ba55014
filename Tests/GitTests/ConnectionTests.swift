import Foundation
import Git
import TestSupport
import Testing

/// Servers that are not git servers, or none at all.
@Suite(.gitServers) struct ConnectionTests {
  @Test(arguments: ["git", "http", "ssh"])
  func `a closed port is offline`(scheme: String) throws {
    let error = try error(at: "\(scheme)://127.0.0.1:\(try freePort())/x.git")
    #expect(error?.kind == .remote(.refused), "\(String(describing: error))")
  }

  @Test(arguments: ["git", "http", "ssh"])
  func `a host without a name is not found`(scheme: String) throws {
    let error = try error(at: "\(scheme)://no-such-host.invalid/x.git")
    // Without any network the system cannot know.
    let isKnown = [.remote(.hostNotFound), .remote(.offline)].contains(error?.kind)
    #expect(isKnown, "\(String(describing: error))")
    #expect(error?.message.contains("no-such-host.invalid") == true)
  }

  @Test(arguments: ["git", "http"])
  func `a silent server ends at the timeout`(scheme: String) async throws {
    let server = try server(saying: nil)
    let start = ContinuousClock.now
    let error = try error(at: "\(scheme)://127.0.0.1:\(server.port)/x.git", timeoutSeconds: 0.5)
    #expect(error?.kind == .remote(.timedOut), "\(String(describing: error))")
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test(arguments: ["HELLO, WHO IS THERE?\\n", "220 mail ESMTP\\r\\n", "000", ""])
  func `a server of another protocol is refused`(greeting: String) throws {
    let server = try server(saying: greeting)
    let error = try error(at: "git://127.0.0.1:\(server.port)/x.git")
    let isGarbage = [.remote(.notGit), .remote(.disconnected)].contains(error?.kind)
    #expect(isGarbage, "\(String(describing: error))")
  }

  @Test func `an unknown URL scheme is named`() throws {
    let error = try error(at: "gopher://127.0.0.1/x.git")
    #expect(error?.kind == .remote(.unknownScheme("gopher")))
  }

  private func error(at address: String, timeoutSeconds: Double = 20) throws -> GitError? {
    var clone = try Clone(of: try GitServers.hub(), at: address)
    clone.network.timeoutSeconds = timeoutSeconds
    return clone.failure()
  }

  /// A server that says something and hangs up, or says nothing and stays.
  private func server(saying greeting: String?) throws -> Server {
    try Server { port in
      HabitProcess(
        [
          "python3", "-c",
          """
          import socket
          s = socket.create_server(("127.0.0.1", \(port)))
          kept = []
          while True:
              kept.append(s.accept()[0])
              if \(greeting == nil ? "True" : "False"): continue
              try:
                  kept[-1].send(b"\(greeting ?? "")")
                  kept[-1].recv(9999)
                  kept[-1].close()
              except OSError: pass
          """,
        ],
        environment: ["PATH": "/usr/bin:/bin"],
        in: URL(filePath: "/")
      )
    }
  }
}
