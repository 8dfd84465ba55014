// How whole numbers read in a sentence.

/// `1 day`, `2 days`.
public func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// A whole number with separators: `1,250`.
public func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

/// An amount with separators: `1,250.5`.
public func grouped(_ amount: Amount) -> String {
  let text = "\(amount)"
  let whole = text.prefix { $0 != "." }
  guard let number = Int(whole), number.magnitude >= 1000 else { return text }
  return grouped(number) + text.dropFirst(whole.count)
}
