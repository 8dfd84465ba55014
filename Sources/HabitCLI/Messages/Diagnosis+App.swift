internal import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitStore
internal import HabitSync
internal import Posix

extension Diagnosis {
  /// Any failure of a command: the one place where errors become messages.
  init(any error: any Error) {
    switch error {
    case let error as Diagnosis: self = error
    case let error as ContextError: self.init(error)
    case let error as LookupError: self.init(error)
    case let error as RecordError: self.init(error)
    case let error as TypingError: self.init(.usage, error.message, hint: error.hint)
    case is RepeatedTouch:
      self.init(.success, "the touch was recorded before")
    case let error as DefineError: self.init(error)
    case let error as AdoptionError: self.init(error)
    case let error as UndoError: self.init(error)
    case EditError.unreadable(let reason):
      self.init(.inputOutput, "what the editor wrote cannot be read: \(reason)")
    case let error as ReportError: self.init(error)
    case let error as ImportError: self.init(error)
    case let error as MergeDriverError: self.init(error)
    case let error as FileProblems: self.init(error.problems)
    case let error as SyncError: self.init(error)
    case let error as SystemError: self.init(error)
    default: self.init(StoreError(error))
    }
  }

  init(unexpected message: String) {
    self.init(.inputOutput, message, hint: "this is a fault of habit; please report it")
  }

  private init(_ error: ContextError) {
    switch error {
    case .notARepository(let root, let named):
      self.init(
        .noInput,
        "there is no habit repository at \(root)",
        hint: "make one with: habit init \(named.shellQuoted)"
      )
    case .outsideTutorial(let root):
      self.init(
        .usage,
        "\(root) is outside of the tutorial",
        hint: "to leave the tutorial, type: exit"
      )
    case .noRepository:
      self.init(.noInput, "there is no repository yet", hint: "habit init")
    case .noHome:
      self.init(
        .configuration,
        "HOME is not set, so there is no place for a repository",
        hint: "name one with --repo or HABIT_REPO"
      )
    case .cannotCreate(let root):
      self.init(.cannotCreate, "no repository could be made at \(root)")
    case .notAFolder(let root):
      self.init(.cannotCreate, "\(root) is not a folder", hint: "name an empty or a new folder")
    case .occupied(let root):
      self.init(
        .cannotCreate,
        "\(root) holds other things",
        hint: "name an empty folder, or one that is not there yet"
      )
    case .invalidUser(let text):
      self.init(
        .usage,
        "\"\(text)\" is not a user",
        hint: "a user is named by \(Diagnosis.userForm)"
      )
    case .unknownUser(let user, _, let near):
      let hint =
        near.map { "did you mean: \($0)" }
        ?? "add one with: habit user add \(user); if a commit removed it: git log -- \(user)"
      self.init(.noInput, "there is no user \"\(user)\"", hint: hint)
    case .invalidDevice(let text):
      self.init(
        .usage,
        "HABIT_DEVICE is \"\(text)\", which is not a nickname",
        hint: "a nickname is a-z, 0-9 and -, at most \(Device.longest)"
      )
    case .malformedNow(let text):
      self.init(
        .usage,
        "HABIT_NOW is \"\(text)\", which is not a time",
        hint: "it is written 2026-03-01T09:00:00"
      )
    case .newerFormat(let root, let format):
      self.init(
        .data,
        "\(root) has format \(format); this habit writes format \(RepositoryTemplate.format)",
        hint: "install a newer habit; reading works"
      )
    case .ownedByAnother(let root, let owner):
      self.init(
        .noPermission,
        "\(root) belongs to another user, who could not change what root writes there",
        hint: "run it as that user: sudo -u '#\(owner)' habit"
      )
    }
  }

  /// How a user's id looks.
  static let userForm = "a folder: a-z, 0-9 and -, at most 50"

  private init(_ error: LookupError) {
    switch error {
    case .ambiguous(let text, let candidates):
      let names = candidates.map { "\($0.typed) (\($0.name))" }.joined(separator: ", ")
      self.init(.usage, "\"\(text)\" may be any of: \(names)", hint: "type more of it")
    case .unknown(let typed, let deleted, let near, let isFirst):
      let text = typed.replacing("\u{2212}", with: "-")
      let isDate = !text.isEmpty && text.utf8.allSatisfy { $0.isDigit || "./-".utf8.contains($0) }
      let command = HabitCommand.names.contains(text.lowercased()) ? text.lowercased() : nil
      let hint =
        if isDate {
          "a day is \(Diagnosis.dayForms); several days: --from -3 --to -1"
        } else if let deleted {
          "it was deleted; bring it back with: habit restore \(deleted)"
        } else if let near {
          "did you mean \(near.typed) (\(near.name))?"
        } else if let command {
          "the command is: habit \(command)"
        } else if isFirst {
          "there are no habits yet; add one with: habit add NAME"
        } else {
          "habit list shows them all"
        }
      self.init(.noInput, "there is no habit \"\(text)\"", hint: hint)
    }
  }

