@_spi(_Unicode) import Swift

/// Greek and Cyrillic letters in Latin ones, for ids and for fonts that have no others.
///
/// Source: the BGN/PCGN tables of Russian, Ukrainian, Bulgarian and Serbian; ELOT 743 for Greek.
public enum Romanization {
  /// The Latin letters of a Greek or Cyrillic letter, or of a Latin one without a glyph; nil for any other.
  public static func letters(of scalar: Unicode.Scalar) -> String? {
    if let letters = table[scalar] { return letters }
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    if small.count == 1, let first = small.first, first != scalar, let letters = table[first] {
      return letters.prefix(1).uppercased() + letters.dropFirst()
    }
    // Without its accent.
    let parts = Array(String(scalar)._nfd)
    return parts.count > 1 && parts[0] != scalar ? letters(of: parts[0]) : nil
  }

  private static let table: [Unicode.Scalar: String] = {
    let pairs =
      """
      а a б b в v г g ґ g д d е e ё yo є ye ж zh з z и i й y і i ї yi к k л l м m н n о o п p р r с s \
      т t у u ў w ф f х kh ц ts ч ch ш sh щ shch ъ ' ы y ь ' э e ю yu я ya ђ dj ѓ g ј j љ lj њ nj \
      ћ c ќ k џ dz ѕ dz қ q ң ng ғ gh ү u ұ u ө o ә a һ h α a β v γ g δ d ε e ζ z η i θ th ι i κ k \
      λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o đ d ħ h ŧ t ŋ n ə e ɓ b ɗ d ƙ k
      """
      .split(separator: " ")
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: pairs.count - 1, by: 2).compactMap { index in
        pairs[index].unicodeScalars.first.map { ($0, String(pairs[index + 1])) }
      }
    )
  }()
}
