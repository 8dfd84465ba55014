@_spi(_Unicode) import Swift

/// The directory name of a habit or a user: `[a-z0-9][a-z0-9-]{0,49}`.
///
/// It never changes, even if the habit or user is renamed.
public struct Slug<Named>: Hashable, Comparable, Sendable {
  /// The text, which is also the directory's name.
  public let text: String

  public static var longest: Int { 50 }

  public init?(_ text: some StringProtocol) {
    let text = String(text)
    guard (1...Slug.longest).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "-"),
      text.utf8.allSatisfy(\.isSlugCharacter)
    else { return nil }
    self.text = text
  }

  public static func < (left: Slug, right: Slug) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

public typealias HabitID = Slug<Habit>

public typealias UserID = Slug<Profile>

extension UserID {
  public static let guest = UserID(checked: "guest")
}

extension Slug: CustomStringConvertible {
  public var description: String { text }
}

extension UInt8 {
  var isSlugCharacter: Bool {
    (0x61...0x7A).contains(self) || (0x30...0x39).contains(self) || self == UInt8(ascii: "-")
  }
}

// MARK: From a name

extension Slug {
  private init(checked text: String) {
    self.text = text
  }

  /// The slug of a name: the same on every device.
  ///
  /// Latin letters lose accents and case, Greek and Cyrillic ones become Latin; runs of anything else
  /// become `-`. When that dropped a letter, digit or symbol, or the result was cut, `-` and four
  /// hexadecimal digits of a hash of the name in NFC follow, so that two such names get different
  /// slugs. A name without any of these characters gets the digits alone.
  public init(naming name: Name) {
    var slug = ""
    var dropped = false
    for scalar in name.text.unicodeScalars.flatMap(\.slugScalars) {
      let letters = scalar.latinLetters
      if !letters.isEmpty {
        slug += letters
      } else if scalar.isCombiningMark {
        continue
      } else {
        dropped = dropped || scalar.isLetterDigitOrSymbol
        if !slug.isEmpty, slug.last != "-" { slug += "-" }
      }
    }
    while slug.last == "-" { slug.removeLast() }
    let hash = Slug.hash(of: name.text)
    let room = Slug.longest - hash.utf8.count - 1
    if slug.utf8.count > Slug.longest {
      dropped = true
    }
    if dropped {
      slug = String(slug.prefix(room))
      while slug.last == "-" { slug.removeLast() }
    }
    self.text = slug.isEmpty ? hash : dropped ? "\(slug)-\(hash)" : slug
  }

  /// The slug for a name of which a habit with this start has this one already: followed by four
  /// hexadecimal digits of a hash of both, the same on every device that knows that habit.
  public func besides(start: Day, for name: Name) -> Slug {
    let hash = Slug.hash(of: "\(name.text)\n\(start)")
    var head = String(text.prefix(Slug.longest - hash.utf8.count - 1))
    while head.last == "-" { head.removeLast() }
    return Slug(checked: "\(head)-\(hash)")
  }

  /// Whether it is four hexadecimal digits, which say nothing to a reader.
  public var isHash: Bool {
    text.utf8.count == 4 && text.allSatisfy(\.isHexDigit)
  }

  /// Four hexadecimal digits: FNV-1a of the UTF-8 bytes, 32 bits folded to 16.
  ///
  /// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
  private static func hash(of text: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    return padded((hash >> 16) ^ (hash & 0xFFFF), 4, radix: 16)
  }
}

extension Unicode.Scalar {
  /// Itself without its accent, or in Latin letters; nothing for a letter that only softens another.
  fileprivate var slugScalars: [Unicode.Scalar] {
    guard let letters = Romanization.letters(of: self) else { return Array(String(self)._nfd) }
    return letters.unicodeScalars.filter { $0 != "'" }
  }

  fileprivate var isLetterDigitOrSymbol: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber,
      .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default:
      false
    }
  }
}
