internal import Glibc

/// What is said with a proxy that speaks SOCKS, until it passes on whatever comes.
///
/// Source: RFC 1928 and RFC 1929, and for version 4 <https://www.openssh.com/txt/socks4a.protocol>.
struct SocksHandshake {
  private let proxy: Proxy
  private let end: ContinuousClock.Instant

  /// What is to be said until then.
  init(with proxy: Proxy, until end: ContinuousClock.Instant) {
    self.proxy = proxy
    self.end = end
  }

  /// Lets the proxy lead to a server.
  ///
  /// - Throws: why it does not.
  func lead(
    to host: String,
    _ port: String,
    sending send: ([UInt8]) throws(GitError) -> Void,
    receiving receive: (Int) throws(GitError) -> [UInt8]
  ) throws(GitError) {
    func answer(_ count: Int, version: UInt8) throws(GitError) -> [UInt8] {
      let bytes = try receive(count)
      guard bytes.count == count, bytes.first == version else {
        throw GitError(.proxy, "\(proxy.description) says nothing that is SOCKS")
      }
      return bytes
    }
    guard let number = UInt16(port) else { throw GitError(.offline, "\(port) is no port") }
    let place = [UInt8(number >> 8), UInt8(number & 255)]
    if proxy.language == .socks4a {
      let user = Array((proxy.user?.name ?? "").utf8)
      try send([4, 1] + place + [0, 0, 0, 1] + user + [0] + Array(host.utf8) + [0])
      switch try answer(8, version: 0)[1] {
      case 90: return
      case 92, 93: throw proxy.refusal
      default: throw failure(1, host)
      }
    }
    let user = proxy.user
    try send(user == nil ? [5, 1, 0] : [5, 2, 0, 2])
    switch (try answer(2, version: 5)[1], user) {
    case (0, _): break
    case (2, let user?):
      try send(try [1] + counted(user.name) + counted(user.password))
      guard try answer(2, version: 1)[1] == 0 else { throw proxy.refusal }
    default: throw proxy.refusal
    }
    try send(try [5, 1, 0] + target(host) + place)
    let head = try answer(4, version: 5)
    guard head[1] == 0 else { throw failure(head[1], host) }
    // Where the proxy itself stands follows, which matters to nobody.
    let length = head[3] == 1 ? 4 : head[3] == 4 ? 16 : Int(try receive(1).first ?? 0)
    _ = try receive(length + 2)
  }

  /// The server as the proxy is to look for it.
  private func target(_ host: String) throws(GitError) -> [UInt8] {
    let isName = [AF_INET, AF_INET6].allSatisfy { family in
      var bytes = in6_addr()
      return unsafe inet_pton(family, host, &bytes) != 1
    }
    if isName, proxy.language == .socks5h { return [3] + (try counted(host)) }
    let address = try Socket.address(of: host, until: end)
    return [address.count == 4 ? 1 : 4] + address
  }

  /// A text with its length before it.
  private func counted(_ text: String) throws(GitError) -> [UInt8] {
    guard let count = UInt8(exactly: text.utf8.count) else {
      throw GitError(.proxy, "a text of more than 255 bytes cannot be said to \(proxy.description)")
    }
    return [count] + Array(text.utf8)
  }

  /// Why the proxy does not lead there, which it says as a number.
  private func failure(_ code: UInt8, _ host: String) -> GitError {
    let (failure, words): (RemoteFailure, String) =
      switch code {
      case 2: (.forbidden, "does not allow the way to \(host)")
      case 3: (.offline, "has no way to the network of \(host)")
      case 4: (.offline, "has no way to \(host)")
      case 5: (.refused, "was refused by \(host)")
      case 6: (.timedOut, "waited for \(host) in vain")
      default: (.offline, "does not reach \(host)")
      }
    return GitError(failure, "\(proxy.description) \(words)")
  }
}
