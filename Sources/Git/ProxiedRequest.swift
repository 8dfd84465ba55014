/// A request to a server of the web, as a proxy wants it: with the server's name in its first line.
struct ProxiedRequest {
  let bytes: [UInt8]

  /// The request that some bytes are; nil when they are none, but what follows one.
  ///
  /// libgit2 writes the whole head of a request at once.
  init?(_ bytes: [UInt8], to host: String, _ port: String, through proxy: Proxy) {
    guard ["GET /", "POST /"].contains(where: { bytes.starts(with: $0.utf8) }),
      bytes.suffix(4).elementsEqual("\r\n\r\n".utf8),
      let path = bytes.firstIndex(of: UInt8(ascii: "/")),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      bytes[...end].suffix(11).elementsEqual(" HTTP/1.1\r\n".utf8)
    else { return nil }
    let place = "http://" + ProxiedRequest.place(host, port)
    let headers = proxy.headers.map { $0 + "\r\n" }.joined()
    self.bytes =
      bytes[..<path] + Array(place.utf8) + bytes[path...end] + Array(headers.utf8)
      + bytes[end...].dropFirst()
  }

  /// A host and a port, as they stand in an address.
  static func place(_ host: String, _ port: String) -> String {
    "\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}

extension Proxy {
  /// What a request says to the proxy itself.
  var headers: [String] { authorization.map { ["Proxy-Authorization: \($0)"] } ?? [] }
}

/// What a proxy answers itself.
struct ProxyAnswer {
  private var bytes: [UInt8]
  private static let mostBytes = 65_536
  /// How much of an answer says what kind it is.
  static let longestLine = 256

  /// An answer that begins so.
  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// Takes the next byte; false when there are too many.
  mutating func take(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    return bytes.count <= ProxyAnswer.mostBytes
  }

  /// Whether its head has come, which is all of it.
  var isWhole: Bool { bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) }

  /// What its first line says; nil when it is no answer.
  private var status: (code: Int, words: Substring)? {
    guard bytes.starts(with: "HTTP/1.".utf8) else { return nil }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let code = Int(words[1].prefix(3)) else { return nil }
    return (code, words[1])
  }

  /// Sees that the proxy does what it was asked.
  ///
  /// - Throws: why not.
  func check(of proxy: Proxy) throws(GitError) {
    try checkAuthorization(by: proxy)
    guard let status else {
      throw GitError(.proxy, "\(proxy.description) says nothing that is HTTP")
    }
    guard !(200..<300).contains(status.code) else { return }
    let failure: RemoteFailure = status.code == 403 ? .forbidden : .status(status.code)
    throw GitError(failure, "\(proxy.description) says \(status.words)")
  }

  /// Sees that the proxy lets us through, in an answer that may be the server's.
  ///
  /// - Throws: when it wants to know who we are.
  func checkAuthorization(by proxy: Proxy) throws(GitError) {
    if status?.code == 407 { throw proxy.refusal }
  }
}
