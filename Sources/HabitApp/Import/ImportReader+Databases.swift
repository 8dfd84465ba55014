internal import HabitExchange
internal import HabitCore
internal import HabitFiles
internal import Posix

// SQLite databases, read by sqlite3(1).
extension ImportReader {
  func database(_ file: NamedFile) throws -> ImportDatabase {
    let damage = ImportDamage(
      file.name,
      "a SQLite file that is damaged, or no backup of Loop Habit Tracker"
    )
    if let size = file.size, size > ImportReader.largestDatabase {
      throw ImportReader.tooLarge(file, size, most: ImportReader.largestDatabase)
    }
    let schema = ImportQuery(
      columns: ["table", "column", "version"],
      values: ["lower(m.name)", "lower(p.name)", "user_version"],
      source: """
        sqlite_master AS m JOIN pragma_table_info(m.name) AS p JOIN pragma_user_version
        WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' LIMIT 10000
        """
    )
    guard let rows = try select(schema, from: file) else { throw damage }
    var columns: [String: [String]] = [:]
    for row in rows {
      guard let table = row["table"]?.text, let column = row["column"]?.text else { continue }
      columns[table, default: []].append(column)
    }
    guard let queries = LoopDatabaseImporter.queries(for: columns) else {
      let others = [("tracks", "track2groups", "Tickmate"), ("checkins", "unit", "Rewire")]
      let other = others.first { columns[$0.0] != nil && columns[$0.1] != nil }
      guard let other else { throw damage }
      throw ImportDamage(file.name, "a database of \(other.2), which cannot be read")
    }
    let selected = concurrently(Array(queries)) { table in
      Result { try select(table.value, from: file) }
    }
    var tables: [String: [ImportDatabase.Row]] = [:]
    for (table, result) in zip(queries.keys, selected) {
      guard let rows = try result.get() else { throw damage }
      tables[table] = rows
    }
    return ImportDatabase(
      name: file.name,
      version: rows.first?["version"]?.integer ?? 0,
      columns: columns,
      rows: tables
    )
  }

  /// The rows of a query, read by sqlite3 without its settings; nil when the file is damaged.
  ///
  /// The file is opened as immutable, so that nothing is made beside it; what its schema
  /// names is not trusted.
  private func select(
    _ query: ImportQuery,
    from file: NamedFile
  ) throws -> [ImportDatabase.Row]? {
    let result = try run([
      "sqlite3", "-batch", "-init", "/dev/null", "-readonly", "-safe", "-list",
      "file:\(file.path.percentEncoded)?mode=ro&immutable=1",
      "PRAGMA trusted_schema=OFF; \(query.statement);",
    ])
    guard let result else {
      throw Failure(
        .unavailable,
        "sqlite3 is not installed",
        hint: "install it (Debian: apt-get install sqlite3), or import Loop's CSV export"
      )
    }
    guard result.status == 0 else { return nil }
    do {
      let list = try JSON(foreign: ImportQuery.list(ofLines: result.output), path: file.name)
      return list.elements.map { ImportDatabase.Row(columns: query.columns, values: $0.elements) }
    } catch {
      throw ImportDamage(file.name, "its rows cannot be read: \(error.message)")
    }
  }
}

extension String {
  /// The path as a URI has it.
  fileprivate var percentEncoded: String {
    utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
      return isPlain ? String(Unicode.Scalar(byte)) : "%" + padded(byte, 2, radix: 16).uppercased()
    }.joined()
  }
}
