import Foundation
import TestSupport
import Testing

/// Each message of a command stands in a session, behind an input that causes it.
@Suite struct MessageTests {
  /// What stands in no session, and what it takes to cause it.
  private static let others = [
    "no repository could be made at ...": "a disk that refuses it",
    "... belongs to another user, who could not change what root writes there":
      "root and another user",
    "... records would not arrive, the first of them ...; nothing changed": "a fault of habit",
    "sqlite3 could not make ...: ...": "a full disk",
    "...: the page would be larger than ... KiB": "a large page",
    "...: the page would take more than ... steps": "a large page",
    "... did not end within ... seconds": "a time limit",
    "... and ... came, which are one file on this disk": "a disk of another kind",
    "another habit is writing and does not end": "a time limit",
    "... keeps changing": "a race",
    "what came has the path ..., which git forbids": "a crafted tree",
    "others kept pushing to ...; what is here is not published yet": "a race",
    "a git merge is under way, and it touches ..., too": "a merge that goes on",
    "... was left for another branch during the sync": "a race",
    "...: a web page answers instead of git; networks do that until one logs in": "a server",
    "... was made by a newer git than the one here": "a newer git",
    "a terminal shows no PDF": "a terminal",
    "a server is running already": "a server",
    "a server cannot be told of the folder ...": "a folder of an odd name",
    "nothing changed": "a terminal",
    "lighttpd is missing": "a system without it",
    "the password has less than 8 characters": "a terminal",
    "the passwords differ; nothing changed": "a terminal",
    "openssl is missing": "a terminal",
    "the day has not come": "a key of habit day",
    "no habit had begun": "a key of habit day",
    "no habit of this day has \"...\" in its name": "a key of habit day",
    "openssl made no hash of the password: ...": "a terminal",
  ]

  @Test func `every message stands in a session, or is told why it cannot`() throws {
    let sessions = try Self.texts(in: Project.root.appending(path: "Tests"), of: "session")
      .flatMap { $0.split(separator: "\n") }
      .filter { $0.hasPrefix("habit: ") || $0.hasPrefix("  \"error\": ") }
    let messages = try Self.texts(in: Project.root.appending(path: "Sources"), of: "swift")
      .flatMap(Self.messages)
    #expect(messages.count > 150)
    for message in Set(messages) {
      let isShown = sessions.contains { Self.line($0, has: message) }
      let isListed = Self.others[message] != nil
      #expect(isShown != isListed, "\(message): \(isShown ? "listed and shown" : "in no session")")
    }
    #expect(Set(Self.others.keys).isSubset(of: messages))
  }

  private static func texts(in folder: URL, of kind: String) throws -> [String] {
    try Project.files(in: folder, extensions: [kind]).map {
      try String(contentsOf: $0, encoding: .utf8)
    }
  }

  /// The first literals behind a status, with `...` for each value; without letters there is nothing
  /// to look for.
  private static func messages(in source: String) -> [String] {
    let statuses =
      #/\.(?:conflict|usage|data|noInput|unavailable|cannotCreate|inputOutput|temporary|noPermission|configuration),\s*"/#
    return source.matches(of: statuses)
      .map { literal(source[$0.range.upperBound...]) }
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
