import Foundation
import Git
import TestSupport
import Testing

/// Connections that break after ever more bytes.
@Suite(.gitServers) struct BrokenLineTests {
  enum Direction: String, CaseIterable {
    case up
    case down
  }

  @Test(arguments: [Transport.git, .http], Direction.allCases)
  func `a broken line is an error, and leaves both sides sound`(
    transport: Transport,
    direction: Direction
  ) throws {
    let hub = try GitServers.hub()
    let sound = try Clone(of: hub, at: hub.path)
    try sound.publish(["x": "0\n"])
    let yours = try clone(of: hub, over: transport, direction)
    try repeatUntilDone { try !yours.fetch().isEmpty }
    try yours.folder.judge()
    let mine = try clone(of: hub, over: transport, direction)
    try mine.folder.git("pull", "--quiet", hub.path, "main")
    let commit = try mine.folder.commit(["x": "1\n"])
    // What arrived before the line broke may be on its way while the next push asks for it.
    try repeatUntilDone { try mine.push().verdict == .accepted }
    #expect(try hub.git("rev-parse", "refs/heads/main") == commit.hex)
    #expect(try hub.git("fsck", "--strict", "--no-dangling") == "")
    try mine.folder.judge()
  }

  /// A clone on a line of its own.
  private func clone(
    of hub: Hub,
    over transport: Transport,
    _ direction: Direction
  ) throws -> Clone {
    let target = try #require(URL(string: hub.address(over: transport))?.port)
    let line = try breakingLine(to: target, direction)
    let address = hub.address(over: transport).replacing(#/:\d+\//#, with: ":\(line.port)/")
    return try Clone(of: hub, at: address, through: line)
  }

  /// Tries again after each failure, of which there must be some.
  private func repeatUntilDone(_ body: () throws -> Bool) throws {
    for round in 0..<200 {
      do {
        guard try body() else { continue }
        #expect(round > 0, "nothing broke")
        return
      } catch let error as GitError {
        guard case .remote = error.kind else {
          Issue.record("\(error.kind): \(error)")
          return
        }
      }
    }
    Issue.record("it never succeeds")
  }

  /// A port that passes everything on, but breaks each connection a little later than the one before.
  private func breakingLine(to target: Int, _ direction: Direction) throws -> Server {
    let script = """
      import socket, sys, threading
      port, target, up = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "up"
      listener = socket.create_server(("127.0.0.1", port))

      def carry(source, sink, left):
          try:
              while True:
                  data = source.recv(4096)
                  if not data: break
                  sink.sendall(data[:left])
                  left -= len(data)
                  if left <= 0: break
          except OSError: pass
          for end in source, sink:
              try: end.shutdown(socket.SHUT_RDWR)
              except OSError: pass

      left, endless = 1, 1 << 60
      while True:
          client = listener.accept()[0]
          server = socket.create_connection(("127.0.0.1", target))
          for source, sink, mine in (client, server, up), (server, client, not up):
              thread = threading.Thread(target=carry, args=(source, sink, left if mine else endless))
              thread.daemon = True
              thread.start()
          left += 37
      """
    return try Server { port in
      HabitProcess(
        ["python3", "-c", script, "\(port)", "\(target)", direction.rawValue],
        environment: ["PATH": "/usr/bin:/bin"],
        in: URL(filePath: "/")
      )
    }
  }
}
