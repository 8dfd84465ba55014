import Foundation
import TestSupport
import Testing

/// Folders that were copied while others wrote.
@Suite struct CopiedFolderTests {
  let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.habit("add", "Water")
    try machine.habit("log", "water")
  }

  @Test func `a copy made while others log works after check --fix at most, and loses none`() throws
  {
    let count = rounds(20, long: 200)
    var copying = machine.process([
      "bash", "-c",
      """
      w=$PWD/.local/share/habit
      # While names are exchanged, tmpfs may list a folder without one of them.
      count() { grep -os '"..:..:..[^"]*"' $1/guest/habits/water/2026.json | wc -l; }
      for p in 1 2; do (while test ! -e done; do habit log water >/dev/null || echo failed; done) & done
      for i in $(seq \(count)); do
        # The program that packs in the background may still be at work in the one before.
        rm -rf copy$((i - 1)) 2>/dev/null; copy=copy$i
        case $((i % 2)) in
        0) cp -a $w $copy 2>/dev/null ;;
        1) mkdir $copy; tar -C $w -cf - . 2>/dev/null | tar -C $copy -xf - ;;
        esac
        before=$(count $copy)
        export HABIT_REPO=$PWD/$copy
        # A copy may lack any object.
        if ! habit log water >out 2>&1; then
          grep -q 'hint: habit check --fix' out || { echo "$i: $?"; cat out; ls $copy/.git; }
          habit check --fix >out 2>&1 || { echo "$i, check --fix: $?"; cat out; }
          habit log water >out 2>&1 || { echo "$i, after check --fix: $?"; cat out; }
        fi
        unset HABIT_REPO
        test $(count $copy) -gt $before || echo "$i: $before, then $(count $copy)"
        test -z "$(git -C $copy status --porcelain)" || { echo "$i"; git -C $copy status --short; }
        git -C $copy rev-list --quiet --objects HEAD
      done
      touch done; wait
      """,
    ])
    copying.timeoutSeconds = 600
    let told = try copying.run()
    #expect(told.text == "")
  }

  @Test func `in a copy without an index, nothing is removed that it had not noted yet`() throws {
    try machine.habit("log", "water")
    let told = try machine.shell(
      """
      cd \(machine.root); note=.git/habit/operations
      cp $note old; habit log water >/dev/null; mv old $note; rm .git/index
      habit log water && git status --porcelain
      """
    )
    #expect(told.text.split(separator: "\n").count == 1, "\(told)")
    let text = try machine.read("guest/habits/water/2026.json")
    #expect(text.matches(of: #/"\d\d:\d\d:\d\d/#).count == 4)
    try machine.judge()
  }

  @Test(arguments: ["index.lock", "config.lock"])
  func `our own lock that was copied without its journal is removed`(lock: String) throws {
    try machine.shell("printf 'habit\\n' >\(machine.root)/.git/\(lock)")
    #expect(try machine.habit("log", "water").status == 0)
    #expect(!machine.exists(".git/\(lock)"))
  }

  @Test
  func
    `when the newest commit is lost, the branch goes back to the one before, and the files stay`()
    throws
  {
    try machine.habit("log", "water")
    let told = try machine.shell(
      "cd \(machine.root) && c=$(git rev-parse HEAD) && rm .git/objects/${c:0:2}/${c:2}"
    )
    #expect(told.status == 0)
    #expect(try machine.habit("log", "water").status == 74)
    let mended = try machine.habit("check", "--fix")
    #expect(mended.status == 0, "\(mended)")
    #expect(mended.text.contains("the newest commits are lost"))
    #expect(try machine.habit("log", "water").status == 0)
    let text = try machine.read("guest/habits/water/2026.json")
    #expect(text.matches(of: #/"\d\d:\d\d:\d\d/#).count == 3)
    try machine.judge()
  }

  @Test func `a branch without a complete commit restarts with the files`() throws {
    try machine.shell(
      "git init -q --bare --object-format=sha1 -b main hub.git; habit remote add origin hub.git"
    )
    try machine.habit("sync")
    try machine.habit("log", "water")
    try machine.shell("mv hub.git away.git; rm -r \(machine.root)/.git/objects/??")
    #expect(try machine.habit("log", "water").status == 74)
    let mended = try machine.habit("check", "--fix")
    #expect(mended.status == 0, "\(mended)")
    #expect(try machine.habit("log", "water").status == 0)
    let text = try machine.read("guest/habits/water/2026.json")
    #expect(text.matches(of: #/"\d\d:\d\d:\d\d/#).count == 3)
    try machine.judge()
    // Its history is not the hub's any more.
    try machine.shell("mv away.git hub.git")
    #expect(try machine.habit("sync").status == 0)
    #expect(try machine.read("guest/habits/water/2026.json") == text)
    try machine.judge()
  }

  @Test(arguments: ["HEAD", "$(tr '\\0' '\\n' <.git/habit/journal | sed -n 4p)"])
  func `an interrupted change whose tree is missing in the copy is abandoned`(commit: String) throws
  {
    try machine.habit("log", "water")
    let told = try machine.shell(
      """
      strace -f -qq -o /dev/null -e trace=renameat2 -e inject=renameat2:signal=SIGKILL \
        habit log water
      cd \(machine.root); tree=$(git rev-parse \(commit)^{tree})
      rm .git/objects/${tree:0:2}/${tree:2} && habit check --fix && habit log water
      """
    )
    #expect(told.status == 0, "\(told)")
    try machine.judge()
  }

  @Test func `of a history with missing commits, the complete part is kept`() throws {
    let told = try machine.shell(
      """
      cd \(machine.root); whole=$(git rev-parse HEAD) tree=$(git rev-parse HEAD^{tree})
      for i in $(seq 240); do
        c=$(git commit-tree -p HEAD -m $i $tree) && git update-ref -m $i HEAD $c
        case $i in 1|80|160|240) rm .git/objects/${c:0:2}/${c:2} ;; esac
      done
      habit check --fix 2>&1 && git merge-base --is-ancestor $whole HEAD && git rev-list --count HEAD
      """
    )
    #expect(told.output.hasSuffix("\n3\n"), "\(told)")
    #expect(try machine.habit("log", "water").status == 0)
    let text = try machine.read("guest/habits/water/2026.json")
    #expect(text.matches(of: #/"\d\d:\d\d:\d\d/#).count == 2)
    try machine.judge()
  }

  @Test func `two repairs at once leave no object missing`() throws {
    try machine.shell(
      "git init -q --bare --object-format=sha1 -b main hub.git; habit remote add origin hub.git"
    )
    try machine.habit("sync")
    let told = try machine.shell(
      """
      for i in 1 2 3; do
        for o in $(git -C \(machine.root) rev-list --objects HEAD | tail -4 | cut -c1-40); do
          f=\(machine.root)/.git/objects/${o:0:2}/${o:2}; test -e $f && { rm $f; : >$f; }
        done
        (habit check --fix >out1 2>&1 || cat out1) & habit check --fix >out2 2>&1 || cat out2; wait
        git -C \(machine.root) fsck --no-dangling
      done
      """
    )
    #expect(told.text == "")
    #expect(try machine.habit("check").text.contains("no problem"))
  }
}
