extension FilledPage {
  /// The page as one of many in a manual: under a name of its own, its habits in the line that
  /// apropos(1) searches, and the names of the pages that it leads to; `prefix` begins each name.
  public func manual(_ page: ReportPage, _ links: PageLinks, prefix: String) -> String {
    let name = prefix + page.name
    var (isNamed, isDescribed) = (false, false)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix(".Dt ") { return ".Dt \(name.uppercased()) 7" }
      if line.hasPrefix(".Nm "), !isNamed {
        isNamed = true
        return ".Nm \(name)"
      }
      if line.hasPrefix(".Nd "), !isDescribed, !habits.isEmpty {
        isDescribed = true
        return "\(line) (\(habits.joined(separator: ", ")))"
      }
      return String(line)
    }
    return lines.joined(separator: "\n") + links.list(prefix: prefix)
  }
}

extension PageLinks {
  /// The names of the pages as a section of a manual page.
  fileprivate func list(prefix: String) -> String {
    let rows = [
      ("before", previous.map { [$0] } ?? []), ("after", next.map { [$0] } ?? []),
      ("within", within), ("parts", parts),
    ].filter { !$1.isEmpty }
    guard !rows.isEmpty else { return "" }
    let items = rows.map { label, pages in
      ".It \(label)\n" + pages.map { ".Xr \(prefix)\($0.name) 7" }.joined(separator: " ,\n")
    }
    return ".Sh OTHER PAGES\n.Bl -tag -width within -compact\n"
      + items.joined(separator: "\n") + "\n.El\n"
  }
}
