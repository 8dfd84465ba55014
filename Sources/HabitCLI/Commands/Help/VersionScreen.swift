internal import ArgumentParser
internal import HabitStore

/// `habit --version`: the release, and those of the libraries inside the program.
struct VersionScreen: Screen {
  private let libraries = Store.libraries

  var lines: [String] { [HabitCommand.configuration.version] }

  static let shape = Shape<VersionScreen>.object(
    [Member("version", .text, "The release of habit.") { _ in HabitCommand.version }]
      + [
        ("libgit2", "libgit2"), ("pcre2", "PCRE2"), ("zlib", "zlib"),
      ].map { key, name in
        Member(key, .text, "The release of \(name) that is inside.") { $0.libraries[key] ?? "" }
      }
  )
}