  private init(_ error: RecordError) {
    switch error {
    case .futureDay(let day, let today):
      self.init(
        .usage,
        "\(day) is in the future",
        hint: "today is \(today); future days cannot be recorded"
      )
    case .futureTime(let moment):
      self.init(
        .usage,
        "\(moment.date) \(moment.time.hoursAndMinutes) is in the future",
        hint: "future times cannot be recorded"
      )
    case .beforeStart(let day, let habit):
      self.init(
        .usage,
        "\(day) is before \(habit.name) starts, \(habit.start)",
        hint: "if it began earlier: habit edit \(habit.typed) --start \(day)"
      )
    case .full(let day, let habit):
      self.init(
        .usage,
        "\(day) has \(Record.mostEntries) entries of \(habit), which are the most",
        hint: "say the total of the day: habit set \(habit) AMOUNT --on \(day)"
      )
    case .note(let error):
      self.init(
        .usage,
        "with this line the note \(error.reason)",
        hint: "put it in the place of the note with: habit note HABIT TEXT --replace"
      )
    }
  }

  private init(_ error: DefineError) {
    switch error {
    case .summed(let goal):
      self.init(
        .usage,
        "\(goal) is counted over the whole \(goal.per.rawValue), on whatever days",
        hint: "leave --schedule out, or say how much a day"
      )
    case .withoutLastTime(let schedule):
      self.init(
        .usage,
        "\"\(schedule)\" is not for a limit, which has no last time",
        hint: "say --schedule \"every day\""
      )
    case .nameTaken(let habit):
      self.init(
        .cannotCreate,
        "there is already a habit \"\(habit.name)\", \(habit.id)",
        hint: "look at it with: habit show \(habit.typed)"
      )
    case .idTaken(let id):
      self.init(
        .cannotCreate,
        "there is already a habit \"\(id)\"",
        hint: "look at it with: habit show \(id)"
      )
    case .nameOfDeleted(let habit):
      let other = "\(habit.name.text.prefix(Name.longest - 4)) old".shellQuoted
      self.init(
        .cannotCreate,
        "\"\(habit.name)\" is the name of a deleted habit, \(habit.id)",
        hint: "bring it back with: habit restore \(habit.id); "
          + "or give it another name: habit edit \(habit.typed) --name \(other)"
      )
    case .userTaken(let user):
      self.init(
        .cannotCreate,
        "there is already a user \"\(user)\"",
        hint: "habit user switch \(user)"
      )
    case .invalid(let problem): self.init(.usage, problem.message, hint: problem.hint)
    case .notBreaking:
      self.init(
        .usage,
        "a baseline and the meaning of unlogged days are for a breaking habit",
        hint: "say --type breaking too"
      )
    case .vacationReversed(let start, let end):
      self.init(.usage, "the last day \(end) is before the first, \(start)")
    case .onVacation(let spans):
      let list = spans.map(\.inWords).joined(separator: ", ")
      self.init(
        .usage,
        "there is a vacation on some of these days already",
        hint: "there are: \(list); end one with: habit vacation end"
      )
    case .notOnVacation(let day, let next):
      let cure = next.map {
        "the next begins \($0.start); cancel it with: habit vacation end --from \($0.start)"
      }
      self.init(.noInput, "\(day) is in no vacation", hint: cure ?? "habit vacation list")
    }
  }

  private init(_ error: AdoptionError) {
    switch error {
    case .sameUser(let user):
      self.init(.usage, "\(user) cannot adopt itself", hint: "habit user adopt FROM TO")
    case .adopterIsAdopted(let user, let owner):
      self.init(.usage, "\(user) was adopted by \(owner) and has no history any more")
    case .isAdopted(let user, let owner):
      self.init(.cannotCreate, "\(user) was adopted by \(owner) already")
    case .recordsLost(let count, let first):
      self.init(
        .data,
        "\(count) records would not arrive, the first of them \(first); nothing changed",
        hint: "this is a fault of habit; please report it"
      )
    }
  }

  private init(_ error: UndoError) {
    switch error {
    case .nothing(let direction, let passedOver, let newer):
      let hint: String?
      if let first = passedOver.first {
        hint = "all that \"\(first.command)\" wrote was changed since: habit history"
      } else if let newer {
        hint = "an undo is redone as long as no other command follows it; \"\(newer)\" is newer"
      } else {
        hint = direction == .undo ? "what others and older releases wrote: habit history" : nil
      }
      self.init(.noInput, "there is nothing to \(direction.verb)", hint: hint)
    }
  }
}
