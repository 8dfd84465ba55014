/// The candidate nearest to a mistyped word, within `most` edits; nil if all differ more.
public func nearest(to word: String, among candidates: [String], within most: Int = 2) -> String? {
  let word = word.searchKey
  let limit = min(most, max(1, word.count / 2))
  return
    candidates
    .filter { abs($0.count - word.count) <= limit + $0.count / 4 }
    .map { (name: $0, distance: edits(from: word, to: $0.searchKey)) }
    .filter { $0.distance <= limit }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
    .name
}

/// The number of letters to add, remove, replace or swap with a neighbour.
///
/// Source: Damerau's distance in the restricted form (optimal string alignment).
func edits(from left: String, to right: String) -> Int {
  let (left, right) = (Array(left), Array(right))
  var rows = [Array(0...right.count)]
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      var cost = min(rows[i][j] + (left[i] == right[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, rows[i - 1][j - 1] + 1)
      }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}
