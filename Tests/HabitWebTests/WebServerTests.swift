import Foundation
import TestSupport
import Testing

/// `habit web` with a real lighttpd, a real browser, and phones that all touch at once.
@Suite(.ownThreads) struct WebServerTests {
  private func machine() throws -> Machine {
    let machine = try Machine("mbp")
    try machine.habit("add", "Read")
    try machine.habit("add", "Run")
    try machine.habit("add", "Drink water", "--goal", "8 glasses")
    return machine
  }

  private func script(_ name: String) -> String {
    Project.root.appending(path: "Tests/HabitWebTests/\(name)").path
  }

  private func serve(_ machine: Machine, _ more: [String: String] = [:]) throws -> Server {
    try Server { port in
      machine.with(more).process(["habit", "web", "--listen", "127.0.0.1:\(port)"])
    }
  }

  /// How many commits have a touch.
  private func touches(_ machine: Machine) throws -> Int {
    try machine.git("log", "--grep", "^Touch: ", "--format=%H").output.split(separator: "\n").count
  }

  @Test(
    arguments: [
      ("touching", 390, 10), ("offline", 390, 3), ("tabs", 390, 4),
    ] + (rounds(1) > 1 ? [("touching", 820, 10)] : [])
  )
  func `a browser touches, also without a network, and each touch is recorded once`(
    scenario: String,
    width: Int,
    count: Int
  ) throws {
    let machine = try machine()
    let server = try serve(machine)
    let arguments = [scenario, "\(width)", "\(server.port)", try machine.key()]
    let driven = try machine.process(["/usr/bin/python3", script("phone.py")] + arguments).run()
    server.stop()
    #expect(driven.status == 0, "\(driven)")
    #expect(try touches(machine) == count)
    if scenario == "offline" {
      let year = try machine.shell("cat \(machine.root)/guest/habits/drink-water/*.json")
      let times = year.output.matches(of: /(\d\d):(\d\d):(\d\d) phone-/).map { match in
        [match.1, match.2, match.3].reduce(0) { $0 * 60 + (Int($1) ?? 0) }
      }
      // Touched three seconds apart, and sent at once.
      #expect(times.count == 3)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 2 }, "\(times)")
    }
    try machine.judge()
  }

  @Test func `eight phones, a log and a sync at once make exactly what was acknowledged`() throws {
    let machine = try machine()
    let hub = machine.home.path + "/hub.git"
    try machine.shell("git init --quiet --bare --initial-branch=main \(hub)")
    try machine.habit("remote", "add", "origin", hub)
    let isLong = ProcessInfo.processInfo.environment["HABIT_TESTS"] == "long"
    let loop = """
      n=0
      while [ ! -e stop ]; do
        env -u HABIT_NOW habit log drink-water 1 >log 2>&1 && n=$((n + 1))
        habit sync >sync 2>&1
        echo $n >count
      done
      """
    let beside = try machine.process(["bash", "-c", loop]).start()
    let acknowledged = try crowd(machine, touches: isLong ? 50 : 8, kills: 0)
    try machine.shell("touch stop")
    #expect(try beside.wait().status == 0)
    let logged = Int(try machine.shell("cat count").output.dropLast()) ?? 0
    #expect(logged > 0)
    #expect(acknowledged == (isLong ? 400 : 64))
    #expect(try total(machine) == acknowledged + logged)
    try machine.judge()
    // A laptop gets them all.
    let laptop = try Machine("laptop")
    #expect(try machine.habit("sync").status == 0)
    #expect(try laptop.habit("clone", hub).status == 0)
    #expect(try total(laptop) == acknowledged + logged)
  }

  @Test func `the first requests, which come at once, all have the same owner`() throws {
    let machine = try machine()
    let request = "REMOTE_USER=guest REQUEST_METHOD=GET PATH_INFO=/token habit cgi"
    for _ in 1...5 {
      try machine.shell("for i in 1 2 3 4 5 6 7 8; do \(request) >answer$i & done; wait")
      #expect(try machine.shell("cat answer* | grep -c X-Habit").output == "8\n")
      #expect(try machine.shell("cat answer* | grep X-Habit | sort -u | wc -l").output == "1\n")
      try machine.shell("rm \(machine.root)/.git/habit/web/*")
    }
  }

