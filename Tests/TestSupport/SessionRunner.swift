public import Foundation

/// Runs a session on computers of its own, of which it uses one unless a prompt names another.
public struct SessionRunner {
  /// The folder of the program.
  private let programs: URL
  /// What all clocks say at first.
  private let now: String

  /// A runner whose clocks begin at a time.
  public init(programs: URL = Build.folder, now: String = "2026-03-01T09:00:00") {
    (self.programs, self.now) = (programs, now)
  }

  /// What went otherwise than shown.
  public func problems(of session: Session) throws -> [String] {
    let (answers, end) = try run(session)
    return session.problems(answered: answers) + end
  }

  /// What each command answers, and why the last ones did not; the home of the computer is `~`, that
  /// of another `/home/NAME`.
  func run(_ session: Session) throws -> (answers: [Session.Answer], problems: [String]) {
    let scratch = try TemporaryFolder()
    let homes = try TemporaryFolder()
    // One shell runs all, so that folders and variables carry on; `eval` keeps a command that bash
    // cannot read from ending it, and no program is started to read the file.
    var script = """
      declare -A session_folders session_clocks
      session_on() {
        session_folders[$HABIT_DEVICE]=$PWD session_clocks[$HABIT_DEVICE]=$HABIT_NOW
        export HOME=\(homes.url.path)/$1 HABIT_DEVICE=$1 HABIT_NOW=${session_clocks[$1]-\(now)}
        mkdir -p "$HOME" && cd "${session_folders[$1]-$HOME}"
      }

      """
    var current = ""
    for (index, step) in session.steps.enumerated() {
      let device = step.device ?? "mbp"
      if device != current { script += "session_on \(device)\n" }
      current = device
      try scratch.write(step.command, to: "\(index).command")
      let file = "\(scratch.url.path)/\(index)"
      script += """
        IFS= read -r -d '' session_command <\(file).command
        eval "$session_command" </dev/null >\(file).answer 2>&1
        echo $? >\(file).status

        """
    }
    try scratch.write(script, to: "script")
    var shell = HabitProcess(
      ["bash", scratch.url.appending(path: "script").path],
      environment: HabitProcess.environment(home: homes.url, now: now, programs: programs),
      in: homes.url
    )
    shell.environment["HABIT_DEVICE"] = "session"
    // Where the files of other programs lie.
    shell.environment["TESTS"] = Project.root.appending(path: "Tests").path
    // As many commands as it has are no sign that one of them hangs.
    shell.timeoutSeconds = 600
    let transcript = try shell.run()
    var answers: [Session.Answer] = []
    for (index, step) in session.steps.enumerated() {
      guard scratch.exists("\(index).status"),
        let status = Int32(try scratch.read("\(index).status").dropLast())
      else {
        return (answers, ["line \(step.line): the shell ended: $ \(step.command)\n\(transcript)"])
      }
      let text = try scratch.read("\(index).answer")
        .replacing("\(homes.url.path)/\(step.device ?? "mbp")", with: "~")
        .replacing(homes.url.path, with: "/home")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      answers.append(Session.Answer(lines: lines.withoutEmptyEnd, status: status))
    }
    return (answers, [])
  }
}
