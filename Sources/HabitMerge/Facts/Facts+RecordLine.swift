internal import HabitCore
internal import HabitFiles

// How the facts of a day are written as its record.
//
// Source: `dump` of the merge rules, habit-format(5).
extension Facts {
  /// The record in canonical form; nil without facts.
  func record(_ keys: [RecordKey]) -> String? {
    var members: [(key: UTF8Key, spelled: String)] = []
    func add(_ key: UTF8Key, _ spelled: String?) {
      if let spelled { members.append((key, spelled)) }
    }
    let (total, typed) = (total, value(.typed))
    for key in keys {
      let field = UTF8Key(key.name)
      switch key.merging {
      case .total: add(field, total?.description ?? value(field)?.written)
      case .typed:
        if total == nil || !entries.isEmpty || typed?.amount ?? .zero < .zero {
          add(field, typed?.written)
        }
      case .entries:
        add(field, Facts.list(entries.pairs.lazy.map { EntryText($0.key, $0.value).text }))
      case .value: add(field, value(field)?.written)
      case .texts: add(field, sets[field]?.count == 1 ? sets[field]?.first?.spelled : list(field))
      case .undone: add(field, Facts.list(undone.sorted().lazy.map(\.text)))
      case .stamps: add(field, stampsText)
      }
    }
    for (field, register) in registers.pairs
    where !keys.contains(where: { UTF8Key($0.name) == field }) {
      add(field, register.value?.written)
    }
    guard let first = members.first else { return nil }
    let isAlone = first.key == .progress ? total != nil : value(.whole)?.isNoRecord == true
    if members.count == 1, isAlone { return first.spelled }
    let fields = members.map { "\($0.key.text.jsonQuoted): \($0.spelled)" }
    return "{\(fields.joined(separator: ", "))}"
  }

  private static func list(_ texts: some Collection<String>) -> String? {
    texts.isEmpty ? nil : texts.jsonList
  }

  /// The total; nil without facts about it, or when one of them is not an amount.
  var total: Amount? {
    let typed = value(.typed)
    guard value(.progress) == nil, typed == nil || typed?.amount != nil,
      typed != nil || !entries.isEmpty
    else { return nil }
    return Fold.total(typed: typed?.amount ?? .zero, at: entries.pairs.lazy.map(\.value))
  }
}
