import Foundation
import TestSupport
import Testing

/// The files in Examples that people copy: each does here what it is for.
@Suite(.ownThreads) struct ExampleFilesTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
    try run("habit add Read --from 2026-02-01 && habit done read")
  }

  private static func file(_ name: String) -> URL {
    Project.root.appending(path: "Examples/\(name)")
  }

  private static func lines(_ name: String) throws -> [String] {
    try String(contentsOf: file(name), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Runs a line of bash in the home folder, which must succeed; gives what it prints.
  @discardableResult
  private func run(_ line: String) throws -> String {
    let told = try machine.shell(line)
    try #require(told.status == 0, "\(line): \(told)")
    return told.output
  }

  @Test func `tmux takes the status line, and its command prints the prompt`() throws {
    let file = Self.file("tmux.conf").path
    let server = "tmux -L \(UUID().uuidString) -f \(file)"
    let line = try run("\(server) new-session -d \\; show -gv status-right \\; kill-server")
    let command = try #require(line.firstMatch(of: /#\((.*)\)/)).1
    #expect(try run(String(command)).hasPrefix("1/1"))
  }

  @Test func `cron's command synchronises, and does not complain of being offline`() throws {
    let line = try #require(try Self.lines("crontab").last)
    let command = line.split(separator: " ", maxSplits: 5).last.map(String.init) ?? ""
    try run("git init -q --bare --object-format=sha1 hub.git && habit remote add origin hub.git")
    #expect(try run("sh -c '\(command)'") == "")
    #expect(try run("git -C hub.git log --format=%s -1").hasPrefix("done read"))
    try run("mv hub.git away && habit done read --on yesterday")
    let gone = try machine.shell("sh -c '\(command)'")
    #expect(gone.output.contains("does not appear to be a git repository"), "\(gone)")
    try run("habit remote remove origin && habit remote add origin git://127.0.0.1:1/hub.git")
    let offline = try machine.shell("sh -c '\(command)'")
    #expect(offline.status == 0 && offline.output + offline.errors == "", "\(offline)")
  }

  @Test func `ntfy gets what is due at the time of a reminder`() throws {
    let server = """
      import http.server
      class Topic(http.server.BaseHTTPRequestHandler):
          def do_POST(self):
              body = self.rfile.read(int(self.headers["Content-Length"])).decode()
              open("got", "w").write(f"{self.path} {self.headers['Title']} {body}")
              self.send_response(200)
              self.end_headers()
      topic = http.server.HTTPServer(("127.0.0.1", 0), Topic)
      open("port.new", "w").write(str(topic.server_port))
      import os
      os.rename("port.new", "port")
      topic.timeout = 20
      topic.handle_request()
      """
    let started = try machine.process(["/usr/bin/python3", "-c", server]).start()
    try run("habit add 'Stretch 100 %' --remind 08:00")
    try run(
      """
      while [ ! -e port ]; do sleep 0.05; done
      mkdir bin && ln -s /bin/true bin/systemctl && ln -s "$(command -v habit)" bin/habit
      sed "s#https://ntfy.sh#http://127.0.0.1:$(cat port)#" '\(Self.file("ntfy").path)' >ntfy
      PATH=$PWD/bin:$PATH sh ntfy
      """
    )
    let unit = try run("cat ~/.config/systemd/user/habit-remind.service")
    // The link by which PATH finds the program stays when an upgrade moves the file behind it.
    #expect(unit.contains("/bin/habit' --repo"))
    let start = try #require(unit.firstMatch(of: /ExecStart=\/bin\/sh -c "(.*)"/)).1
    let command = start.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
      .replacing("$$", with: "$").replacing("%%", with: "%")
    try #require(try machine.process(["sh", "-c", String(command)]).run().status == 0)
    #expect(try started.wait().status == 0)
    #expect(try run("cat got") == "/habits-k3f9x2 Habits 08:00  Stretch 100 % 0/1 time\n")
  }

  @Test func `Home Assistant and an iPhone touch, and read what is open`() throws {
    try machine.habit("web", "--password", input: "correct-horse\n")
    let server = try Server { port in
      machine.process(["habit", "web", "--listen", "127.0.0.1:\(port)"])
    }
    defer { server.stop() }
    func ours(_ text: Substring) -> String {
      String(text).replacing(
        "https://nas.example.org/habit",
        with: "http://127.0.0.1:\(server.port)"
      )
    }
    func done() throws -> Bool {
      try run("env -u HABIT_NOW habit today --json").contains("\"state\": \"done\"")
    }
    let yaml = try String(contentsOf: Self.file("home-assistant.yaml"), encoding: .utf8)
    func value(_ key: String) throws -> String {
      let match = try #require(
        yaml.firstMatch(of: try Regex(" \(key): (.*)", as: (Substring, Substring).self))
      )
      return ours(match.1)
    }
    let user = "-u guest:\(try value("password"))"
    #expect(try !done())
    try run(
      "curl -sf \(user) -H 'Habit-Touch: \(try value("Habit-Touch").filter { $0 != "\"" })' "
        + "-H 'Content-Type: \(try value("content_type"))' -d '\(try value("payload"))' \(try value("url"))"
    )
    #expect(try done())
    #expect(try run("curl -sf \(user) \(try value("resource"))").contains("\"state\": \"done\""))
    try run("env -u HABIT_NOW habit set read 0")
    let lines = try Self.lines("shortcuts.txt").suffix(6).map { line in
      line.split(separator: "  ", omittingEmptySubsequences: true).map { $0.drop { $0 == " " } }
    }
    let password = try run("printf guest:correct-horse | base64").dropLast()
    try run(
      "curl -sf -X \(lines[1][1]) -H 'Authorization: Basic \(password)' -H '\(lines[3][0]): \(lines[3][1])' "
        + "-d '\(lines[5][0])=\(lines[5][1])' \(ours(lines[0][1]))"
    )
    #expect(try done())
    #expect(
      try run("printf ann:correct-horse | base64").dropLast()
        == lines[2][2].dropFirst("Basic ".count)
    )
  }

  @Test func `systemd accepts the units, and the service's command synchronises`() throws {
    let folder = Self.file("systemd").path
    try run(
      "mkdir run && XDG_RUNTIME_DIR=$PWD/run systemd-analyze verify --user "
        + "\(folder)/habit-sync.service \(folder)/habit-sync.timer"
    )
    let start = try #require(
      try Self.lines("systemd/habit-sync.service").first { $0.hasPrefix("ExecStart=") }
    )
    try run("git init -q --bare --object-format=sha1 hub.git && habit remote add origin hub.git")
    #expect(try run(String(start.dropFirst(10))).contains("went to origin"))
  }

  @Test func `the container's command serves the page to who has the password`() throws {
    let lines = try Self.lines("Containerfile")
    func value(_ word: String) throws -> Substring {
      try #require(lines.first { $0.hasPrefix("\(word) ") }).dropFirst(word.count + 1)
    }
    let command = try JSONDecoder().decode([String].self, from: Data(try value("CMD").utf8))
    let volume = try value("VOLUME")
    var settings: [String: String] = [:]
    for part in try value("ENV").split(separator: " ") {
      let pair = part.replacing(volume, with: "\(machine.home.path)/volume").split(separator: "=")
      settings[String(pair[0])] = String(pair[1])
    }
    let container = machine.with(settings)
    let made = try container.shell("mkdir volume; cd volume; habit init . && habit add Read")
    try #require(made.status == 0, "\(made)")
    let open = try container.process(command).run()
    #expect(open.status == 78 && open.errors.contains("so it needs a password"), "\(open)")
    try container.habit("web", "--password", input: "correct-horse\n")
    let server = try Server { port in
      container.process(command.map { $0.replacing("8788", with: "\(port)") })
    }
    defer { server.stop() }
    let page = "curl -s -o page -w %{http_code} http://127.0.0.1:\(server.port)/"
    #expect(try run(page) == "401")
    #expect(try run("\(page) -u guest:correct-horse && grep -c Read page").hasPrefix("200"))
    #expect(try run("git -C volume log --format=%an -1") == "guest on server\n")
  }

  @Test func `the workflow makes pages of everybody, and an index`() throws {
    let lines = try Self.lines("pages.yml")
    let start = try #require(lines.firstIndex { $0.contains("name: reports") })
    let script = lines[(start + 2)...].prefix { $0.hasPrefix("          ") }.joined(separator: "\n")
    try run(
      """
      cp -r '\(Self.file("family").path)' family && cd family && cp -r mia manual
      bash -e <<'SCRIPT'
      \(script)
      SCRIPT
      """
    )
    let folders = "anna\nben\nhabit_manual\nindex.html\nmanual\nmia\n"
    #expect(try run("cd family/pages && ls -d *") == folders)
    #expect(try run("grep -c href family/pages/index.html") == "4\n")
    #expect(try run("find family/pages ! -perm -a+r") == "")
    let weeks = try run("cd family/pages/mia && ls *-w*.html")
    #expect(weeks.split(separator: "\n").count > 1, "\(weeks)")
  }

  @Test func `the template of a diary is a page, and shows what each day has`() throws {
    try run("habit add Run --from 2026-02-27 && habit done run --on yesterday --note rain")
    let page = try run("habit report diary this -T mdoc")
    #expect(page.contains(".It Sun 1 March ▪\nRead (1 time).\n.El"), "\(page)")
    let last = try run("habit report diary -T mdoc")
    #expect(
      last.contains(".It Sat 28 February ▪\nRun (1 time).\n.Em Run :\nrain\n.El"),
      "\(last)"
    )
    #expect(try !run("habit report diary").contains("Nothing was done."))
  }

  @Test func `the templates of a line, a table and a board show what they say`() throws {
    let reports = ".local/share/habit/guest/reports"
    try run("mkdir \(reports)")
    for name in ["bar", "table", "board"] {
      let file = Self.file("reports/habit-\(name).7")
      #expect(try run("habit report --lint \(file.path)") == "")
      // A line has no sections.
      if name != "bar" { #expect(try Manual.lint(file) == []) }
      try run("cp \(file.path) \(reports)")
    }
    try run("habit add Run --from 2026-02-27 && habit done run --on yesterday")
    try run("habit user add Mia && habit --user mia add Swim --from 2026-02-27")
    try run("for day in -2 -1 -0; do habit --user mia done swim --on \"$day\"; done || :")
    #expect(try run("habit report bar -T text").hasPrefix("1/2, "))
    let table = try run("habit report table 2026-02 -T text")
    #expect(table.contains(#/2026-02-28 +Sat +▪ +1 +2 +50%/#), "\(table)")
    let board = try run("habit report board this -T text")
    let users = board.split(separator: "\n").compactMap { line in
      ["mia", "Mia", "guest"].first { line.contains($0) }
    }
    #expect(users.first?.lowercased() == "mia" && users.contains("guest"), "\(board)")
    #expect(board.contains("Swim") && board.contains("Run"))
  }

  @Test func `what was logged with jq is merged with what habit recorded`() throws {
    try run(
      """
      git init -q --bare --object-format=sha1 hub.git; habit remote add origin hub.git; habit sync
      git clone -q hub.git phone; cd phone
      git config user.name ann; git config user.email ann@example.org
      """
    )
    let day = try run("date +%F").filter { $0 != "\n" }
    let script = Self.file("log-with-jq").path
    // The day that the phone's clock says, which no HABIT_NOW changes.
    let now = machine.with(["HABIT_NOW": "\(day)T09:00:00"])
    #expect(
      try now.shell("habit log read --on \(day); habit note read hot --on \(day)").status == 0
    )
    try run("cd phone && env -u HABIT_DEVICE \(script) guest/habits/read")
    #expect(try now.shell("habit sync").status == 0)
    let record = try #require(
      try run("cat .local/share/habit/guest/habits/read/\(day.prefix(4)).json")
        .split(separator: "\n").first { $0.contains(day) }
    )
    #expect(record.contains("\"progress\": 2"), "\(record)")
    #expect(record.contains("\"note\": \"hot\"") && record.contains(" phone\""))
    #expect(try machine.shell("habit check").status == 0)
    // The same day on both sides, which only a merge driver can merge.
    try run("mv hub.git away; sleep 1; cd phone && env -u HABIT_DEVICE \(script) guest/habits/read")
    try run("mv away hub.git")
    #expect(try now.shell("habit log read --on \(day); habit sync").status == 0)
    try run("sleep 1; cd phone && env -u HABIT_DEVICE \(script) guest/habits/read")
    try run("cd phone && git diff --quiet HEAD && test -z \"$(git status --porcelain)\"")
    #expect(try now.shell("habit sync").status == 0)
    let file = ".local/share/habit/guest/habits/read/\(day.prefix(4)).json"
    #expect(try run("grep -o ' phone\"' \(file) | wc -l") == "3\n")
    let missing = try machine.shell("cd phone && \(script) guest/habits/run")
    #expect(missing.status == 66 && missing.errors.contains("no habit at guest/habits/run"))
  }

  // MARK: Editors

  @Test func `Vim lists the problems of a repository and completes keys from the schemas`() throws {
    try run(
      """
      cp -r \(Self.file("family").path) "it's" && habit init "it's"
      sed -i '3s/,$//' "it's/ben/habits/no-sugar/2026.json"
      cat >all.vim <<'VIM'
      silent make!
      let found = map(getqflist(), {_, e -> bufname(e.bufnr) . ':' . e.lnum . ':' . e.text})
      let words = map(HabitComplete(0, 'di'), {_, w -> w.word . ': ' . w.menu})
      call writefile(found + words, 'told')
      qall!
      VIM
      vim -es -N -i NONE -u \(Self.file("habit.vim").path) -S all.vim \\
        "it's/anna/habits/swim/2026.json" </dev/null
      """
    )
    let told = try run("cat told").split(separator: "\n").dropFirst()
    #expect(
      told.map { $0.trimmingPrefix("\(machine.home.path)/") } == [
        "it's/ben/habits/no-sugar/2026.json:4:expected a comma before this",
        "difficulty: How hard it was: 1 is very easy, 5 is very hard.",
      ]
    )
  }

  /// What of VS Code's settings concerns the schemas.
  private struct Settings: Decodable {
    struct Schema: Decodable {
      let fileMatch: [String]
      let url: String
    }
    let schemas: [Schema]

    enum CodingKeys: String, CodingKey {
      case schemas = "json.schemas"
    }
  }

  @Test func `VS Code's settings name a schema that each file of a repository is valid for`() throws
  {
    let file = try Data(contentsOf: Self.file("vscode-settings.json"))
    let settings = try JSONDecoder().decode(Settings.self, from: file)
    try run("cp -r \(Self.file("family").path) family && mkdir family/.vscode")
    var matched: [Substring] = []
    for schema in settings.schemas {
      let path = "family/\(schema.url.trimmingPrefix("./"))"
      let name = try #require(path.firstMatch(of: #/([a-z]+)\.schema\.json$/#)).1
      try run("habit schema \(name) > \(path)")
      for glob in schema.fileMatch {
        let line = "for file in family\(glob); do jsonschema -i $file \(path) && echo $file; done"
        matched += try run("set -e; shopt -s failglob; \(line)").split(separator: "\n")
      }
    }
    let all = try run("find family/*/ -name '*.json'").split(separator: "\n")
    #expect(matched.sorted() == all.sorted())
    try run("habit init family && habit check --repo family")
  }
}
