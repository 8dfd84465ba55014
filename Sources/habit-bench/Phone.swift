extension Bench {
  /// The page for a phone, and a touch on it, as a web server asks for them.
  func timePhone() throws {
    let root = try repository(sets.medium)
    let ours = "\(habit) --repo \(root)"
    let device = "phone-k3f9"
    let form = "\(root).form"
    func request(_ method: String, _ path: String) -> String {
      "env REQUEST_METHOD=\(method) PATH_INFO=\(path) REMOTE_USER=guest"
        + " HTTP_COOKIE=habit-device-=\(device) \(ours) cgi"
    }
    let answer = request("GET", "/token") + " | tr -d '\\r'"
    let token = Scratch.output(of: answer + " | tail -n 1")
    let owner = Scratch.output(of: answer + " | sed -n 's/^X-Habit: //p'")
    let fields =
      "act=log+habit-1+1&day=\(Workload.today)&token=\(token)&owner=\(owner)&touch="
    let touch =
      "exec env CONTENT_TYPE=application/x-www-form-urlencoded CONTENT_LENGTH=\(fields.utf8.count + 32)"
      + " \(request("POST", "/touch")) <\(form)"
    // Each touch has a number of its own, and the one before it is taken back.
    let prepare =
      "HABIT_DEVICE=\(device) \(ours) undo habit-1; number=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n');"
      + " printf '\(fields)%s' $number >\(form)"
    try Scratch.shell(prepare + " 2>/dev/null")
    for (line, status) in [(request("GET", "/"), 200), (touch, 303)] {
      guard Scratch.output(of: line).hasPrefix("Status: \(status)") else {
        throw Failure("it is not answered with \(status): \(line)")
      }
    }
    let race = try race(
      [
        Contestant("/", request("GET", "/")), Contestant("today", "\(ours) today"),
        Contestant("touch", touch, before: prepare),
        Contestant("log", "\(ours) log habit-1", before: "\(ours) undo habit-1 || true"),
      ]
    )
    table.begin("a phone, on \(sets.medium.description)")
    table.row("cgi: /", race["/"], [ResultTable.Beside("today", race["today"], .amount(60))])
    table.row("cgi: a touch", race["touch"], [ResultTable.Beside("log", race["log"], .ratio(1.5))])
  }
}
