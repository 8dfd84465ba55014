/// A message about an imported file.
public struct ImportNote: Hashable, Sendable {
  public let place: ImportPlace
  public let message: String
  /// Whether something was left out because it cannot be read.
  public let isError: Bool

  public init(place: ImportPlace, message: String, isError: Bool) {
    self.place = place
    self.message = message
    self.isError = isError
  }
}

public enum ImportPlace: Hashable, Sendable {
  case line(file: String, Int)
  case habit(String)
  /// A file as a whole, or another part that has a name.
  case part(String)
}

extension ImportPlace: CustomStringConvertible {
  /// `log:12`, or the name.
  public var description: String {
    switch self {
    case .line(let file, let line): "\(file):\(line)"
    case .habit(let name), .part(let name): name
    }
  }
}
