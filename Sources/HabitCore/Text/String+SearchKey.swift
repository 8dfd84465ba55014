@_spi(_Unicode) import Swift

extension String {
  /// The key by which texts that differ only in accents, case and white space are equal.
  public var searchKey: String {
    var key = ""
    for scalar in prefix(1024)._nfd where !scalar.isCombiningMark {
      if scalar.properties.isWhitespace {
        if !key.isEmpty, key.last != " " { key += " " }
      } else {
        let letters = scalar.latinLetters
        key += letters.isEmpty ? scalar.properties.lowercaseMapping : letters
      }
    }
    return key.last == " " ? String(key.dropLast()) : key
  }
}

extension Unicode.Scalar {
  /// The plain lower-case letters a Latin letter or digit becomes; nothing for anything else.
  var latinLetters: String {
    switch self {
    case "a"..."z", "0"..."9": String(self)
    case "A"..."Z": String(self).lowercased()
    case "ß", "ẞ": "ss"
    case "æ", "Æ": "ae"
    case "œ", "Œ": "oe"
    case "ø", "Ø": "o"
    case "đ", "Đ", "ð", "Ð": "d"
    case "þ", "Þ": "th"
    case "ł", "Ł": "l"
    case "ħ", "Ħ": "h"
    case "ŧ", "Ŧ": "t"
    case "ŋ", "Ŋ": "n"
    case "ı": "i"
    case "ĸ": "k"
    case "ſ": "s"
    default: ""
    }
  }

  /// Whether this is an accent of the letter before it.
  var isCombiningMark: Bool { (0x300...0x36F).contains(value) }
}
