internal import HabitCore

/// What a cell of a table says.
enum CSVCell: Equatable {
  case empty
  case done
  case missed
  case skip
  /// An amount, with a decimal point.
  case number(String)
  case text(String)

  /// The cell; a decimal comma is possible where the separator is not a comma.
  init(_ cell: String, _ separator: UInt8) {
    switch cell.lowercased() {
    case "", "-": self = .empty
    case "true", "yes", "x", "✓", "✔", "done", "completed", "y": self = .done
    case "false", "no", "n", "failed", "missed": self = .missed
    case "skip", "skipped", "s": self = .skip
    default:
      let isComma = separator == UInt8(ascii: ";")
      let number = isComma ? String(cell.map { $0 == "," ? "." : $0 }) : cell
      do {
        _ = try Amount(number)
        self = .number(number)
      } catch .tooFine, .tooLarge {
        self = .number(number)
      } catch {
        self = .text(cell)
      }
    }
  }

  var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// What it says of its day; nil when it is left out.
  func fact(at place: ImportPlace, _ collector: ImportCollector) -> ImportedDay? {
    switch self {
    case .empty: return ImportedDay()
    case .done: return .done
    case .missed: return .missed
    case .skip: return .skipped
    case .number(let number): return collector.amount(number, at: place)
    case .text(let text):
      collector.leaveOut(place, "\"\(text.excerpt)\" is not a value")
      return nil
    }
  }
}
