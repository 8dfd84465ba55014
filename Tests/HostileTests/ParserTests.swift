import Foundation
import TestSupport
import Testing

/// What a file says reaches other programs as a text, whatever their language makes of it: a list of
/// all places, each with the real parser on the other side.
///
/// For cron nothing is written: its table is an example without texts.
@Suite struct ParserTests {
  /// Notes, descriptions, tags and aliases; what begins each tells whose language it is.
  private static let texts = [
    "one\ntwo\r\nthree", "-n --help", "-", "\u{1B}[31mred\u{1B}]0;t\u{7}\u{9B}1m",
    "it's \"quoted\" `touch PWNED` $(touch PWNED) ; touch PWNED\n!touch PWNED",
    "back\\slash \\fBbold\\fP \\n %s %h ${HOME} %(touch PWNED)",
    ":END:\n* Head\n#+SETUPFILE: /etc/passwd\n- State \"DONE\" from \"X\" [2026-01-01 Thu]\n"
      + "x Local Variables:\nx eval: (shell-command \"touch PWNED\")\nx End:",
    ");\n.shell touch PWNED\n--\n.read x\n'); DROP TABLE Habits; --", "=cmd|' /C calc'!A0",
    "END:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:evil", "'\n.Sh EVIL\n.so /etc/passwd\n.\\\" x",
    "<script>alert(1)</script><img src=x onerror=alert(1)>&lt;", "---\nevil: true\n- [ ] x\n---",
    "[core]\n\tfsmonitor = touch PWNED", "x\ty : z, \"a\";b",
  ]

  /// Python that a place may use: the texts, what the files say, and what is wrong.
  private static let helpers = """
    import csv, html.parser, io, json, os, re, shutil, sqlite3, subprocess
    texts = json.load(open("texts.json"))
    names = [json.load(open(f"repo/guest/habits/h{i}/habit.json"))["name"] for i in range(len(texts))]
    def run(*words, input=None):
        done = subprocess.run(words, input=input, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.stdout.decode()
    def same(found, wanted):
        for text in sorted(set(found) ^ set(wanted)): print("differs:", ascii(text))
        if len(found) != len(wanted): print(len(found), "of", len(wanted))

    """

  /// A repository with a habit and a record for each text.
  private func machine() throws -> Machine {
    let machine = try Machine().with(["HABIT_REPO": "repo", "NO_COLOR": "1"])
    try machine.shell("mkdir repo; habit init repo")
    _ = try machine.process(
      ["python3", "-c", Self.making],
      input: String(decoding: try JSONEncoder().encode(Self.texts), as: UTF8.self)
    ).run()
    #expect(try machine.habit("check").status == 0)
    return machine
  }

  private static let making = """
    import json, os, sys
    texts = json.load(sys.stdin)
    json.dump(texts, open("texts.json", "w"))
    def put(path, value):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        json.dump(value, open(path, "w"))
    for i, text in enumerate(texts):
        name = "".join(c if c >= " " and not "\\x7f" <= c <= "\\x9f" else " " for c in text)[:45]
        put(f"repo/guest/habits/h{i}/habit.json", {"name": f"{name.strip()} {i}", "start": "2026-02-20",
            "description": text, "tags": [text], "aka": [text], "reminders": ["09:00"]})
        put(f"repo/guest/habits/h{i}/2026.json", {"2026-02-27": {"progress": 1, "note": text}})
    put("repo/guest/profile.json", {"name": "-n $(touch PWNED)"})
    os.makedirs("repo/guest/reports")
    open("repo/guest/reports/habit-all-notes.7", "w").write(
        ".Dd today\\n.Dt HABIT-ALL-NOTES 7\\n.Os\\n.Hb period all\\n.Sh NOTES\\n"
        ".Hb each note\\n\\\\*[note.text] \\\\*[note.habit]\\n.Hb end\\n")
    """

