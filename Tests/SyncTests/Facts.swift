import Foundation

/// A day's record, read without the program's own reader.
struct Facts: Hashable {
  /// The total that stands there.
  private(set) var progress: Int?
  /// What was typed.
  private(set) var typed: Int?
  /// The entries.
  private(set) var at: [String] = []
  /// What was taken back.
  private(set) var undone: [String] = []
  /// The lines of the notes.
  private(set) var notes: [String] = []

  /// The facts of a record, none when there is none.
  init(_ record: String?) throws {
    guard let record else { return }
    let value = try JSONSerialization.jsonObject(
      with: Data(record.utf8),
      options: .fragmentsAllowed
    )
    guard let object = value as? [String: Any] else {
      progress = value as? Int
      typed = progress
      return
    }
    progress = object["progress"] as? Int
    typed = object["typed"] as? Int
    at = object["at"] as? [String] ?? []
    undone = object["undone"] as? [String] ?? []
    let texts = object["note"] as? [String] ?? [object["note"] as? String].compactMap(\.self)
    notes = texts.flatMap { $0.split(separator: "\n").map(String.init) }
    // A total alone is what somebody typed.
    if at.isEmpty, typed == nil { typed = progress }
  }

  /// What the entries and what was typed add up to; nil where neither is.
  var total: Int? {
    guard typed != nil || !at.isEmpty else { return nil }
    var total = max(typed ?? 0, 0)
    // A time on another date stands with its date, and so after the day's own or before them.
    for entry in at {
      let parts = entry.split(separator: " ")
      switch (parts.dropFirst(2).first, parts.last) {
      case ("to"?, let amount?): total = max(total, Int(amount) ?? 0)
      case (let amount?, _): total += Int(amount.dropFirst()) ?? 0
      case (nil, _): total += 1
      }
    }
    return max(total + min(typed ?? 0, 0), 0)
  }
}

extension String {
  /// The time and the device of an entry, without its amount.
  var entryID: String { split(separator: " ").prefix(2).joined(separator: " ") }
}
