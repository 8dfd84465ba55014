extension Unicode.Scalar {
  /// Whether this is a control character (Cc) or a line or paragraph separator.
  public var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether a script or an emoji needs this invisible character here.
  fileprivate func isNeeded(after before: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    guard let before, !before.isUnseen || before.isSelector else { return false }
    switch value {
    // Variation selectors choose between a letter's forms: text or picture, or one of an ideograph's.
    case 0xFE00...0xFE0F: return !before.isSelector && before != " "
    case 0xE0100...0xE01EF: return before.properties.isIdeographic
    case 0x200C, 0x200D:
      guard let next else { return false }
      return before.isJoined && next.isJoined
        || value == 0x200D && (before.isPicture || before.isSelector) && next.isPicture
    default: return false
    }
  }

  private var isUnseen: Bool { isControl || properties.isDefaultIgnorableCodePoint }

  private var isSelector: Bool { (0xFE00...0xFE0F).contains(value) }

  /// Whether this is an emoji or its skin tone.
  private var isPicture: Bool { value > 0xFF && properties.isEmoji }

  /// Whether this is of a script whose letters have neither case nor fixed forms, as Arabic.
  private var isJoined: Bool {
    switch properties.generalCategory {
    case .otherLetter, .nonspacingMark, .spacingMark: value > 0xFF
    default: false
    }
  }
}

extension String {
  /// The text without what a terminal would obey or not show, line ends kept.
  public var terminalSafe: String { replacingUnseen { _ in "\u{FFFD}" } }

  /// The text with replacements for control characters, and for invisible characters, which could make
  /// a word look like another.
  ///
  /// Line feeds stay, and so do joiners and variation selectors where a script or an emoji needs
  /// them.
  public func replacingUnseen(_ replacement: (Unicode.Scalar) -> String) -> String {
    guard utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 >= 0x7F }) else { return self }
    var seen = String.UnicodeScalarView()
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar.isHidden(after: before, before: rest.first) {
        seen.append(contentsOf: replacement(scalar).unicodeScalars)
      } else {
        seen.append(scalar)
      }
      before = scalar
    }
    return String(seen)
  }
}

extension Unicode.Scalar {
  fileprivate func isHidden(after before: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    switch value {
    case 0x20..<0x7F, 0x0A: false
    // Interlinear annotations: their text is shown elsewhere, or not at all.
    case 0xFFF9...0xFFFB: true
    default: isUnseen && !isNeeded(after: before, before: next)
    }
  }
}
