import Foundation
import Glibc
import Synchronization
import TestSupport

/// A port that passes everything on to another port of this computer, and can be told to break.
final class Line: Sendable {
  /// The port.
  let port: Int
  private let server: Server
  private let folder: TemporaryFolder
  private let orders = Mutex(0)

  /// What happens to the bytes of all connections, counted from now on and together.
  enum Order {
    /// They arrive.
    case pass
    /// Connections are taken, and nothing more happens.
    case hang
    /// When so many bytes have gone this way, every connection breaks, and no other comes about.
    case cut(Direction, after: Int)
    /// When so many bytes have gone this way, nothing arrives any more.
    case stall(Direction, after: Int)
    /// Each piece takes so long.
    case slow(milliseconds: Int)
    /// When there is this file, every connection breaks.
    case lose(path: String)

    fileprivate var text: String {
      switch self {
      case .pass: "pass"
      case .hang: "hang"
      case .cut(let direction, let bytes): "cut \(direction) \(bytes)"
      case .stall(let direction, let bytes): "stall \(direction) \(bytes)"
      case .slow(let milliseconds): "slow \(milliseconds)"
      case .lose(let path): "lose \(path)"
      }
    }
  }

  /// Which way bytes go.
  enum Direction: String, CaseIterable {
    /// To the server.
    case up
    /// From the server.
    case down
  }

  /// A line to a port.
  init(to target: Int) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    try folder.write("0 pass", to: "order")
    server = try Server { port in
      HabitProcess(
        ["python3", "-c", script, "\(port)", "\(target)"],
        environment: ["PATH": "/usr/bin:/bin"],
        in: folder.url
      )
    }
    port = server.port
  }

  /// A line to the server of an address, and the address through the line.
  static func through(_ address: String) throws -> (line: Line, address: String) {
    guard let target = address.firstMatch(of: #/:(\d+)/#).flatMap({ Int($0.1) }) else {
      throw Unexpected(description: "\(address) has no port")
    }
    let line = try Line(to: target)
    return (line, address.replacing(":\(target)", with: ":\(line.port)"))
  }

  /// Says what happens from now on.
  func set(_ order: Order) throws {
    let number = orders.withLock { number in
      number += 1
      return number
    }
    try folder.write("\(number) \(order.text)", to: "next")
    let (next, place) = (folder.url.path + "/next", folder.url.path + "/order")
    guard unsafe rename(next, place) == 0 else {
      throw Unexpected(description: "no order: errno \(errno)")
    }
  }

  /// How many bytes went this way since the last order.
  func count(_ direction: Direction) throws -> Int {
    // The proxy counts before it passes on: what has arrived is counted.
    Int(try folder.read("\(direction)")) ?? 0
  }
}

private let script = """
  import os, socket, struct, sys, threading, time
  port, target = int(sys.argv[1]), int(sys.argv[2])
  listener = socket.create_server(("127.0.0.1", port), backlog=100)
  guard = threading.Lock()
  order, counts, ends, broken = None, {}, set(), False

  def obey():
      global order, counts, broken
      words = open("order").read().split()
      if words != order:
          order, counts, broken = words, {"up": 0, "down": 0}, False
          note()
      return words[1:]

  def note():
      for way in counts:
          with open(way + ".next", "w") as file: file.write(str(counts[way]))
          os.replace(way + ".next", way)

  def shut():
      global broken
      broken = True
      for end in list(ends):
          try: end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
          except OSError: pass
          try: end.shutdown(socket.SHUT_RDWR)
          except OSError: pass

  def carry(source, sink, way):
      try:
          while True:
              data = source.recv(4096)
              with guard:
                  what = obey()
                  if broken or not data: break
                  if what[0] == "lose" and os.path.exists(what[1]): shut(); break
                  isLast = False
                  if what[0] in ("cut", "stall") and what[1] == way:
                      data = data[:max(0, int(what[2]) - counts[way])]
                      isLast = counts[way] + len(data) >= int(what[2])
                  counts[way] += len(data)
                  note()
              if what[0] == "slow": time.sleep(int(what[1]) / 1000)
              sink.sendall(data)
              if isLast and what[0] == "stall": time.sleep(3600)
              if isLast:
                  with guard: shut()
                  break
      except OSError: pass
      # What nobody knows any more is closed: of thousands of connections some would get no number.
      with guard: ends.discard(source)
      for end in source, sink:
          try: end.shutdown(socket.SHUT_WR if end is sink else socket.SHUT_RD)
          except OSError: pass

  kept = []
  with guard: obey()
  while True:
      client = listener.accept()[0]
      with guard: what = obey()
      if what[0] == "hang": kept.append(client); continue
      if broken: client.close(); continue
      try: server = socket.create_connection(("127.0.0.1", target))
      except OSError: client.close(); continue
      for end in client, server: end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
      ends.update((client, server))
      for source, sink, way in (client, server, "up"), (server, client, "down"):
          threading.Thread(target=carry, args=(source, sink, way), daemon=True).start()
  """
