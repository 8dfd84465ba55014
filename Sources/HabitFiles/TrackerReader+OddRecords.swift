public import HabitCore

extension TrackerReader {
  /// Warnings about valid records: unknown keys, and days in the future.
  ///
  /// Files with an error are skipped, because reading reports them.
  public func oddRecords(on today: Day) -> [Problem] {
    let years = tree.paths.compactMap { path -> YearFile? in
      guard case .year(let user, let habit, let year) = Layout(path: path) else { return nil }
      return YearFile(user, habit, year)
    }
    return concurrently(years) { oddRecords(of: $0, on: today) }.flatMap(\.self)
  }

  private func oddRecords(of file: YearFile, on today: Day) -> [Problem] {
    attempt { try YearDocument(file, tree.contents(of: file.path), taken: nil) }?
      .oddRecords(on: today) ?? []
  }
}

extension YearDocument {
  fileprivate func oddRecords(on today: Day) -> [Problem] {
    var faults: [Fault] = []
    for line in lines {
      for key in unknown[line.day] ?? [] { faults.note(fault(of: key, in: line)) }
      if line.day > today {
        faults.note(
          Fault(
            line.range.lowerBound,
            "\(line.day) is in the future",
            hint: "today is \(today)",
            severity: .warning
          )
        )
      }
    }
    return faults.map { Problem(path, bytes, $0) }
  }

  private func fault(of unknown: ScannedRecord.Unknown, in line: YearFile.Line) -> Fault {
    let key = Array(unknown.key.jsonQuoted.utf8)
    let last = line.range.upperBound - key.count
    let place = (line.range.lowerBound...max(line.range.lowerBound, last)).first {
      bytes[$0...].starts(with: key)
    }
    return Fault(
      place ?? line.range.lowerBound,
      "unknown key \"\(unknown.key)\"",
      hint: YearDocument.meant(by: unknown.key).map { "did you mean \"\($0)\"?" },
      severity: .warning
    )
  }

  /// The names of other trackers for the keys of a record.
  private static let synonyms = [
    "completed": "progress", "count": "progress", "value": "progress", "done": "progress",
    "amount": "progress", "total": "progress", "times": "at", "entries": "at",
    "skipped": "skip", "reason": "skip", "rating": "difficulty", "notes": "note",
    "comment": "note", "memo": "note",
  ]

  /// The key that was probably meant; nil if none resembles it.
  private static func meant(by key: String) -> String? {
    RecordKey.all.map(\.name).first { isOneLetterOff($0, key) }
      ?? synonyms[key.lowercased()]
  }
}
