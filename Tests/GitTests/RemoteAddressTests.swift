import Git
import Testing

@Suite struct RemoteAddressTests {
  @Test(
    arguments: [
      ("/a/b", .local(path: "/a/b")), ("../b", .local(path: "../b")), ("b", .local(path: "b")),
      ("./a:b", .local(path: "./a:b")), ("a/b:c", .local(path: "a/b:c")),
      ("file:///a%20b", .local(path: "/a b")), ("FILE:///a", .local(path: "/a")),
      ("git://h/a", .network), ("http://h/a", .network), ("https://h:1/a", .network),
      ("ssh://h/a", .network), ("GIT+SSH://h/a", .network), ("h:a/b", .network),
      ("u@h:/a", .network), ("[h:22]:a", .network), ("[::1]:a", .network),
      ("ftp://h/a", .helper("ftp")), ("gopher://h/a", .helper("gopher")),
      ("gcrypt::ssh://h/a", .helper("gcrypt")), ("ext::sh -c x", .helper("ext")),
      ("ext::/a", .helper("ext")),
    ] as [(String, RemoteAddress.Kind)]
  )
  func `an address is of a kind`(text: String, kind: RemoteAddress.Kind) {
    #expect(RemoteAddress(text).kind == kind)
  }

  @Test(arguments: [
    ("https://ada:secret@h/a", "https://h/a"), ("https://t0ken@h:1/a", "https://h:1/a"),
    ("http://h/a@b", "http://h/a@b"), ("https://a@b:c@h/", "https://h/"),
    ("ssh://git@h/a", "ssh://git@h/a"), ("ssh://u:secret@h/a", "ssh://u@h/a"),
    ("git+ssh://u:secret@h/a", "git+ssh://u@h/a"), ("ssh://:secret@h/a", "ssh://h/a"),
    ("ftp://u:secret@h/a", "ftp://h/a"), ("http+git://u:secret@h/a", "http+git://h/a"),
    ("gcrypt::https://u:secret@h/a", "gcrypt::https://h/a"),
    ("https://ada:x@h/a?token=secret#y", "https://h/a?***"), ("https://h/a?t=1", "https://h/a?***"),
    ("ssh://:@h/a", "ssh://h/a"), ("https://h/a?", "https://h/a?"), ("/a?b", "/a?b"),
    ("gcrypt::ssh://u:secret@h/a", "gcrypt::ssh://u@h/a"), ("git@h:a", "git@h:a"), ("/a@b", "/a@b"),
  ]) func `a URL is shown without its password and its query`(text: String, shown: String) {
    #expect(RemoteAddress(text).description == shown)
    let told = RemoteAddress(text).redacting("fatal: '\(text)' is away")
    #expect(!told.contains("secret") && !told.contains("t=1"), "\(told)")
  }

  @Test(arguments: [
    ("https://ada:s%41@h/a", "no https://h/a, *** or ***"), ("ssh://ada@h/a", "no ssh://ada@h/a"),
    ("ssh://ada:s%41@h/a", "no ssh://ada@h/a, *** or ***"), ("ssh://:@h/a", "no ssh://h/a"),
  ]) func `a message is shown without a URL's password`(text: String, shown: String) {
    let message = "no \(text)" + (text.contains("%") ? ", s%41 or sA" : "")
    #expect(RemoteAddress(text).redacting(message) == shown)
  }
}
