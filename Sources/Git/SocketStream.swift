internal import CLibgit2
internal import CLinux
internal import Glibc

/// A connection of libgit2's own transports, `git://` and `http(s)://`, that does not wait for ever.
///
/// libgit2's connections know no end of patience before 1.7, and tell what is wrong only in words.
/// The structure of C is the first in ours, so that a pointer to one is a pointer to the other.
@unsafe struct SocketStream {
  private var stream = git_stream()
  private let conversation: Conversation
  private let host: String
  private let port: String
  private var socket: Int32 = -1
  /// The proxy that answers for the server, to requests that name it.
  private var proxy: Proxy?

  private static let registration = Result { () throws(GitError) in
    var registration = git_stream_registration()
    registration.version = GIT_STREAM_VERSION
    unsafe registration.`init` = { made, host, port in
      guard let made = unsafe made, let host = unsafe host, let port = unsafe port,
        let conversation = Conversation.current
      else { return -1 }
      let pointer = UnsafeMutablePointer<SocketStream>.allocate(capacity: 1)
      let stream = unsafe SocketStream(
        conversation,
        host: String(cString: host),
        port: String(cString: port)
      )
      unsafe pointer.initialize(to: stream)
      unsafe made.pointee = UnsafeMutableRawPointer(pointer)
        .assumingMemoryBound(to: git_stream.self)
      return 0
    }
    try check(unsafe git_stream_register(GIT_STREAM_STANDARD, &registration))
  }

  /// Makes libgit2 use such connections from now on, under TLS too.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/sys/stream/git_stream_register.html>
  static func register() throws(GitError) {
    try unsafe registration.get()
  }

  private init(_ conversation: Conversation, host: String, port: String) {
    unsafe self.conversation = conversation
    unsafe self.host = host
    unsafe self.port = port
    unsafe stream.version = GIT_STREAM_VERSION
    unsafe stream.connect = { stream in
      unsafe SocketStream.from(stream)?.pointee.connect() ?? -1
    }
    unsafe stream.read = { stream, buffer, size in
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
      return unsafe SocketStream.from(stream)?.pointee.read(into: buffer) ?? -1
    }
    unsafe stream.write = { stream, bytes, size, _ in
      let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size)
      return unsafe SocketStream.from(stream)?.pointee.write(bytes) ?? -1
    }
    unsafe stream.close = { stream in
      unsafe SocketStream.from(stream)?.pointee.close()
      return 0
    }
    unsafe stream.free = { stream in
      guard let this = unsafe SocketStream.from(stream) else { return }
      unsafe this.pointee.close()
      unsafe this.deinitialize(count: 1)
      unsafe this.deallocate()
    }
  }

  private static func from(
    _ pointer: UnsafeMutablePointer<git_stream>?
  ) -> UnsafeMutablePointer<SocketStream>? {
    unsafe UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: SocketStream.self)
  }
}

// MARK: What libgit2 calls

extension SocketStream {
  private mutating func connect() -> Int32 {
    unsafe conversation.connectedHost = host.lowercased()
    // Which proxy leads to a server is known when it is known whether TLS is spoken.
    guard unsafe conversation.web.proxies.isEmpty else { return 0 }
    do throws(GitError) {
      try unsafe open(.plain)
      return 0
    } catch {
      return unsafe conversation.giveUp(error)
    }
  }

  /// Connects to the server, or to the proxy that leads to it.
  private mutating func open(_ kind: Proxies.Kind) throws(GitError) {
    let end = unsafe conversation.network.patience
    guard let proxy = try unsafe conversation.web.proxies.proxy(to: host, kind) else {
      unsafe socket = try Socket.connect(host, port, until: end)
      return
    }
    do throws(GitError) {
      unsafe socket = try Socket.connect(proxy.host, proxy.port, until: end)
    } catch {
      throw GitError(error.kind, "the proxy " + error.message)
    }
    switch (proxy.language, kind) {
    case (.http, .plain): unsafe self.proxy = proxy
    case (.http, .secure): try unsafe tunnel(through: proxy)
    case (.socks4a, _), (.socks5, _), (.socks5h, _):
      try unsafe SocksHandshake(with: proxy, until: end).lead(
        to: host,
        port,
        sending: { (bytes) throws(GitError) in try unsafe sendAll(bytes) },
        receiving: { (count) throws(GitError) in try unsafe receive(count) }
      )
    }
  }

