internal import HabitCore
internal import HabitFiles

// How the facts of a day are written as its record.
//
// Source: `dump` of the merge rules, habit-format(5).
extension Facts {
  /// The record in canonical form; nil without facts.
  var record: String? {
    var members: [(key: UTF8Key, spelled: String)] = []
    func add(_ key: UTF8Key, _ spelled: String?) {
      if let spelled { members.append((key, spelled)) }
    }
    let (total, typed) = (total, value(.typed))
    add(.progress, total?.description ?? value(.progress)?.written)
    if total == nil || !entries.isEmpty || typed?.amount ?? .zero < .zero {
      add(.typed, typed?.written)
    }
    add(.at, Facts.list(entries.pairs.lazy.map { EntryText($0.key, $0.value).text }))
    add(.skip, value(.skip)?.written)
    add(.difficulty, value(.difficulty)?.written)
    let note = sets[.note]
    add(.note, note?.count == 1 ? note?.first?.spelled : list(.note))
    add(.undone, Facts.list(undone.sorted().lazy.map(\.text)))
    add(.changed, stampsText)
    let known: [UTF8Key] = [.progress, .typed, .skip, .difficulty]
    for (key, register) in registers.pairs where !known.contains(key) {
      add(key, register.value?.written)
    }
    guard let first = members.first else { return nil }
    let isAlone = first.key == .progress ? total != nil : value(.whole)?.isNoRecord == true
    if members.count == 1, isAlone { return first.spelled }
    let fields = members.map { "\($0.key.text.jsonQuoted): \($0.spelled)" }
    return "{\(fields.joined(separator: ", "))}"
  }

  private static func list(_ texts: some Collection<String>) -> String? {
    texts.isEmpty ? nil : "[\(texts.map(\.jsonQuoted).joined(separator: ", "))]"
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