  /// Each place, and Python that prints what its parser finds wrong.
  private static let places: [(parser: String, python: String)] = [
    (
      "sqlite3, which runs lines that begin with a point",
      """
      run("habit", "export", "loop", "-o", "loop.db")
      base = sqlite3.connect("loop.db")
      same([note for note, in base.execute("SELECT notes FROM Repetitions")], texts)
      same([text for text, in base.execute("SELECT description FROM Habits")], texts)
      """
    ),
    (
      "JSON",
      """
      found = json.loads(run("habit", "export", "json"))["habits"].values()
      same([habit["habit"]["description"] for habit in found], texts)
      same([day["note"] for habit in found for day in habit["years"]["2026"].values()], texts)
      same([row["note"] for row in json.loads(run("habit", "query", "--json"))
            if row["note"]], texts)
      """
    ),
    (
      "CSV",
      """
      def rows(*words):
          table = csv.DictReader(io.StringIO(run("habit", *words), newline=""))
          return [row for row in table if row["note"]]
      same([row["note"] for row in rows("export", "csv")], texts)
      same([row["habit"] for row in rows("export", "csv")], names)
      same([row["habit"] for row in rows("query", "--csv")], [f"h{i}" for i in range(len(texts))])
      """
    ),
    (
      "a terminal",
      """
      for command in ["export csv", "export org", "query", "show h3", "today", "history"]:
          for c in set(run("script", "-qec", "habit " + command, "/dev/null")):
              if c < " " and c not in "\\r\\n" or "\\x7f" <= c <= "\\x9f": print(command, ascii(c))
      """
    ),
    (
      "iCalendar",
      """
      lines = run("habit", "remind", "--ics").replace("\\r\\n ", "").split("\\r\\n")
      same([re.sub(r"\\\\(.)", r"\\1", line[8:]) for line in lines if line[:8] == "SUMMARY:"], names)
      for line in lines[:-1]:
          if not re.match("[A-Z-]+[:;]", line) or re.search("[\\x00-\\x1f]", line): print(ascii(line))
      """
    ),
    (
      "Org, and Emacs, which shows it",
      """
      text = run("habit", "export", "org")
      if text.count("\\f") != 1 or not text.endswith("\\f\\n"): print("another last page")
      found = [line.strip() for line in text.split("\\n")]
      same([line for line in found if line == ":END:"], [":END:"] * 2 * len(texts))
      same([line for line in found if line[:8] == "- State "],
           [line for line in found if "[2026-02-27 Fri" in line])
      print(*[line for line in found[4:] if line[:1] == "#"])
      print(*[line for line in text.split("\\n") if line[:1] == "*"
              and not line.startswith(tuple("* TO" "DO " + name for name in names))])
      """
    ),
    (
      "HTML",
      """
      class Page(html.parser.HTMLParser):
          def handle_starttag(self, tag, attributes):
              if tag in ["script", "img", "iframe", "object", "base"] or [
                  name for name, _ in attributes if name.startswith("on")]: print(tag, attributes)
      Page().feed(run("habit", "report", "all-notes", "-T", "html"))
      """
    ),
    (
      "roff",
      """
      page = run("habit", "report", "all-notes", "-T", "mdoc").encode()
      tree = run("mandoc", "-T", "tree", input=page)
      same(re.findall(r"Sh \\(head\\).*\\n +(.*) \\(text\\)", tree), ["NOTES"])
      if "root:x" in run("mandoc", "-T", "ascii", input=page): print("a file was read")
      """
    ),
    (
      "harsh's and habitctl's lines",
      """
      for form, separator, count in [("harsh", " : ", 4), ("habitctl", "\\t", 2)]:
          run("habit", "export", form, "-o", form)
          log = open(form + "/log").read().strip("\\n").split("\\n")
          if len(log) != len(texts): print(form, len(log), "lines")
          print(*[line for line in log if line.count(separator) != count])
      """
    ),
    (
      "the files of Obsidian, BeaverHabits and Table Habit",
      """
      run("habit", "export", "obsidian", "-o", "notes")
      for name in os.listdir("notes"):
          lines = open("notes/" + name).read().split("\\n")
          if lines.count("---") != 2 or "evil: true" in lines: print(name)
      same([day["text"] for habit in json.loads(run("habit", "export", "beaverhabits"))["habits"]
            for day in habit["records"]], texts)
      same([habit["desc"] for habit in json.loads(run("habit", "export", "mhabit"))["habits"]], texts)
      """
    ),
    (
      "a shell, to which completions are words",
      """
      shell = '''source <(habit --generate-completion-script bash); COMP_WORDS=(habit log "")
      COMP_CWORD=2 COMP_LINE="habit log " COMP_POINT=10; _habit habit "" log
      for word in "${COMPREPLY[@]}"; do eval "set -- $word"; [[ $# = 1 ]] || echo "$word"; done'''
      print(run("bash", "-c", shell))
      """
    ),
    (
      "systemd, and the shell that it starts",
      """
      for text in ["it's; touch PWNED", "$(touch PWNED)", "%h \\"x\\" \\\\ `touch PWNED`", "-x"]:
          shutil.copytree("repo", text)
          unit = run("habit", "--repo", "./" + text, "remind", "--systemd")
          line, = [line for line in unit.split("\\n") if line.startswith("ExecStart=")]
          if re.search("(?<!%)%(?!%)", line.replace("%%", "")): print("a specifier:", line)
          shell = re.sub(r"\\\\(.)", r"\\1", line.replace("$$", "$").replace("%%", "%"))
          shell, = re.findall('/bin/sh -c "(.*)"$', shell)
          run("sh", "-c", "notify-send() { :; }; " + shell)
      """
    ),
    (
      "git: messages, names and settings",
      """
      for i, text in enumerate(texts):
          run("habit", "edit", f"h{i}", "--description", text + ".")
          run("habit", "remote", "add", "origin", text)
          run("habit", "remote", "add", text, "hub.git")
      def git(*words): return run("git", "-C", "repo", *words)
      for line in git("log", "--format=%an|%ae|%s|%b").split("\\n"):
          if re.search("[\\x00-\\x1f\\x7f-\\x9f]", line): print(ascii(line))
      print(git("fsck", "--strict", "--no-dangling"))
      for line in git("config", "--local", "--name-only", "--list").split("\\n"):
          if not re.match(r"(core\\.(rep|file|bare|log)|merge\\.|remote\\.|branch\\.main\\.|$)", line): print(line)
      """
    ),
  ]

  @Test func `a text is a text to every parser that it reaches`() throws {
    let machine = try machine()
    for place in Self.places {
      let told = try machine.process(["python3", "-c", Self.helpers + place.python]).run()
      #expect(told.status == 0, "\(place.parser): \(told)")
      let complaints = told.text.split(whereSeparator: \.isWhitespace)
      #expect(complaints.isEmpty, "\(place.parser): \(told)")
      #expect(try machine.shell("find . -name PWNED").output == "", "\(place.parser)")
    }
  }
}
