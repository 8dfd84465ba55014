internal import Glibc

// Usage: habit-bench HABIT [ROUNDS]: the built program, and how often each command is timed.

let arguments = CommandLine.arguments
let habit = arguments.count > 1 ? arguments[1] : ".build/release/habit"
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 21 : 21
let folder = "/tmp/habit-bench-\(getpid())"

func shell(_ line: String) {
  guard unsafe system(line) == 0 else { preconditionFailure("it failed: \(line)") }
}

func fixed(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

/// Prints a row: what it costs, what the other costs, and the ratio to the budget.
func row(_ what: String, _ ours: Stopwatch.Lap, _ other: Stopwatch.Lap, budget: Double) {
  let ratio = ours.median / other.median
  func padded(_ number: Double, _ width: Int) -> String {
    let text = fixed(number)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
  let name = what + String(repeating: " ", count: max(0, 22 - what.count))
  let verdict = ratio <= budget ? "within" : "OVER"
  print(
    "\(name)\(padded(ours.median, 9))\(padded(other.median, 9))  \(other.name)"
      + String(repeating: " ", count: max(1, 14 - other.name.count))
      + "\(padded(ratio, 7))\(padded(budget, 7))  \(verdict)"
  )
}

shell("mkdir -p \(folder)")
unsafe setenv("HABIT_NOW", "2025-12-31T21:00:00", 1)
unsafe setenv("HABIT_DEVICE", "bench", 1)
print("medians of \(rounds) interleaved runs, milliseconds")
print("command                    habit    other                  ratio budget")

let start = Stopwatch.race(
  [("habit", "\(habit) --version"), ("git --version", "git --version")],
  rounds: rounds
)
row("--version", start[0], start[1], budget: 4)

for (workload, budget) in [(Workload.medium, 8.0), (Workload.large, 15.0)] {
  let root = "\(folder)/\(workload.name)"
  workload.write(into: root)
  let ours = "\(habit) --repo \(root)"
  let laps = Stopwatch.race(
    [
      ("cat", "cat \(root)/guest/habits/*/*"), ("today", "\(ours) today"), ("xp", "\(ours) xp"),
      ("list", "\(ours) list"), ("show", "\(ours) show habit-7"), ("stats", "\(ours) stats"),
      ("stats 10 years", "\(ours) stats --from 2016-01-01"), ("calendar", "\(ours) calendar"),
      ("achievements", "\(ours) achievements"), ("why", "\(ours) why streak"),
      ("query", "\(ours) query"),
    ],
    rounds: rounds
  )
  for lap in laps.dropFirst() {
    row("\(lap.name) on \(workload.name)", lap, laps[0], budget: budget)
  }
}

let root = "\(folder)/M"
let page = "\(folder)/page.7"
shell("\(habit) --repo \(root) report year this -T mdoc >\(page)")
let ours = "\(habit) --repo \(root)"
let stats = "\(ours) stats --from 2025-01-01"
let pages = Stopwatch.race(
  [
    ("stats", stats), ("report -T mdoc", "\(ours) report year this -T mdoc"),
    ("stats; mandoc", "\(stats); mandoc -T utf8 \(page)"), ("report", "\(ours) report year this"),
  ],
  rounds: rounds
)
print(
  "filling a page on M: \(fixed(pages[1].median - pages[0].median)) ms beyond stats, "
    + "which takes \(fixed(pages[0].median))"
)
row("report on M", pages[3], pages[2], budget: 2)
shell("\(habit) init \(root) >/dev/null 2>&1; \(habit) --repo \(root) log habit-7 >/dev/null 2>&1")
shell("cp -r \(root) \(folder)/git && git -C \(folder)/git config user.name b")
shell("git -C \(folder)/git config user.email b@b")
let file = "\(folder)/git/guest/habits/habit-7/2025.json"
let commit =
  "echo >>\(file); git -C \(folder)/git -c core.fsync=all -c core.fsyncMethod=fsync"
  + " -c gc.auto=0 commit -qam x"
let writing = Stopwatch.race(
  [("log", "\(habit) --repo \(root) log habit-7"), ("git commit", commit)],
  rounds: rounds
)
row("log on M", writing[0], writing[1], budget: 1.5)

// Each step is what a command costs beyond one that does less.
let steps = Stopwatch.race(
  [
    ("start", "\(habit) --version"), ("read", "\(habit) --repo \(root) list --ids"),
    ("today", "\(habit) --repo \(root) today"),
    ("libgit2", "\(habit) --repo \(root) history --limit 1"),
    ("log", "\(habit) --repo \(root) log habit-7"),
  ],
  rounds: rounds
).map(\.median)
print("where the time goes, milliseconds of the medians")
print(
  "today on M: start \(fixed(steps[0])), definitions \(fixed(steps[1] - steps[0])), "
    + "records, scores and screen \(fixed(steps[2] - steps[1]))"
)
print(
  "log on M: start \(fixed(steps[0])), definitions \(fixed(steps[1] - steps[0])), "
    + "libgit2 loaded and a commit read \(fixed(steps[3] - steps[1])), "
    + "deciding, writing and committing \(fixed(steps[4] - steps[3]))"
)
// Two pairs of clones of M, one kept by habit and one by git with habit's merge driver.
for pair in ["habit", "git"] {
  let hub = "\(folder)/\(pair).hub"
  shell("git clone -q --bare \(root) \(hub)")
  for clone in ["one", "two"] {
    shell("HABIT_DEVICE=\(clone) \(habit) clone \(hub) \(folder)/\(pair).\(clone) >/dev/null")
    shell("git -C \(folder)/\(pair).\(clone) config user.name \(clone)")
    shell("git -C \(folder)/\(pair).\(clone) config user.email \(clone)@b")
  }
}
let exchanges = [
  "\(habit) --repo \(folder)/habit.two sync",
  "cd \(folder)/git.two && git pull -q --no-rebase --no-edit && git push -q",
]
let idle = Stopwatch.race(
  [("sync", exchanges[0]), ("git pull, push", exchanges[1])],
  rounds: rounds
)
row("sync, nothing new", idle[0], idle[1], budget: 0.4)
let both = Stopwatch.race(
  [("sync", exchanges[0]), ("git pull, push", exchanges[1])],
  before: ["habit", "git"].map { pair in
    ["one", "two"].map { clone in
      "HABIT_DEVICE=\(clone) \(habit) --repo \(folder)/\(pair).\(clone) log habit-7"
    }.joined(separator: " && ") + " && \(habit) --repo \(folder)/\(pair).one sync"
  },
  rounds: rounds
)
row("sync, both changed", both[0], both[1], budget: 0.4)
shell("rm -r \(folder)")
