import Foundation
import TestSupport
import Testing

/// Histories by plain git: files and folders, modes, links, renames, reverts, merges that cross.
@Suite struct PlainHistoryTests {
  @Test func `what plain git makes of two clones is one tree, whoever syncs first`() async throws {
    let machine = try Machine("mbp", now: "2026-03-02T09:00:00")
    let made = try machine.shell(
      """
      set -e; cd ~
      git config --global user.name T; git config --global user.email t@x
      git config --global init.defaultBranch main
      export HABIT_REPO=$HOME/T/a
      mkdir T; git init -q --bare T/hub.git
      habit init T/a; habit add Water --from 2026-01-01; habit log water
      cd T/a; echo '*.union merge=union' >>.gitattributes; echo base >notes.union; echo 1 >a.txt
      git add -A; git commit -qm files; habit remote add origin ../hub.git; habit sync
      cd ..; habit clone hub.git b
      for d in a b; do git -C $d remote set-url origin ../hub.git; done
      """
    )
    try #require(made.status == 0, "\(made)")
    try await sampling(rounds(20, long: 1_000)) { random in
      let script = Self.script(&random)
      let said = try machine.shell("cd ~; \(Self.prelude)\n\(script)\n\(Self.judgement)")
      #expect(said.status == 0, "\(script)\n\(said)")
    }
  }

  private static let prelude = """
    rm -rf w v; cp -r T w; step=0
    at() { cd ~/w/$1; step=$((step+1)); export GIT_AUTHOR_DATE="2026-03-02T10:00:00 +00$step"
      export GIT_AUTHOR_DATE="$((1772445600+step*60)) +0000"; export GIT_COMMITTER_DATE="$GIT_AUTHOR_DATE"; }
    room() { d=$(dirname "$1"); while [ "$d" != . ]; do [ -e "$d" ] && [ ! -d "$d" ] && rm -f "$d"
      d=$(dirname "$d"); done; rm -rf "$1"; mkdir -p "$(dirname "$1")"; }
    put() { room "$1"; printf '%b' "$2" >"$1"; }
    move() { [ -e "$1" ] || return 0; case "$2/" in "$1"/*) return 0;; esac
      mv "$1" ~/moved; room "$2"; mv ~/moved "$2"; }
    point() { room "$1"; ln -s "$2" "$1"; }
    done_() { git add -A; git commit -qm step || :; }
    revert() { git revert --no-edit HEAD >/dev/null 2>&1 || { git revert --abort || git reset -q --hard; }; }
    pull() { git pull -q --no-rebase --no-edit ../$1 main >/dev/null 2>&1 && return 0
      [ -e .git/MERGE_HEAD ] || return 0
      git checkout -q --$2 -- . 2>/dev/null; git add -A; git commit -qm merged || git merge --abort || :; }
    """

  /// Both orders, each device twice; then there is one tree, and no sync ends otherwise than well.
  private static let judgement = """
    cd ~; cp -r w v
    run() { cd ~/$1/$2; HABIT_REPO=$PWD HABIT_DEVICE=$2 habit sync >~/said 2>&1 || {
      echo "$1 $2 ends $?:"; cat ~/said; git status --short; exit 1; }; }
    for d in a b a b; do run w $d; done
    for d in b a b a; do run v $d; done
    tree() { git -C ~/$1 rev-parse $2^{tree}; }
    one=$(tree w/hub.git main)
    for place in w/a w/b v/a v/b; do
      [ "$(tree $place HEAD)" = "$one" ] || {
        echo "$place has another tree"; git -C ~/w/hub.git fetch -q ~/$place HEAD
        git -C ~/w/hub.git diff --stat main FETCH_HEAD; exit 1; }
      [ -z "$(git -C ~/$place status --porcelain)" ] || { git -C ~/$place status --short; exit 1; }
    done
    """

  private static let paths = [
    "a.txt", "a.txt/x", "d", "d/x", "d/x/y", "notes.union", "d/n.union", "guest/own.txt", "z.bin",
    "guest/habits/water/note.txt", "guest/reports/r.7",
  ]

  private static func script(_ random: inout Generator) -> String {
    var lines: [String] = []
    for number in 0..<random.number(in: 3...10) {
      let device = random.element(of: ["a", "b"])
      let (path, other) = (random.element(of: paths), random.element(of: paths))
      let day = "2026-02-0\(random.number(in: 1...3))"
      lines.append("at \(device)")
      switch random.number(in: 1...15) {
      case ...3: lines.append("put \(path) '\(random.number(in: 1...4))\\n'; done_")
      case 4: lines.append("put \(path) '1\\n2\\n3\\n4\\n5\\n6\\n\(number)\\n'; done_")
      case 5: lines.append("[ -f notes.union ] && echo line\(number) >>notes.union; done_")
      case 6: lines.append("rm -rf \(path); done_")
      case 7: lines.append("move \(path) \(other); done_")
      case 8: lines.append("[ -f \(path) ] && chmod +x \(path); done_")
      case 9: lines.append("point \(path) \(other); done_")
      case 10: lines.append("revert")
      case 11:
        lines.append(
          "printf '{\\n  \"\(day)\": \(number + 1)\\n}\\n' >guest/habits/water/2026.json; done_"
        )
      case 12:
        let log = "habit log water --on \(day) >/dev/null"
        lines.append("HABIT_REPO=$PWD HABIT_DEVICE=\(device) \(log)")
      case 13:
        lines.append("git rm -rq guest/habits/water 2>/dev/null; done_")
      default:
        let side = random.element(of: ["ours", "theirs"])
        lines.append("pull \(device == "a" ? "b" : "a") \(side)")
      }
    }
    return lines.joined(separator: "\n")
  }
}
