internal import ArgumentParser
internal import HabitApp
internal import Posix

/// `habit help`: the manual.
struct Help: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Open a page of the manual."
  )

  @Argument(help: "A command or a concept; habit itself when left out.")
  var topic: String?

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) throws(Diagnosis) {
    let manual = Manual(session.world)
    let name = topic.map { $0.hasPrefix("habit-") ? $0 : "habit-\($0)" } ?? "habit"
    guard let page = manual.page(named: name) else {
      let near = nearest(to: name, among: manual.names)
      throw Diagnosis(
        .noInput,
        "there is no page \"\(topic ?? name)\"",
        hint: near.map { "did you mean: habit help \($0.dropFirst("habit-".count))" }
          ?? "habit help lists them all; habit COMMAND --help needs no manual"
      )
    }
    do {
      guard try manual.show(page, columns: session.style.columns) else {
        throw Diagnosis(
          .unavailable,
          "neither man nor mandoc is installed",
          hint: "install mandoc or man-db, or read \(page)"
        )
      }
    } catch let diagnosis as Diagnosis {
      throw diagnosis
    } catch let error as SystemError {
      throw Diagnosis(error)
    } catch {
      preconditionFailure("a page fails by its renderer or the system: \(error)")
    }
  }
}
