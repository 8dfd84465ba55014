internal import HabitCore

/// The text of a definition, `habit.json` or `profile.json`; an edit changes only its keys.
struct DefinitionText {
  let path: String
  let before: [UInt8]?
  let bytes: [UInt8]
  /// The keys of the definition in canonical order.
  let order: [String]

  /// The change of the file; nil without one.
  var edit: Edit? {
    bytes == before ? nil : Edit(path: path, before: before, after: bytes)
  }

  /// The text in canonical form: one key per line, in order, unknown keys last.
  func formatted() throws(FileProblems) -> DefinitionText {
    let members: [JSON.Member]
    do {
      members = try JSONText(bytes).members()
    } catch {
      throw FileProblems(problems: [Problem(path, bytes, error)])
    }
    let sorted = members.sorted { left, right in
      let (leftPlace, rightPlace) = (place(of: left.key), place(of: right.key))
      guard leftPlace == rightPlace else { return leftPlace < rightPlace }
      return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
    return DefinitionText(
      path: path,
      before: before,
      bytes: DefinitionText.spell(sorted.map { ($0.key, $0.value.spelled) }),
      order: order
    )
  }

  func place(of key: String) -> Int { order.firstIndex(of: key) ?? order.count }

  /// An object with one member per line.
  static func spell(_ members: [(key: String, value: String)]) -> [UInt8] {
    guard !members.isEmpty else { return Array("{}\n".utf8) }
    let lines = members.map { "  \($0.key.jsonQuoted): \($0.value)" }
    return Array(("{\n" + lines.joined(separator: ",\n") + "\n}\n").utf8)
  }
}

extension DefinitionText {
  /// A new definition: the fields with a value, and other members behind them.
  static func new<Definition>(
    _ definition: Definition,
    _ fields: [DefinitionField<Definition>],
    at layout: Layout,
    with others: [(key: String, value: String)]
  ) -> DefinitionText {
    let members = fields.compactMap { field in
      field.written(definition).map { (field.key, $0.spelled) }
    }
    return DefinitionText(layout, nil, DefinitionText.spell(members + others))
  }

  /// The text of a file, and its bytes before; nil for none.
  init(_ layout: Layout, _ before: [UInt8]?, _ bytes: [UInt8]) {
    self.init(path: layout.path, before: before, bytes: bytes, order: layout.definitionKeys ?? [])
  }

  /// Reads the members, and returns the problems; an error is thrown with them.
  func reading(_ read: (inout Fields) -> Void) throws(FileProblems) -> [Problem] {
    var faults: [Fault]
    do {
      var fields = try Fields(JSONText(bytes))
      fields.checkKeys(known: order)
      fields.checkStamps()
      read(&fields)
      faults = fields.faults
    } catch {
      faults = [error]
    }
    let problems = faults.map { Problem(path, bytes, $0) }
    guard !problems.contains(where: \.isError) else { throw FileProblems(problems: problems) }
    return problems
  }
}
