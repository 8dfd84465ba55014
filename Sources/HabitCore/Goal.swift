/// How much of what a habit asks for on one day.
public struct Goal: Hashable, Sendable {
  /// The amount, at least zero.
  public let amount: Amount
  /// What is counted, free text of at most 20 characters: `glasses`.
  public let unit: String

  /// One time: what a habit without a goal asks for.
  public static let once = Goal(amount: Amount(1), unit: "time")

  /// The most characters a unit may have.
  public static let longestUnit = 20

  /// A goal of that much of that unit.
  public init(amount: Amount, unit: String) {
    self.amount = amount
    self.unit = unit
  }
}

/// Why a text is no goal.
public enum GoalError: Error, Hashable, Sendable {
  /// Its first word is no amount.
  case amount(AmountError)
  /// The amount is below zero.
  case negative
  /// The unit has more than ``Goal/longestUnit`` characters.
  case longUnit
  /// The unit holds a control character.
  case unprintableUnit

  /// The reason in words.
  public var reason: String {
    switch self {
    case .amount(let error): "the amount \(error.reason)"
    case .negative: "the amount is below 0"
    case .longUnit: "the unit is longer than \(Goal.longestUnit) characters"
    case .unprintableUnit: "the unit holds a control character"
    }
  }
}

extension Goal {
  /// The goal spelled `AMOUNT [UNIT]`.
  public init(_ text: String) throws(GoalError) {
    // By scalars: a mark behind a space is the unit's, not the space's.
    let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      .map(String.init)
    let amount: Amount
    do {
      amount = try Amount(words.first ?? "")
    } catch {
      throw .amount(error)
    }
    guard amount >= .zero else { throw .negative }
    let unit = words.dropFirst().joined(separator: " ")
    guard unit.length <= Goal.longestUnit else { throw .longUnit }
    guard unit.unicodeScalars.allSatisfy({ !$0.isControl }) else { throw .unprintableUnit }
    let counted = amount == Goal.once.amount ? Goal.once.unit : "times"
    self.init(amount: amount, unit: unit.isEmpty ? counted : unit)
  }
}

extension Goal: CustomStringConvertible {
  /// `8 glasses`, the form every file and command reads.
  public var description: String { "\(amount) \(unit)" }
}
