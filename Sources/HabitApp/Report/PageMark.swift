internal import Posix

/// The last line of a page that was written together with others.
///
/// It names the page and its owner, and has digests of its source and of its contents without this line.
/// A file without a mark, or with another name than its mark, as a copy, is not a page of ours.
struct PageMark {
  /// The name of the page, without an ending.
  let name: String
  /// The id of the user it is about.
  let owner: String
  let repository: String
  /// Of the source of the page.
  let digest: UInt64
  /// Of the page without this line.
  let contents: UInt64
  /// Of the sources of all pages of the user, in the page that was written last.
  let inputs: UInt64?

  private static let words = ["habit", "page"]
  /// No mark is longer, in bytes.
  private static let longest = 300
}

extension PageMark {
  /// The mark of a file; nil when it has none, or is not a regular file.
  init?(of name: String, on disk: Disk) {
    guard disk.status(of: name) != nil,
      let tail = try? disk.end(of: name, bytes: PageMark.longest)
    else { return nil }
    let line = String(decoding: tail, as: UTF8.self).split(separator: "\n").last ?? ""
    let words = line.split(separator: " ").dropFirst().map(String.init)
    guard words.count >= 7, Array(words.prefix(2)) == PageMark.words,
      let digest = UInt64(words[5], radix: 16), let contents = UInt64(words[6], radix: 16)
    else { return nil }
    self.init(
      name: words[2],
      owner: words[3],
      repository: words[4],
      digest: digest,
      contents: contents,
      inputs: words.count > 7 ? UInt64(words[7], radix: 16) : nil
    )
  }

  /// The line as a comment of HTML or roff.
  func line(in ending: PageFolder.Ending) -> String {
    let numbers = [digest, contents, inputs].compactMap { $0.map { String($0, radix: 16) } }
    let text = (PageMark.words + [name, owner, repository] + numbers).joined(separator: " ")
    return switch ending {
    case .html: "<!-- \(text) -->\n"
    case .roff: ".\\\" \(text)\n"
    }
  }

  static func digest(of inputs: UInt64, _ digests: [UInt64]) -> UInt64 {
    digest(of: ([inputs] + digests).map { String($0, radix: 16) })
  }

  static func digest(of page: some Sequence<UInt8>) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(page)
    return fingerprint.digest
  }

  static func digest(of texts: [String]) -> UInt64 {
    var fingerprint = Fingerprint()
    for text in texts {
      fingerprint.mix(text.utf8)
      fingerprint.mix([0])
    }
    return fingerprint.digest
  }
}
