internal import Posix

/// The last line of a page that was written together with others.
///
/// It says whose the page is, what it was made from, and how large it is without this line. A file
/// without it is another's.
struct PageMark {
  let owner: String
  /// Of what the page was made from.
  let digest: UInt64
  /// In bytes.
  let size: Int
  /// Of all that the pages of the user were made from, in the page that was written last.
  let inputs: UInt64?

  private static let words = ["habit", "page", "of"]
  /// No mark is longer, in bytes.
  private static let longest = 200

  init(owner: String, digest: UInt64, size: Int, inputs: UInt64?) {
    self.owner = owner
    self.digest = digest
    self.size = size
    self.inputs = inputs
  }

  /// The mark of a file; nil when it has none, or is no regular file.
  init?(of name: String, on disk: Disk) {
    let tail = disk.tail(of: name, atMost: PageMark.longest) ?? []
    let line = String(decoding: tail, as: UTF8.self).split(separator: "\n").last ?? ""
    let words = line.split(separator: " ").dropFirst().map(String.init)
    guard words.count >= 6, Array(words.prefix(3)) == PageMark.words,
      let digest = UInt64(words[4], radix: 16), let size = Int(words[5])
    else { return nil }
    let inputs = words.count > 6 ? UInt64(words[6], radix: 16) : nil
    self.init(owner: words[3], digest: digest, size: size, inputs: inputs)
  }

  /// The line as a comment of HTML or roff.
  func line(in ending: PageFolder.Ending) -> String {
    let words = PageMark.words + [owner, String(digest, radix: 16), "\(size)"]
    let last = inputs.map { [String($0, radix: 16)] } ?? []
    let text = (words + last).joined(separator: " ")
    return switch ending {
    case .html: "<!-- \(text) -->\n"
    case .roff: ".\\\" \(text)\n"
    }
  }

  /// A number that tells texts from others.
  static func digest(of texts: [String]) -> UInt64 {
    var fingerprint = Fingerprint()
    for text in texts {
      fingerprint.mix(text.utf8)
      fingerprint.mix([0])
    }
    return fingerprint.digest
  }
}
