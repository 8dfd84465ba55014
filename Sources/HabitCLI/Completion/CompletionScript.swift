/// What is changed in a completion script that the parser of the command line makes.
enum CompletionScript {
  /// The script without what the parser adds for a command `help` of its own, and with words that bash
  /// does not take for files.
  static func corrected(_ script: String) -> String {
    takingFilesAlone(withoutSecondHelp(script))
  }

  /// The parser's `help` comes behind ours, which it would replace.
  private static func withoutSecondHelp(_ script: String) -> String {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("Show subcommand help information.") }
    var script = lines.joined(separator: "\n")
    let functions = script.ranges(of: "\n_habit_help() {")
    if functions.count > 1, let second = functions.last {
      script.replaceSubrange(second, with: "\n_habit_help_of_parser() {")
    }
    return script
  }

  /// The script for bash says that only files are names of files.
  ///
  /// The parser says it of every candidate, so that a folder `read` makes `read/` of a habit, because
  /// bash then quotes them. Here other words are quoted when they are found. Behind a quotation mark
  /// that the user typed, those are left out that mean something there: an attacker may have named
  /// them.
  private static func takingFilesAlone(_ script: String) -> String {
    script
      .replacing("complete -o filenames -F", with: "complete -F")
      .replacing(
        #"        COMPREPLY+=("${completion}")"#,
        with: #"""
                  case "${1}" in
                  -W)
                      if [[ "${COMP_WORDS[COMP_CWORD]}" = *[\"\']* ]]; then
                          [[ "${completion}" != *[\"\'\$\`\\!]* ]] || continue
                      else
                          printf -v completion %q "${completion}"
                      fi
                      ;;
                  *) compopt -o filenames ;;
                  esac
                  COMPREPLY+=("${completion}")
          """#
      )
  }
}
