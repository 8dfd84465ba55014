import Git
import Testing

@Suite struct RemoteAddressTests {
  @Test(
    arguments: [
      ("/a/b", .local(path: "/a/b")), ("../b", .local(path: "../b")), ("b", .local(path: "b")),
      ("./a:b", .local(path: "./a:b")), ("a/b:c", .local(path: "a/b:c")),
      ("file:///a%20b", .local(path: "/a b")), ("FILE:///a", .local(path: "/a")),
      ("git://h/a", .git), ("http://h/a", .http), ("https://h:1/a", .https),
      ("gopher://h/a", .unknown(scheme: "gopher")),
    ] as [(String, RemoteAddress.Kind)]
  )
  func `an address is of a kind`(text: String, kind: RemoteAddress.Kind) {
    #expect(RemoteAddress(text).kind == kind)
  }

  @Test(
    arguments: [
      ("ssh://h/a/b", "h", nil, "/a/b"), ("ssh://u@h:22/a", "u@h", "22", "/a"),
      ("ssh://h/~u/a", "h", nil, "~u/a"), ("git+ssh://h/a%20b", "h", nil, "/a b"),
      ("ssh://[::1]:22/a", "::1", "22", "/a"), ("ssh://u@[::1]/a", "u@::1", nil, "/a"),
      ("h:a/b", "h", nil, "a/b"), ("u@h:/a", "u@h", nil, "/a"), ("h:~/a:b", "h", nil, "~/a:b"),
      ("[h:22]:a", "h", "22", "a"), ("[u@h:22]:a", "u@h", "22", "a"), ("[::1]:a", "::1", nil, "a"),
    ] as [(String, String, String?, String)]
  )
  func `a place of ssh has its parts`(
    text: String,
    destination: String,
    port: String?,
    path: String
  ) throws {
    guard case .ssh(let place) = RemoteAddress(text).kind else {
      Issue.record("\(RemoteAddress(text).kind)")
      return
    }
    #expect(place.destination == destination)
    #expect(place.port == port)
    #expect(place.path == path)
  }

  @Test(arguments: [
    ("https://ada:secret@h/a", "https://h/a"), ("https://t0ken@h:1/a", "https://h:1/a"),
    ("http://h/a@b", "http://h/a@b"), ("https://a@b:c@h/", "https://h/"),
    ("ssh://git@h/a", "ssh://git@h/a"), ("git@h:a", "git@h:a"), ("/a@b", "/a@b"),
  ]) func `what is shown is no secret`(text: String, shown: String) {
    #expect(RemoteAddress(text).description == shown)
  }
}
