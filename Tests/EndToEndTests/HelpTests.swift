import Foundation
import TestSupport
import Testing

/// `habit help` where no page is installed.
@Suite struct HelpTests {
  @Test func `a binary that is copied alone shows the manual`() throws {
    let machine = try Machine()
    try machine.shell("mkdir alone && cp \"$(command -v habit)\" alone/")
    let page = try machine.shell("env -i PATH=$PATH LC_ALL=C.UTF-8 alone/habit help xp.7")
    #expect(page.status == 0 && page.errors == "", "\(page)")
    // grep(1) finds a heading, as in what man(1) writes to a pipe.
    #expect(page.output.hasPrefix("HABIT-XP(7) ") && page.output.contains("\nEXAMPLES\n"))
    let file = Project.root.appending(path: "Man/habit-xp.7")
    let text = try String(contentsOf: file, encoding: .utf8)
    let source = try machine.shell("alone/habit help --source xp.7")
    #expect(source.status == 0 && source.output == text)
    let bare = try machine.shell("PATH=/nowhere $PWD/alone/habit help xp.7")
    #expect(bare.status == 0 && bare.output == text, "\(bare)")
    #expect(bare.errors.hasPrefix("neither mandoc nor man is installed"))
    let unknown = try machine.shell("alone/habit help xpp")
    #expect(unknown.status == 66 && unknown.errors.contains("did you mean: habit help xp"))
  }

  @Test func `a word with one place opens the page there, one with several lists them`() throws {
    let machine = try Machine()
    let page = try machine.habit("help", "--source", "streak")
    #expect(page.status == 0 && page.output.contains(".Dt HABIT-XP 7"))
    let list = try machine.habit("help", "timezone")
    #expect(list.status == 0 && list.output.hasPrefix("habit-edit(1)    --time-zone zone  "))
    #expect(list.output.split(separator: "\n").count == 2)
  }

  @Test func `the manual is written as linked pages of the web`() throws {
    let machine = try Machine()
    let told = try machine.habit("help", "--all", "-o", "site")
    #expect(told.status == 0, "\(told)")
    #expect(
      try machine.shell("ls site | wc -l; ls site/index.html").output.hasSuffix(
        "\nsite/index.html\n"
      )
    )
    let broken = try machine.shell(
      ##"cd site; grep -oh 'href="[^"#]*' *.html | sort -u | cut -d'"' -f2 | sed '/^$/d' |"##
        + #" while read -r file; do test -e "$file" || echo "$file"; done"#
    )
    #expect(broken.output == "" && broken.status == 0)
    #expect(
      try machine.shell("grep -c '<h1>habit-undo, habit-redo(1)</h1>' site/habit-undo.1.html")
        .output == "1\n"
    )
    #expect(try machine.habit("help", "--all").status == 64)
  }

  @Test func `a page that mandoc refuses is not written`() throws {
    let machine = try Machine()
    let program = "#!/bin/sh\\ncat >/dev/null; echo refused >&2; exit 3\\n"
    try machine.shell("mkdir bin; printf '\(program)' >bin/mandoc; chmod +x bin/mandoc")
    let told = try machine.shell("PATH=$PWD/bin:$PATH habit help --all -o site")
    #expect(told.status == 69 && told.errors == "habit: mandoc failed: refused\n", "\(told)")
    #expect(try machine.shell("ls site").output == "")
  }
}
