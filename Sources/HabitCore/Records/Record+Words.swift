extension Record {
  /// Notes on one line, in quotes, in their order.
  public static func inWords(_ notes: [String]) -> String {
    Record(notes: notes).note.map { note in
      "\u{201C}\(note.split(separator: "\n").joined(separator: " / "))\u{201D}"
    } ?? ""
  }
}
