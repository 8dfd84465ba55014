extension Diagnosis {
  /// Refuses an option beside others that it would make the command ignore.
  static func exclude(
    _ option: String,
    _ others: KeyValuePairs<String, Bool>
  ) throws {
    guard let other = others.first(where: \.value)?.key else { return }
    throw Diagnosis(.usage, "\(option) and \(other) exclude each other")
  }
}
