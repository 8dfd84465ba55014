import Foundation
import TestSupport
import Testing

/// What the program is given when it starts.
@Suite struct StartTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Water")
  }

  /// Whether this computer lets us have mounts of our own, in which there is no /proc.
  private static let canHideProc = {
    do {
      return try Machine().shell("\(hidingProc) true").status == 0
    } catch {
      return false
    }
  }()

  private static let hidingProc =
    "unshare --map-root-user --mount bash -c 'mount -t tmpfs none /proc && exec \"$@\"' bash"

  @Test(.enabled(if: canHideProc, "this computer lets us mount nothing"))
  func `arguments arrive where there is no proc`() throws {
    let told = try machine.shell("\(StartTests.hidingProc) habit log water 3")
    #expect(told.status == 0)
    #expect(told.output.hasPrefix("Water  3/1 time"))
  }

  @Test func `the program loads the C library alone, and recording reads no certificates`() throws {
    let linked = try machine.shell("ldd \"$(command -v habit)\"").output
    let names = Set(linked.matches(of: #/lib[^ /\n]*\.so/#).map { String($0.0) })
    #expect(names.isSubset(of: ["libc.so", "libm.so", "libstdc++.so", "libgcc_s.so"]), "\(linked)")
    let traced = try machine.shell(
      "strace -f -o calls -e trace=open,openat habit log water; cat calls"
    )
    #expect(traced.status == 0 && traced.output.contains("2026.json"), "\(traced)")
    for name in ["libgit2", "/etc/ssl", "ca-certificates"] {
      #expect(!traced.output.contains(name), "\(name)")
    }
  }

  @Test func `arguments arrive behind a library that sets a variable before main`() throws {
    let told = try machine.habit(
      "log",
      "water",
      "3",
      with: [
        "LD_PRELOAD": Build.folder.appending(path: "libhabit-faults.so").path,
        "HABIT_FAULT_SETENV": "FIRST",
      ]
    )
    #expect(told.status == 0)
    #expect(told.output.hasPrefix("Water  3/1 time"))
  }

  @Test(arguments: [
    (#"mkdir $'b\xff'; cd $'b\xff'; habit log water"#, "the path of the current folder"),
    (#"habit log $'wat\xff'"#, "argument 2"),
    (#"habit --repo $'x\xff' log water"#, "argument 2"),
    (#"HABIT_REPO=$'x\xff' habit log water"#, "HABIT_REPO"),
    (#"HABIT_USER=$'x\xff' habit log water"#, "HABIT_USER"),
    (#"HOME=$'x\xff' habit log water"#, "HOME"),
    (#"XDG_DATA_HOME=$'/tmp/x\xff' habit log water"#, "XDG_DATA_HOME"),
    (#"mkdir $'b\xff'; ln -s $'b\xff' c; habit init c"#, "the git folder"),
  ])
  func `a name that is not UTF-8 is refused, and nothing is written`(
    line: String,
    place: String
  ) throws {
    let before = try machine.shell("find . -name .git -prune -o -print | sort").output
    let told = try machine.shell(line)
    #expect(told.status == (place.contains("git") ? 78 : 64))
    let words = place.contains("git") ? "not named in UTF-8" : "\(place) is not UTF-8"
    #expect(told.errors.contains(words), "\(told)")
    #expect(told.errors.contains("hint: "))
    let after = try machine.shell("rm -rf c b*; find . -name .git -prune -o -print | sort")
    #expect(after.output == before)
  }

  @Test func `a report that cannot be written names the file that was asked for`() throws {
    let told = try machine.habit("report", "week", "-T", "html", "-o", "/proc/week.html")
    #expect(told.status == 73)
    #expect(told.errors.hasPrefix("habit: cannot create /proc/week.html: "), "\(told)")
  }

  @Test func `environment variables of other programs need not be UTF-8`() throws {
    #expect(try machine.shell(#"OTHER=$'x\xff' habit log water"#).status == 0)
  }

  @Test func `a record reads each definition and its year file once`() throws {
    try machine.habit("add", "Read", "--from", "2026-02-01")
    try machine.habit("log", "read")
    try machine.habit("log", "water")
    // What was written in the same moment as git's index is read again by git's library, to be sure.
    Thread.sleep(forTimeInterval: 1.1)
    try machine.git("status")
    let traced = try machine.shell(
      "strace -f -qq -o calls -e trace=openat,open habit log water; cat calls"
    )
    try #require(traced.status == 0, "\(traced)")
    // git's library opens a file that was just written once more, following links as it does.
    let opened = traced.output.split(separator: "\n").filter { $0.contains("O_NOFOLLOW") }
    for name in ["water/habit", "read/habit", "water/2026", "read/2026"] {
      let file = "/guest/habits/\(name).json\""
      let times = opened.count { $0.contains(file) && !$0.contains("/.git/") }
      #expect(times == 1, "\(name): \(opened.joined(separator: "\n"))")
    }
  }

  @Test func `each step is told with the time since the command began`() throws {
    let told = try machine.habit("log", "water", "--trace").errors
      .split(separator: "\n").map { try #require(try #/ *(\d+\.\d) ms  (.+)/#.wholeMatch(in: $0)) }
    let times = told.compactMap { Double($0.1) }
    #expect(times.count == told.count && times == times.sorted())
    let steps = told.map(\.2)
    let beginnings = [
      "found the repository", "read 1 habit of guest", "locked", "decided on 1 file", "committed",
      "done",
    ]
    let places = beginnings.map { beginning in steps.firstIndex { $0.hasPrefix(beginning) } }
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(steps)")
    #expect(!places.contains(nil) && steps.last == "done", "\(steps)")
  }
}
