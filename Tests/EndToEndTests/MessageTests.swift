import Foundation
import TestSupport
import Testing

/// Each message of a command, and each hint, stands in a session, behind an input that causes it.
@Suite struct MessageTests {
  /// What stands in no session, and what it takes to cause it.
  private static let others = [
    "no repository could be made at ...": "a disk that refuses it",
    "... records would not arrive, the first of them ...; nothing changed": "a fault of habit",
    "... did not end within ... seconds": "a time limit",
    "... and ... came, which are one file on this disk": "a disk of another kind",
    "another habit is writing and does not end": "a time limit",
    "... keeps changing": "a race",
    "others kept pushing to ...; what is here is not published yet": "a race",
    "... was left for another branch during the sync": "a race",
    "...: a web page answers instead of git; networks do that until one logs in": "a server",
    "a terminal shows no PDF": "a terminal",
    "a server is running already": "a server",
    "nothing changed": "a terminal",
    "lighttpd is missing": "a system without it",
    "the password has less than 8 characters": "a terminal",
    "the passwords differ; nothing changed": "a terminal",
    "openssl is missing": "a terminal",
    "the day has not come": "a key of habit day",
    "no habit had begun": "a key of habit day",
    "no habit of this day has \"...\" in its name": "a key of habit day",
    "openssl made no hash of the password: ...": "a terminal",
    "the form's day, age or number is wrong": "a page for a phone",
    "the form says nothing to do": "a page for a phone",
    // Hints.
    "a date is as in 2026-03-01": "a page for a phone",
    "habit day yesterday": "a terminal",
    "habit report ... -T mdoc shows what it was given": "a time limit",
    "habit web --stop": "a server",
    "install the package lighttpd": "a system without it",
    "install the package openssl": "a terminal",
    "keep one of them": "a file of a megabyte, merged by a sync",
    "log in with a browser, or see the URL with: habit remote list": "a server",
    "rename one where both can be: git mv ... NEW-NAME": "a disk of another kind",
    "see habit-hosting(7), PROXIES": "a server",
    "to change it, send the field sure with 1": "a page for a phone",
  ]

  @Test func `every message stands in a session, or is told why it cannot`() throws {
    let sessions = try Self.texts(in: Project.root.appending(path: "Tests"), of: "session")
      .flatMap { $0.split(separator: "\n") }
      .filter { line in Self.beginnings.contains { line.hasPrefix($0) } }
      // A command for git is told with the folder that it is for.
      .map { $0.replacing(#/git -C \S+ /#, with: "git ") }
    let messages = try Self.texts(in: Project.root.appending(path: "Sources"), of: "swift")
      .flatMap(Self.messages)
    #expect(messages.count > 350)
    for message in Set(messages) {
      let isShown = sessions.contains { Self.line($0, has: message) }
      let isListed = Self.others[message] != nil
      #expect(isShown != isListed, "\(message): \(isShown ? "listed and shown" : "in no session")")
    }
    #expect(Set(Self.others.keys).isSubset(of: messages))
  }

  private static let beginnings = ["habit: ", "hint: ", "  \"error\": ", "  \"hint\": "]

  private static func texts(in folder: URL, of kind: String) throws -> [String] {
    try Project.files(in: folder, extensions: [kind]).map {
      try String(contentsOf: $0, encoding: .utf8)
    }
  }

  /// The first literals behind a status and of hints, with `...` for each value; without letters there is
  /// nothing to look for.
  private static func messages(in source: String) -> [String] {
    let statuses =
      #/\.(?:conflict|usage|data|noInput|unavailable|cannotCreate|inputOutput|temporary|noPermission|configuration),\s*"/#
    let places = [source.ranges(of: statuses), source.ranges(of: #/\bhint:\s*"/#)].joined()
    return places.map { literal(source[$0.upperBound...]) }
      .filter { $0.replacing("...", with: "").count(where: \.isLetter) > 5 }
  }

  /// A literal up to its closing quote.
  private static func literal(_ source: Substring) -> String {
    var text = ""
    var rest = source
    while let next = rest.popFirst(), next != "\"" {
      guard next == "\\", let escaped = rest.popFirst() else {
        text.append(next)
        continue
      }
      guard escaped == "(" else {
        text.append(escaped == "n" ? "..." : String(escaped))
        continue
      }
      var (depth, isQuoted) = (1, false)
      while depth > 0, let inner = rest.popFirst() {
        if inner == "\"" { isQuoted.toggle() }
        if !isQuoted, inner == "(" { depth += 1 }
        if !isQuoted, inner == ")" { depth -= 1 }
      }
      text += "..."
    }
    return text
  }

  private static func line(_ line: Substring, has message: String) -> Bool {
    var rest = line
    for piece in message.split(separator: "...") {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