  /// The next bytes, as many; fewer when there are no more.
  private func receive(_ count: Int) throws(GitError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var buffer = [UInt8](repeating: 0, count: count - bytes.count)
      let length = try unsafe transfer(POLLIN) { socket in
        unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
      }
      guard length > 0 else { break }
      bytes += buffer.prefix(length)
    }
    return bytes
  }

  /// Asks a proxy to pass on whatever comes.
  private func tunnel(through proxy: Proxy) throws(GitError) {
    let place = unsafe ProxiedRequest.place(host, port)
    let lines = ["CONNECT \(place) HTTP/1.1", "Host: \(place)"] + proxy.headers
    try unsafe sendAll(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    var answer = ProxyAnswer()
    // Byte by byte: what follows is the server's.
    while !answer.isWhole {
      guard let byte = try unsafe receive(1).first, answer.take(byte) else {
        throw GitError(.proxy, "\(proxy.description) says nothing that is HTTP")
      }
    }
    try answer.check(of: proxy)
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(GitError) {
      let count = try unsafe transfer(POLLIN) {
        unsafe recv($0, buffer.baseAddress, buffer.count, 0)
      }
      if let proxy = unsafe proxy {
        let start = unsafe Array(buffer.prefix(min(count, ProxyAnswer.longestLine)))
        try ProxyAnswer(start).checkAuthorization(by: proxy)
      }
      return count
    } catch {
      return unsafe Int(conversation.giveUp(error))
    }
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    do throws(GitError) {
      // TLS begins with a record of this type, and HTTP with a letter.
      if unsafe socket < 0 { try unsafe open(unsafe bytes.first == 0x16 ? .secure : .plain) }
      guard let proxy = unsafe proxy,
        let request = unsafe ProxiedRequest(Array(bytes), to: host, port, through: proxy)
      else { return try unsafe send(bytes) }
      try unsafe sendAll(request.bytes)
      return bytes.count
    } catch {
      return unsafe Int(conversation.giveUp(error))
    }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(GitError) -> Int {
    try unsafe transfer(POLLOUT) {
      unsafe Glibc.send($0, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  private func sendAll(_ bytes: [UInt8]) throws(GitError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try unsafe transfer(POLLOUT) { socket in
        unsafe rest.withUnsafeBytes {
          unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      }
      rest = rest.dropFirst(count)
    }
  }

  private func transfer(_ events: Int32, _ body: (Int32) -> Int) throws(GitError) -> Int {
    let network = unsafe conversation.network
    let socket = unsafe socket
    while true {
      let ready = try Descriptor.wait(for: [(socket, events)], until: network.patience)
      guard !ready.isEmpty else { throw GitError.silence(of: network) }
      let count = body(socket)
      if count >= 0 { return count }
      guard errno == EAGAIN || errno == EINTR else { throw GitError(socket: errno, unsafe host) }
    }
  }

  private mutating func close() {
    guard unsafe socket >= 0 else { return }
    unsafe Glibc.close(socket)
    unsafe socket = -1
  }
}

/// Opening a connection of TCP.
enum Socket {
  /// Tries all addresses of a host in their order.
  ///
  /// - Returns: a socket that never waits by itself.
  /// - Throws: what was wrong with the last address.
  fileprivate static func connect(
    _ host: String,
    _ port: String,
    until end: ContinuousClock.Instant
  ) throws(GitError) -> Int32 {
    let found = try unsafe find(host, port, until: end)
    defer { unsafe freeaddrinfo(found) }
    var failure = GitError(.hostNotFound, "\(host) has no address")
    var next = unsafe found
    while let address = unsafe next?.pointee {
      do throws(GitError) {
        return try unsafe open(address, host, until: end)
      } catch {
        failure = error
      }
      unsafe next = address.ai_next
    }
    throw failure
  }

  /// The bytes of a host's address; of the older kind where there is one, since that leads further
  /// from a computer of which nothing is known.
  static func address(
    of host: String,
    until end: ContinuousClock.Instant
  ) throws(GitError) -> [UInt8] {
    let found = try unsafe find(host, "0", until: end)
    defer { unsafe freeaddrinfo(found) }
    var addresses: [[UInt8]] = []
    var next = unsafe found
    while let address = unsafe next?.pointee {
      let bytes = unsafe UnsafeRawBufferPointer(
        start: address.ai_addr,
        count: Int(address.ai_addrlen)
      )
      // Source: sockaddr_in and sockaddr_in6 of netinet/in.h.
      if unsafe address.ai_family == AF_INET { unsafe addresses.append(Array(bytes[4..<8])) }
      if unsafe address.ai_family == AF_INET6 { unsafe addresses.append(Array(bytes[8..<24])) }
      unsafe next = address.ai_next
    }
    guard let shortest = addresses.min(by: { $0.count < $1.count }) else {
      throw GitError(.hostNotFound, "\(host) has no address")
    }
    return shortest
  }

  /// All addresses of a host, to be freed.
  private static func find(
    _ host: String,
    _ port: String,
    until end: ContinuousClock.Instant
  ) throws(GitError) -> UnsafeMutablePointer<addrinfo>? {
    var found: UnsafeMutablePointer<addrinfo>?
    let left = max(.zero, ContinuousClock.now.duration(to: end))
    let code = unsafe linux_find_addresses(host, port, Int(left / .milliseconds(1)), &found)
    guard code == 0 else {
      if code == linux_nobody_answered {
        throw GitError(.timedOut, "\(host): nobody told its address in time")
      }
      let words = unsafe String(cString: gai_strerror(code))
      throw GitError(code == EAI_AGAIN ? .offline : .hostNotFound, "\(host): \(words)")
    }
    return unsafe found
  }

  private static func open(
    _ address: addrinfo,
    _ host: String,
    until end: ContinuousClock.Instant
  ) throws(GitError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = unsafe Glibc.socket(address.ai_family, type, address.ai_protocol)
    guard socket >= 0 else { throw GitError(socket: errno, host) }
    do throws(GitError) {
      if unsafe Glibc.connect(socket, address.ai_addr, address.ai_addrlen) != 0 {
        guard errno == EINPROGRESS else { throw GitError(socket: errno, host) }
        try finish(socket, host, until: end)
      }
      return socket
    } catch {
      close(socket)
      throw error
    }
  }

  private static func finish(
    _ socket: Int32,
    _ host: String,
    until end: ContinuousClock.Instant
  ) throws(GitError) {
    let ready = try Descriptor.wait(for: [(socket, POLLOUT)], until: end)
    guard !ready.isEmpty else { throw GitError(socket: ETIMEDOUT, host) }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else { throw GitError(socket: code, host) }
  }
}

extension GitError {
  /// What the system says about a connection.
  fileprivate init(socket code: Int32, _ host: String) {
    let failure: RemoteFailure =
      switch code {
      case ECONNREFUSED: .refused
      case ETIMEDOUT: .timedOut
      case ECONNRESET, EPIPE, ECONNABORTED: .disconnected
      default: .offline
      }
    self.init(failure, unsafe "\(host): \(String(cString: strerror(code)))")
  }

  /// That the other side was silent for too long.
  static func silence(of network: Network) -> GitError {
    GitError(
      .timedOut,
      network.isOver ? "the time is over" : "no answer for \(network.silenceSeconds) s"
    )
  }
}
