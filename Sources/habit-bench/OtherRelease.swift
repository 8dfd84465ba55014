/// Another release of the program, which runs the same commands on copies of their folders.
struct OtherRelease {
  let program: String
  /// The program that it is beside.
  let ours: String
  let scratch: Scratch

  /// Its version of each command that runs our program, by the command's name.
  func contestants(for all: [Contestant]) throws -> [String: Contestant] {
    // A copy's remote is a copy, and its index has the stamps of the new files.
    try Scratch.shell(
      """
      mkdir -p other && for folder in [A-Z]*/; do
        test ! -e other/$folder && cp -a $folder other && cd other/$folder || continue
        sed -i 's|\(scratch.path)/|\(scratch.path)/other/|' config .git/config
        case $folder in *-copy/) ;; *) git status;; esac; cd ../..
      done >/dev/null 2>&1
      """
    )
    let own = all.filter { $0.line.contains(ours) }.map { one in
      (one.name, Contestant(one.name, theirs(one.line), before: one.before.map(theirs)))
    }
    return Dictionary(uniqueKeysWithValues: own)
  }

  private func theirs(_ line: String) -> String {
    line.replacing(ours, with: program)
      .replacing("\(scratch.path)/", with: "\(scratch.path)/other/")
  }
}

extension Bench {
  /// Lets commands take turns, and ours with those of the other release.
  func race(_ contestants: [Contestant], rounds: Int? = nil) throws -> Race {
    let older = try other?.contestants(for: contestants)
    return try Race(contestants, rounds: rounds ?? self.rounds, older: older)
  }
}