  @Test func `a server that is killed at any moment loses nothing that it has acknowledged`() throws
  {
    let machine = try machine()
    let isLong = ProcessInfo.processInfo.environment["HABIT_TESTS"] == "long"
    let acknowledged = try crowd(machine, touches: isLong ? 25 : 5, kills: isLong ? 30 : 5)
    #expect(acknowledged == (isLong ? 200 : 40))
    #expect(try total(machine) == acknowledged)
    #expect(try touches(machine) == acknowledged)
    try machine.habit("check")
    try machine.judge()
  }

  @Test func `a commuter's touches count for their days, whatever the network and the clock do`()
    throws
  {
    let machine = try machine()
    let server = try serve(machine)
    let script = machine.root + "/.git/habit/web/root/cgi-bin/habit.cgi"
    let arguments = ["road", "360", "\(server.port)", try machine.key(), "", script]
    let driven =
      try machine.process(["/usr/bin/python3", self.script("phone.py")] + arguments).run()
    server.stop()
    #expect(driven.status == 0, "\(driven)")
    // Five before midnight, one after it.
    let year = try machine.shell("cat \(machine.root)/guest/habits/drink-water/*.json").output
    #expect(year.matches(of: /"progress": (\d)/).map(\.1) == ["5", "1"])
    try machine.judge()
  }

