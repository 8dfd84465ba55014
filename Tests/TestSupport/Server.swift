import Foundation
import Glibc

/// A program that listens on a port of 127.0.0.1; it is ended when nobody holds it any more.
public final class Server: Sendable {
  /// The port.
  public let port: Int
  private let process: RunningProcess

  /// Starts a server on a free port, and waits until it listens.
  ///
  /// A port that was free may be taken a moment later; then another one is tried.
  ///
  /// - Parameter start: Makes the program for a port.
  /// - Throws: When it does not listen.
  public init(_ start: (Int) throws -> HabitProcess) throws {
    var last = ""
    for _ in 0..<5 {
      let port = try freePort()
      var program = try start(port)
      program.endsWithTests = true
      let process = try program.start()
      let end = ContinuousClock.now + .seconds(20)
      while process.isRunning, .now < end {
        if listens(port), process.isRunning {
          (self.port, self.process) = (port, process)
          return
        }
        usleep(2_000)
      }
      process.kill()
      last = try process.wait().description
    }
    throw ServerError(description: "no server: \(last)")
  }

  /// Ends the server and what it started.
  public func stop() {
    process.kill()
  }
}

/// A server that does not start.
struct ServerError: Error, CustomStringConvertible {
  let description: String
}

/// A port that nobody listens on at this moment.
public func freePort() throws -> Int {
  try unsafe withSocket { file, address, size in
    var size = size
    guard unsafe bind(file, address, size) == 0, unsafe getsockname(file, address, &size) == 0
    else { throw ServerError(description: "no free port: errno \(errno)") }
    let port = unsafe UnsafeRawPointer(address).load(as: sockaddr_in.self).sin_port
    return Int(UInt16(bigEndian: port))
  }
}

/// Whether somebody listens there.
private func listens(_ port: Int) -> Bool {
  unsafe withSocket(port: port) { file, address, size in unsafe connect(file, address, size) == 0 }
}

/// Lends a socket and an address of 127.0.0.1.
private func withSocket<Value>(
  port: Int = 0,
  _ body: (Int32, UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Value
) rethrows -> Value {
  let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  defer { close(file) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return try unsafe withUnsafeMutablePointer(to: &address) { address in
    try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      try unsafe body(file, address, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
