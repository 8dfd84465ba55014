import Foundation
import TestSupport
import Testing

/// Who may read what is written.
@Suite struct PrivacyTests {
  let machine: Machine
  private let shared = ".local/share/habit"

  init() throws { machine = try Machine() }

  /// Runs a line of bash with the mask that most systems have, which must end well.
  @discardableResult
  private func shell(_ line: String) throws -> String {
    let told = try machine.shell("umask 022; \(line)")
    try #require(told.status == 0, "\(line): \(told)")
    return told.output
  }

  @Test func `only the owner can read a new repository or clone`() throws {
    try shell(
      """
      habit add Read; habit done read; git init -q --bare --object-format=sha1 -b main hub.git
      habit remote add origin hub.git; habit sync; habit clone hub.git clone; mkdir -m 755 own
      habit init own
      """
    )
    #expect(try shell("find .local clone own/.git own/.habit.json own/README.md -perm /077") == "")
    try machine.judge()
  }

  @Test func `only the owner can read a new report, and an existing file keeps its mode`() throws {
    try shell("habit add Read; habit report week -o week.html; habit report week -o week.txt")
    #expect(try shell("stat -c %a week.html week.txt") == "600\n600\n")
    try shell("chmod 644 week.html; habit report week -o week.html")
    #expect(try shell("stat -c %a week.html") == "644\n")
    #expect(try shell("ls -A").contains("habit-new") == false)
  }

  @Test func `new files of a shared repository are readable like the others`() throws {
    try shell(
      """
      habit add Read
      git init -q --bare --object-format=sha1 -b main --shared=group group.git; git init -q --bare -b main plain.git
      for hub in group plain; do habit remote add $hub $hub.git; done
      """
    )
    for _ in 0..<2 {
      try shell("habit log read; habit sync group; habit sync plain")
      // Also through git itself, as where a hub has hooks.
      try shell("for hub in *.git; do ln -sf /bin/true $hub/hooks/update; done")
    }
    #expect(try shell("find plain.git ! -type l ! -perm -o+r") == "")
    #expect(try shell("find group.git ! -type l ! -perm -g+r") == "")
    #expect(try shell("find group.git -type d ! -perm -g+w") == "")
  }

  @Test func `a repository that others may read stays as it is`() throws {
    try shell(
      "mkdir -p \(shared); cd \(shared); git init -q --object-format=sha1 -b main; habit add Read; habit log read"
    )
    #expect(try shell("find \(shared) -type f ! -perm -o+r") == "")
    try shell(
      "git init -q --bare --object-format=sha1 -b main hub.git; habit remote add origin hub.git"
        + "; habit sync"
    )
    #expect(try shell("find \(shared) -type f ! -perm -o+r") == "")
  }

  @Test func `only the owner can read a configuration with a password`() throws {
    try shell(
      """
      habit add Read; chmod -R go+rX \(shared)
      habit remote add plain https://example.org/x.git
      """
    )
    #expect(try shell("stat -c %a \(shared)/.git/config") == "644\n")
    try shell("habit remote add secret https://ann:secret@example.org/x.git")
    #expect(try shell("stat -c %a \(shared)/.git/config") == "600\n")
  }

  /// The folder is another account's as well, who puts a link in the place of the file that is being
  /// made, at any call between the two that could follow it.
  @Test func `a link that replaces a report while it is written changes no other file`() throws {
    try shell(
      """
      habit add Read; mkdir shared; umask 077; echo mine >secret; ln -s ../secret shared/link
      touch shared/x.html; chmod 666 shared/x.html
      """
    )
    let told = try machine.shell(
      """
      (while ! test -e shared/.x.html.habit-new; do :; done; mv -T shared/link shared/.x.html.habit-new) &
      strace -f -qq -o /dev/null -e trace=chmod,fchmod,fchmodat,fchown \
        -e inject=chmod,fchmod,fchmodat,fchown:delay_enter=300000 \
        habit report today -T html -o shared/x.html
      wait; stat -c '%a %s' secret
      """
    )
    #expect(told.output == "600 5\n", "\(told)")
  }

  @Test func `a data file keeps its group and its attributes`() throws {
    guard try shell("id -u") == "0\n" else {
      print("skipped: who runs the tests is not root, and may be in one group only")
      return
    }
    // libgit2 looks for files by access(2), for which the folders of tests are closed to all but root.
    let folder = try TemporaryFolder.$parent.withValue(URL(filePath: "/var/tmp")) {
      try TemporaryFolder()
    }
    defer { withExtendedLifetime(folder) {} }
    let open = folder.url.path
    let machine = machine.with(["HABIT_REPO": open])
    let year = "\(open)/guest/habits/read/2026.json"
    try shell("chmod 755 \(open); habit init \(open)")
    let record = "export HABIT_REPO=\(open); habit add Read; habit log read"
    try shell("\(record); chgrp 1234 \(year); chmod 660 \(year)")
    let python = "import os, sys; f = sys.argv[1]"
    let hasAttributes =
      try machine.shell(
        "python3 -c '\(python); os.setxattr(f, \"user.colour\", b\"red\")' \(year)"
      ).status == 0
    try machine.habit("log", "read")
    #expect(try shell("stat -c '%a %g' \(year)") == "660 1234\n")
    // A user outside the group cannot give it to a file: then no group gets rights.
    try shell("chown -R 65534 \(open)")
    // The folders above may be closed to all but root.
    let reading = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    let told = try machine.process(
      ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + reading
        + ["habit", "log", "read"]
    ).run()
    #expect(told.status == 0, "\(told)")
    #expect(try shell("stat -c '%a %g' \(year)") == "600 65534\n")
    guard hasAttributes else { return print("skipped: a file system without attributes") }
    let read = "print(os.getxattr(f, \"user.colour\").decode())"
    #expect(try shell("python3 -c '\(python); \(read)' \(year)") == "red\n")
  }

  @Test func `root through sudo writes nothing into another user's repository`() throws {
    guard try shell("id -u") == "0\n" else {
      // Only root can be somebody else.
      print("skipped: who runs the tests is not root")
      return
    }
    try shell("habit add Read --from -2; habit remote add origin hub.git")
    try shell("rm -r \(shared)/.git/habit/prepared")
    let before = try shell("find \(shared) -printf '%p %u %T@\\n' | sort")
    try shell("chown -R 1000 \(shared)")
    let commands = ["log read", "done read", "add Run", "sync", "check --fix", "fmt"]
    let settings = ["web --password", "user switch guest", "remote add hub /hub"]
    for command in commands + settings {
      let told = try machine.shell("SUDO_UID=1000 habit \(command)")
      #expect(told.status == 77, "\(command): \(told)")
      #expect(told.errors.contains("hint: run it as that user: sudo -u '#1000' habit"), "\(told)")
    }
    // Without sudo(8) it is git's own rule.
    for command in ["sync", "log read"] + settings {
      let told = try machine.shell("habit \(command)")
      #expect(told.status == 77 && told.errors.contains("safe.directory"), "\(command): \(told)")
    }
    #expect(try machine.shell("SUDO_UID=1000 habit today").status == 0)
    #expect(try shell("find \(shared) ! -user 1000") == "")
    try shell("chown -R 0 \(shared)")
    #expect(try shell("find \(shared) -printf '%p %u %T@\\n' | sort") == before)
    #expect(try shell("SUDO_UID=1000 habit log read").contains("Read"))
  }
}
