import Foundation
import TestSupport
import Testing

/// Files beside the repository that nobody has any business with, and what runs by itself.
struct Bait {
  private let machine: Machine
  /// A word that stands in these files alone.
  static let secret = "HONEYPOT"

  /// A computer whose home is copied for all others.
  private static let pattern = Result { try laid() }

  init(on machine: Machine) throws {
    self.machine = machine
    try FolderCopy.copy(Bait.pattern.get().home, into: machine.home)
  }

  private static func laid() throws -> Machine {
    let machine = try Machine()
    try machine.shell(
      """
      mkdir -p bait/habits/read bait/read
      for file in bait/habits/read bait/read; do
        echo '{"name": "\(Bait.secret)", "start": "2026-01-01"}' >$file/habit.json
        echo '{"2026-02-27": {"progress": 7, "note": "\(Bait.secret)"}}' >$file/2026.json
      done
      echo '{"name": "\(Bait.secret)"}' >bait/profile.json
      cp bait/read/*.json bait
      echo '\(Bait.secret)' >bait/secret
      chmod -R go= bait; chmod 600 bait/*.json bait/secret
      # What a synced file may name, a person may have: it must not run on a stranger's word.
      cat >.gitconfig <<'END'
      [filter "evil"]
      clean = touch ~/bait/ran; cat
      smudge = touch ~/bait/ran; cat
      process = touch ~/bait/ran
      [filter "lfs"]
      clean = touch ~/bait/ran; cat
      smudge = touch ~/bait/ran; cat
      process = touch ~/bait/ran
      [merge "evil"]
      driver = touch ~/bait/ran
      [diff "evil"]
      textconv = touch ~/bait/ran
      command = touch ~/bait/ran
      END
      """
    )
    return machine
  }

  /// What the files are, what they hold, and when they were written.
  func state() throws -> [String] {
    let bait = machine.home.appending(path: "bait")
    let paths = FileManager.default.enumerator(atPath: bait.path)?.compactMap { $0 as? String }
    return try (["."] + (paths ?? [])).sorted().map { path in
      let file = bait.appending(path: path).path
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
        .sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue): \($0.value)" }
      let contents = FileManager.default.contents(atPath: file) ?? Data()
      return "\(path) \(attributes) \(String(decoding: contents, as: UTF8.self))"
    }
  }

  /// What lies in the home folder.
  func neighbours() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: machine.home.path).sorted()
  }
}

/// Whatever the program says, a terminal obeys none of it, and it gives nobody away.
func expectSafe(
  _ said: Transcript,
  _ comment: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = said.output + said.errors
  let obeyed = text.unicodeScalars.first { scalar in
    switch scalar.value {
    case 0x0A: false
    case 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
    case 0x200B, 0x200E, 0x200F, 0x61C, 0x2060...0x2064, 0xE0000...0xE007F: true
    default: scalar.properties.generalCategory == .control
    }
  }
  #expect(obeyed == nil, "\(comment): \(text.debugDescription)", sourceLocation: sourceLocation)
  for secret in [Bait.secret, "root:x:0"] {
    #expect(!text.contains(secret), "\(comment): \(text)", sourceLocation: sourceLocation)
  }
}
