extension RandomAccessCollection where Index == Int {
  /// The elements from a place on that was read from somewhere; nil where that is beyond the end.
  ///
  /// What was read is never a subscript itself.
  func part(from place: Int) -> SubSequence? {
    (startIndex...endIndex).contains(place) ? self[place...] : nil
  }
}