  @Test func `two people who share a browser keep their touches and their pages apart`() throws {
    let machine = try machine()
    for user in ["ann", "ben"] {
      try machine.habit("user", "add", user)
      try machine.habit("add", "Drink water", "--goal", "8 glasses", "--user", user)
      try machine.habit("add", "Read", "--user", user)
      try machine.habit("web", "--password", "--user", user, input: "correct-horse\n")
    }
    try machine.habit("add", "Secret diary", "--user", "ann")
    let server = try serve(machine)
    let arguments = ["tablet", "390", "\(server.port)", "ann:correct-horse,ben:correct-horse"]
    let driven = try machine.process(["/usr/bin/python3", script("phone.py")] + arguments).run()
    server.stop()
    #expect(driven.status == 0, "\(driven)")
    let log = try machine.git("log", "--grep", "^Touch: ", "--reverse", "--format=%an %s").output
    let commits = log.replacing(/\ on phone-\w{4}|\ \d{4}-\d\d-\d\d/, with: "").split(
      separator: "\n"
    )
    #expect(
      commits == [
        "ann done read (1/1)", "ann note secret-diary (0/1)", "ben log drink-water +1 (1/8)",
        "ann undo done read (1/1)", "ann done secret-diary (1/1)", "ann note secret-diary (1/1)",
        "ann log drink-water +1 (1/8)", "ann log drink-water +1 (2/8)",
      ]
    )
    try machine.judge()
  }

  @Test(.enabled(if: rounds(1) > 1, "in long runs only"))
  func `two phones, a tablet and a laptop end three weeks with what was acknowledged`() throws {
    let isLong = ProcessInfo.processInfo.environment["HABIT_TESTS"] == "long"
    let touches = isLong ? 250 : 12
    let machine = try machine()
    let hub = machine.home.path + "/hub.git"
    try machine.shell("git init --quiet --bare --initial-branch=main \(hub)")
    try machine.habit("remote", "add", "origin", hub)
    for user in ["ann", "ben"] {
      try machine.habit("user", "add", user)
      for habit in ["Read", "Run"] { try machine.habit("add", habit, "--user", user) }
      try machine.habit("add", "Drink water", "--goal", "8 glasses", "--user", user)
      try machine.habit("web", "--password", "--user", user, input: "correct-horse\n")
    }
    #expect(try machine.habit("sync").status == 0)
    let laptop = try Machine("laptop")
    #expect(try laptop.habit("clone", hub).status == 0)
    // In a long run eight hours pass every few seconds, for all but the browsers.
    let shift = machine.home.path + "/shift"
    let now = "export HABIT_NOW=$(date -ud @$(($(date +%s) + $(cat \(shift)))) +%FT%T)"
    let hours = "for i in $(seq 63); do sleep 4; echo $((28800 * i)) >new; mv new shift; done"
    try machine.shell("echo 0 >shift")
    let loop = """
      \(now); for user in ann ben; do habit done run --user $user >said; done
      ann=0 ben=0
      while [ ! -e stop ]; do
        \(now)
        habit log drink-water 1 --user ann && ann=$((ann + 1))
        habit log drink-water 1 --user ben && ben=$((ben + 1))
        habit sync
        sleep 0.5
      done >said 2>&1
      echo $ann $ben
      """
    func starting(_ process: HabitProcess) throws -> RunningProcess {
      var process = process
      process.timeoutSeconds = isLong ? 3_600 : 240
      return try process.start()
    }
    let beside = try starting(laptop.process(["bash", "-c", loop]))
    let timer = "while [ ! -e stop ]; do \(now); habit sync >said 2>&1; sleep 1; done"
    let syncing = try starting(machine.process(["bash", "-c", timer]))
    let server = try serve(machine)
    try machine.shell("sed -i '2i \(now)' \(machine.root)/.git/habit/web/root/cgi-bin/habit.cgi")
    let clock = isLong ? try starting(machine.process(["bash", "-c", hours])) : nil
    // The tablet is both people's.
    let signed = ["ann", "ben"].map { "\($0):correct-horse" }
    let browsers = try (signed + [signed.joined(separator: ",")]).map { users in
      let arguments = ["390", "\(server.port)", users, "", "\(touches)"]
      return try starting(
        machine.process(["/usr/bin/python3", script("phone.py"), "week"] + arguments)
      )
    }
    let counts = try browsers.map { browser in
      let ended = try browser.wait()
      #expect(ended.status == 0, "\(ended)")
      return ended.numbers
    }
    #expect(try clock?.wait().status ?? 0 == 0)
    for computer in [machine, laptop] { try computer.shell("touch stop") }
    let logged = try beside.wait().numbers
    #expect(try syncing.wait().status == 0)
    server.stop()
    #expect(counts.map(\.count) == [3, 3, 5] && counts.allSatisfy { $0.last != 0 }, "\(counts)")
    guard counts.map(\.count) == [3, 3, 5] else { return }
    #expect(counts.map { $0.dropLast().reduce(0, +) } == [touches, touches, touches])
    for computer in [machine, laptop, machine] { #expect(try computer.habit("sync").status == 0) }
    let other = try Machine("other")
    #expect(try other.habit("clone", hub).status == 0)
    for computer in [machine, laptop, other] {
      for (number, user) in ["ann", "ben"].enumerated() {
        func entries(of habit: String, by device: String) throws -> Int {
          let years = "cat \(computer.root)/\(user)/habits/\(habit)/2*.json"
          return try computer.shell("\(years) | grep -o '[0-9][0-9] \(device)' | wc -l").numbers[0]
        }
        #expect(
          try entries(of: "drink-water", by: "phone-") == counts[number][0] + counts[2][2 * number]
        )
        #expect(try entries(of: "read", by: "phone-") == counts[number][1])
        #expect(try entries(of: "drink-water", by: "laptop") == logged.dropFirst(number).first)
      }
      try computer.habit("check")
      try computer.judge()
    }
    print("the browsers: \(counts), the laptop: \(logged)")
  }

  private func crowd(_ machine: Machine, touches: Int, kills: Int) throws -> Int {
    let port = try freePort()
    try machine.habit("web", "--print-config", "lighttpd")
    let started = try serve(machine)
    started.stop()
    let program = ["habit", "web", "--listen", "127.0.0.1:\(port)"]
    let numbers = ["\(port)", try machine.key(), "\(touches)", "\(kills)"]
    let run = try machine.process(["/usr/bin/python3", script("crowd.py")] + numbers + program)
      .run()
    #expect(run.status == 0, "\(run)")
    return Int(run.output.split(separator: "\n").last ?? "") ?? -1
  }

  /// The sum of all entries of the glasses.
  private func total(_ machine: Machine) throws -> Int {
    let year = try machine.shell("cat \(machine.root)/guest/habits/drink-water/*.json")
    return year.output.matches(of: /[0-9:]{8} [a-z0-9-]+"/).count
  }

  @Test func `a slow or huge body is refused by the server, and writes nothing`() throws {
    let machine = try machine()
    let server = try serve(machine)
    let address = "http://127.0.0.1:\(server.port)"
    let huge = "head -c 300000 /dev/zero | curl -s -o /dev/null -w '%{http_code}' -H 'Expect:' "
    let answer = try machine.shell("\(huge) --data-binary @- \(address)/touch")
    #expect(answer.output == "413")
    let cut = "curl -s -o /dev/null -w '%{http_code}' -H 'Content-Length: 900' -m 2 -d act=x "
    #expect(try machine.shell("\(cut) \(address)/touch").output == "000")
    let direct = ["REQUEST_METHOD": "POST", "PATH_INFO": "/touch", "CONTENT_LENGTH": "70000"]
    #expect(try machine.habit("cgi", with: direct).output.hasPrefix("Status: 413"))
    let short = direct.merging(["CONTENT_LENGTH": "70"]) { $1 }
    #expect(try machine.habit("cgi", with: short, input: "act=x").output.hasPrefix("Status: 400"))
    for length in ["-1", "x", "99999999999999999999"] {
      let odd = direct.merging(["CONTENT_LENGTH": length]) { $1 }
      #expect(try machine.habit("cgi", with: odd).output.hasPrefix("Status: 413"), "\(length)")
    }
    // Apache and busybox say no length where there is no body.
    let plain = ["REQUEST_METHOD": "GET", "PATH_INFO": "/"]
    #expect(try machine.habit("cgi", with: plain).output.hasPrefix("Status: 403"))
    #expect(try touches(machine) == 0)
    #expect(try machine.shell("curl -s \(address)/ -o /dev/null -w '%{http_code}'").output == "403")
    let picture = try machine.shell("curl -s \(address)/icon.png | od -An -tx1 -w24 -N24").output
    #expect(picture.contains("89 50 4e 47") && picture.contains("00 00 00 b4 00 00 00 b4"))
  }

  @Test func `passwords are asked for by lighttpd, which speaks TLS with a certificate`() throws {
    let machine = try machine()
    try machine.habit("user", "add", "ann")
    try machine.habit("add", "Piano", "--user", "ann")
    let set = try machine.habit("web", "--password", "--user", "ann", input: "correct horse\n")
    #expect(set.status == 0)
    #expect(try machine.read(".git/habit/web/passwords").contains(/^ann:\$6\$/))
    let folder = machine.root + "/.git/habit/web"
    try machine.shell(
      """
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
        -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
      cat key.pem cert.pem >both.pem
      habit web --print-config lighttpd >/dev/null
      """
    )
    let server = try Server { port in
      try machine.shell(
        """
        habit web --print-config lighttpd >/dev/null
        { sed 's/^server.port = .*/server.port = \(port)/' \(folder)/lighttpd.conf
          echo 'server.modules += ( "mod_openssl" )'
          echo 'ssl.engine = "enable"'; echo 'ssl.pemfile = "'$PWD'/both.pem"'; } >tls.conf
        """
      )
      return machine.process(["/usr/sbin/lighttpd", "-D", "-f", "tls.conf"])
    }
    let curl = "curl -s --cacert cert.pem https://localhost:\(server.port)"
    #expect(try machine.shell("\(curl)/ -o /dev/null -w '%{http_code}'").output == "401")
    #expect(
      try machine.shell("\(curl)/?key=00 -o /dev/null -w '%{http_code}'").output
        == "401"
    )
    let page = try machine.shell("\(curl)/ -i -u 'ann:correct horse'").output
    #expect(page.contains("Piano"))
    #expect(page.contains("; Secure"))
    #expect(!page.contains("Drink water"))
  }

  @Test func `a page that others can reach needs a password, and stop ends the server`() throws {
    let machine = try machine()
    #expect(try machine.habit("web", "--listen", "0.0.0.0:8788").status == 78)
    for place in ["8788", "127.0.0.1", "127.0.0.1:0", "a b:80", "::1:80", "127.0.0.1:x"] {
      #expect(try machine.habit("web", "--listen", place).status == 64, "\(place)")
    }
    #expect(try machine.habit("web", "--stop").status == 66)
    let server = try serve(machine)
    let second = try machine.habit("web", "--listen", "127.0.0.1:\(try freePort())")
    #expect(second.status == 75)
    #expect(try machine.habit("web", "--stop").status == 0)
    #expect(try machine.shell("sleep 0.3; curl -s http://127.0.0.1:\(server.port)/").status == 7)
    let folder = machine.repository.appending(path: ".git/habit/web")
    #expect(try machine.shell("find \(folder.path) -perm /077").output == "")
  }

  @Test func `the address is a picture only where a phone can open it`() throws {
    let machine = try machine()
    try machine.shell(
      """
      mkdir bin && printf '#!/bin/sh\\n' >bin/lighttpd
      printf '#!/bin/sh\\ncat >code\\n' >bin/qrencode && chmod +x bin/*
      """
    )
    let web = "PATH=$PWD/bin:$PATH script -qec 'habit web' /dev/null </dev/null"
    let alone = try machine.shell(web).output
    #expect(alone.contains("http://127.0.0.1:8788/?key=\(try machine.key())"), "\(alone)")
    #expect(alone.contains("only this computer can open it; for a phone: habit help phone"))
    #expect(try machine.shell("test -e code").status == 1)
    let known = try machine.shell("HABIT_WEB_ORIGIN=https://habits.example.org/x/ \(web)").output
    #expect(!known.contains("only this computer"))
    let address = "https://habits.example.org/?key=\(try machine.key())"
    #expect(try machine.shell("cat code").output == address && known.contains(address))
  }

  @Test func `what only leads to a report reads no record`() throws {
    let machine = try machine()
    try machine.habit("done", "read")
    func reads(_ path: String) throws -> Bool {
      let request = "env REMOTE_USER=guest REQUEST_METHOD=GET PATH_INFO=\(path)"
      return try machine.shell(
        "strace -f -qq -o calls -e trace=openat \(request) habit cgi >page; grep -q 2026.json calls"
      )
      .status == 0
    }
    for path in ["/week", "/month", "/quarter", "/year"] {
      #expect(try !reads(path))
      #expect(try machine.shell("cat page").output.hasPrefix("Status: 303"), "\(path)")
    }
    #expect(try reads("/"))
  }

  @Test func `programs read and touch as the manual prints it`() throws {
    let machine = try machine()
    try machine.habit("edit", "run", "--remind", "09:00")
    for user in ["guest", "ann"] {
      if user == "ann" { try machine.habit("user", "add", user) }
      try machine.habit("web", "--password", "--user", user, input: "correct-horse\n")
    }
    let server = try serve(machine)
    let site = "http://127.0.0.1:\(server.port)"
    let curl = "curl -s -u guest:correct-horse"
    let now = "env -u HABIT_NOW habit"
    let same = "\(curl) \(site)/today.json >a && \(now) today --json >b && cmp a b"
    #expect(try machine.shell(same).status == 0)
    let export = "\(curl) \(site)/export.json >a && \(now) export json >b && cmp a b"
    #expect(try machine.shell(export).status == 0)
    let touch = "\(curl) -H 'Habit-Touch: 1' -H 'Accept: application/json'"
    let done = try machine.shell("\(touch) -d 'act=done read' \(site)/touch").output
    #expect(done.contains(/^\{"commit": "[0-9a-f]{40}"\}\n$/))
    let number = "touch=\(String(repeating: "a1", count: 16))"
    for _ in 1...2 {
      try machine.shell("\(touch) -d \(number) -d 'act=log drink-water 1' \(site)/touch")
    }
    #expect(
      try machine.shell("\(now) query water --json").output.contains("\"progress\": 1")
    )
    let json = "-H 'Content-Type: application/json' -d '{\"act\": \"log run\", \"amount\": 5.2}'"
    #expect(try machine.shell("\(touch) \(json) \(site)/touch").output.contains("\"commit\": \""))
    #expect(try machine.shell("\(now) query run --json").output.contains("\"progress\": 5.2"))
    // Where the module is installed, pages are compressed.
    let isInstalled = try machine.shell("test -e /usr/lib/lighttpd/mod_deflate.so").status == 0
    let head = try machine.shell("\(curl) --compressed -D - -o /dev/null \(site)/").output
    #expect(head.contains("Content-Encoding: gzip") == isInstalled, "\(head)")
    // The calendar needs no password, and nothing else beside it does without one.
    let page = try machine.shell("\(curl) \(site)/profile").output
    let path = try #require(page.firstMatch(of: /\/calendar\/[0-9a-f]{32}\.ics/)).output
    let open = "curl -s -o a -w '%{http_code}'"
    #expect(try machine.shell("\(open) \(site)\(path)").output == "200")
    #expect(try machine.shell("cat a").output.contains("SUMMARY:Run"))
    for path in ["/", "/day/2026-03-01\(path)", "/?x=\(path)", "/calendar/x.ics", "/x\(path)"] {
      #expect(try machine.shell("\(open) '\(site)\(path)'").output == "401", "\(path)")
    }
    server.stop()
  }

  @Test func `a password is taken back at once, and the printed configuration asks for TLS`() throws
  {
    let machine = try machine()
    for user in ["ann", "ben"] {
      try machine.habit("user", "add", user)
      try machine.habit("web", "--password", "--user", user, input: "correct-horse\n")
    }
    try machine.habit("web", "--print-config", "lighttpd")
    let server = try Server { port in
      try machine.shell(
        """
        { echo 'server.port = \(port)'; echo 'server.document-root = "'$PWD'"'
          habit web --print-config lighttpd; } >printed.conf
        """
      )
      return machine.process(["/usr/sbin/lighttpd", "-D", "-f", "printed.conf"])
    }
    let curl = "curl -s -o /dev/null -w '%{http_code} %{redirect_url}'"
    let answer = try machine.shell("\(curl) http://127.0.0.1:\(server.port)/habit/week?x=1").output
    #expect(answer == "301 https://127.0.0.1:\(server.port)/habit/week?x=1")
    server.stop()
    let own = try serve(machine)
    func status(of user: String) throws -> String {
      try machine.shell("\(curl) -u \(user):correct-horse http://127.0.0.1:\(own.port)/").output
    }
    #expect(try status(of: "ann") == "200 ")
    #expect(try machine.habit("web", "--remove-password", "--user", "ann").status == 0)
    #expect(try status(of: "ann") == "401 ")
    #expect(try status(of: "ben") == "200 ")
    #expect(try machine.habit("web", "--remove-password", "--user", "ann").status == 66)
    own.stop()
  }

  @Test func `systemd accepts the service`() throws {
    let machine = try machine().with(["HABIT_WEB_ORIGIN": "https://habits.example.org"])
    let unit = "habit-web.service"
    let verified = try machine.shell(
      "mkdir run && habit web --systemd >\(unit) && "
        + "XDG_RUNTIME_DIR=$PWD/run systemd-analyze verify --user ./\(unit)"
    )
    #expect(verified.status == 0 && verified.errors == "", "\(verified)")
    #expect(try machine.shell("cat \(unit)").output.contains("https://habits.example.org"))
  }

  @Test func `a key is kept over restarts until another one is drawn`() throws {
    let machine = try machine()
    func answers(to keys: [String], _ more: String...) throws -> [String] {
      let server = try Server { port in
        machine.process(["habit", "web", "--listen", "127.0.0.1:\(port)"] + more)
      }
      let curl = "curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:\(server.port)/?key="
      let answers = try (keys + [machine.key()]).map { try machine.shell(curl + $0).output }
      server.stop()
      return answers
    }
    #expect(try answers(to: []) == ["303"])
    let key = try machine.key()
    #expect(try answers(to: [key]) == ["303", "303"])
    #expect(try answers(to: [key], "--new-key") == ["403", "303"])
  }

  @Test func `a touch is published in the background, once a minute at most`() throws {
    let machine = try machine()
    let hub = machine.home.path + "/hub.git"
    try machine.shell("git init --quiet --bare --initial-branch=main \(hub)")
    try machine.habit("remote", "add", "origin", hub)
    try machine.habit("sync")
    let server = try serve(machine)
    let python = """
      import re, sys, urllib.request as u, urllib.parse as p, secrets
      a, k = sys.argv[1:]
      w = u.build_opener(u.HTTPCookieProcessor())
      page = w.open(a + "/?key=" + k).read().decode()
      f = dict(re.findall(r'name="(token|owner|day|back)" value="([^"]*)"', page))
      f.update(act="done read", touch=secrets.token_hex(16))
      w.open(a + "/touch", p.urlencode(f).encode()).read()
      """
    let key = try machine.key()
    let touch = ["python3", "-c", python, "http://127.0.0.1:\(server.port)", key]
    #expect(try machine.process(touch).run().status == 0)
    let subject = "git -C \(hub) log -1 --format=%s"
    let wait = "for i in $(seq 100); do \(subject) | grep -q 'done read' && break; sleep 0.1; done"
    #expect(try machine.shell("\(wait); \(subject)").output.contains("done read"))
    server.stop()
  }
}

extension Transcript {
  /// The numbers that were printed.
  fileprivate var numbers: [Int] {
    output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }
}
