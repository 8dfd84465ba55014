// HabitWeb is the page for a phone: a request goes in, a response comes out.
//
// Architecture invariants: this module calls use cases of HabitApp only, and never sees git or the store;
// GET changes nothing; a response is whole before its first byte is sent; every text of a file goes
// through HabitReport's escaping. Start reading at `Site.respond`, then `Route`, the closed list of pages.

public import HabitApp
internal import HabitCore
internal import HabitFiles
internal import HabitReport
internal import HabitScore
internal import Posix

/// The pages of a repository for its users' phones.
public struct Site: Sendable {
  /// A failure as a page tells it.
  public struct Failure: Error {
    let status: Int
    let message: String
    let hint: String?

    /// A failure with a status of HTTP, in the words of a command.
    public init(_ status: Int, _ message: String, hint: String? = nil) {
      self.status = status
      self.message = message
      self.hint = hint
    }

    static let noPage = Failure(404, "there is no such page")
  }

  let app: Application
  /// The version of the program, for the reports' footers.
  let version: String
  private let describe: @Sendable (any Error) -> Failure
  /// What a command prints, for a page that is the same.
  private let print: @Sendable (Output, CommandContext, Application) throws -> String

  /// What other programs read.
  public enum Output: Sendable {
    /// `habit today --json`.
    case today
    /// `habit export json`.
    case export
  }

  /// The pages of an application, whose failures are told in the words of commands.
  public init(
    _ app: Application,
    version: String,
    describing describe: @escaping @Sendable (any Error) -> Failure,
    printing print: @escaping @Sendable (Output, CommandContext, Application) throws -> String
  ) {
    self.app = app
    self.version = version
    self.describe = describe
    self.print = print
  }

  public func respond(to request: Request) -> Response {
    do {
      return try answer(request)
    } catch {
      return page(telling: error, for: request)
    }
  }

  private func page(telling error: any Error, for request: Request) -> Response {
    page(of: error as? Failure ?? describe(error), for: request)
  }

  /// Refuses a request whose body is too long, or ends too early.
  public func refusal(of request: Request, tooLong isTooLong: Bool) -> Response {
    page(
      of: isTooLong ? Failure(413, "the form is too long") : Failure(400, "the form is cut off"),
      for: request
    )
  }

  private func answer(_ request: Request) throws -> Response {
    guard let route = Route(request.path) else { throw Failure.noPage }
    guard request.method == (route == .touch ? "POST" : request.method == "HEAD" ? "HEAD" : "GET")
    else {
      return page(of: Failure(405, "this page takes no \(request.method)"), for: request)
        .with("Allow", route == .touch ? "POST" : "GET, HEAD")
    }
    // Below the path without a slash, cookies and the worker would not hold.
    if request.path.isEmpty, !request.base.isEmpty, request.query["key"] == nil {
      return Response(to: request.base + "/")
    }
    if case .calendar(let number) = route { return try calendar(number, for: request) }
    if let file = PublicFile(route, base: request.base) { return file.response }
    guard let access = try Access(request, in: ownContext(), app) else {
      let hint = "open the whole address that habit web prints, with its key"
      return page(of: Failure(403, "this page is private", hint: hint), for: request, asking: true)
    }
    let visit = Visit(self, request, access, try context(of: access, secondsAgo: 0))
    var response: Response
    do {
      response = try answer(visit, at: route)
    } catch let question as Question {
      response = page(asking: question, visit)
    } catch {
      response = page(telling: error, for: request)
    }
    response = response.with("X-Habit", visit.owner).with("X-Day", "\(visit.context.today)")
    for cookie in access.cookies(for: request, isSecure: isSecure(request)) {
      response = response.with("Set-Cookie", cookie)
    }
    return response
  }

  private func answer(_ visit: Visit, at route: Route) throws -> Response {
    let request = visit.request
    // The key leaves the address bar.
    guard request.query["key"] == nil else { return Response(to: request.base + route.path) }
    switch route {
    case .touch: return try record(visit)
    case .day(let day): return try visit.page(of: day ?? visit.context.today)
    case .ahead(let days): return try ahead(visit, days)
    case .habit(let id, let day): return try visit.page(of: id, on: day ?? visit.context.today)
    case .add: return visit.addPage()
    case .edit(let id): return try visit.editPage(of: id)
    case .settings: return try visit.settingsPage()
    case .today, .export:
      let acting = app(for: visit.access, secondsAgo: 0)
      let text = try print(route == .today ? .today : .export, visit.context, acting)
      return Response(200, "application/json", text)
    case .undo: return try visit.undoPage()
    case .report(let name): return try visit.report(name)
    case .token: return Response(200, "text/plain; charset=utf-8", visit.access.token)
    case .worker, .manifest, .icon, .calendar: throw Failure.noPage
    }
  }

  /// The page of a day to come, as it will be while nothing is recorded: a phone keeps it for the time
  /// when it has no network.
  private func ahead(_ visit: Visit, _ days: Int) throws -> Response {
    // From noon to noon, because a day on which clocks change has an hour less or more.
    let now = visit.context
    let seconds = 86_400 * days + 43_200 - now.secondsSince(now.today)
    let then = try context(of: visit.access, secondsAgo: -seconds)
    return try Visit(self, visit.request, visit.access, then).page(of: then.today, isAhead: true)
  }

  /// The same page for whom nothing can be told, or to whom it is told why; with a field for the key
  /// where nobody can type an address.
  func page(of failure: Failure, for request: Request, asking: Bool = false) -> Response {
    guard !request.wantsJSON else {
      let words = [("error", failure.message), ("hint", failure.hint ?? "")]
      let members = words.map { "\"\($0)\": \($1.jsonQuoted)" }
      return Response(failure.status, "application/json", "{\(members.joined(separator: ", "))}\n")
    }
    var hint = failure.hint.map { "<p>\(HTML.text($0))</p>" } ?? ""
    if asking {
      hint += """
        <form class="field" action="\(request.base)/"><label for="key">Key</label>\
        <input id="key" name="key" autocomplete="off" required><button>Open</button></form>

        """
    }
    return Page(
      title: "Habits",
      base: request.base,
      body: """
        <main>
        <h1>Habits</h1>
        <div class="say bad" role="alert" id="failure"><p>\(HTML.text(failure.message))</p>\(hint)</div>
        <p class="links"><a href="\(request.base)/">Today</a></p>
        </main>

        """
    )
    .response(failure.status)
  }
}

extension Site {
  /// A page that asks whether a change is meant, with all that the form said.
  private func page(asking question: Question, _ visit: Visit) -> Response {
    guard !visit.request.wantsJSON else {
      let failure = Failure(409, question.words, hint: "to change it, send the field sure with 1")
      return page(of: failure, for: visit.request)
    }
    let form = visit.request.form ?? [:]
    let own = ["token", "owner", "touch", "day", "back", "act", "sure"]
    let hidden = visit.hidden(form.filter { !own.contains($0.key) })
    let button = """
      <input type="hidden" name="sure" value="1">
      <div class="field"><button name="act" value="\(HTML.text(form["act"] ?? ""))">Save</button></div>

      """
    let back = Route(form["back"] ?? "/") ?? .day(nil)
    let body = """
      <main>
      <h1>Habits</h1>
      <div class="say" role="alert" id="failure"><p>\(HTML.text(question.words))</p></div>
      \(visit.form(hidden + button, on: visit.context.today, backTo: back))\
      <p class="links"><a href="\(visit.link(back.path))">Change nothing</a></p>
      </main>

      """
    return Page(title: "Habits", base: visit.base, body: body).response(409).with("X-Ask", "1")
  }

  /// What the next page says beside `Saved`.
  private func said(of done: Action.Outcome, _ visit: Visit) -> String {
    guard done.commit != nil, !done.news.isEmpty else { return "" }
    let words = done.news.joined(separator: " ")
    let plain = UInt8(ascii: "a")...UInt8(ascii: "z")
    let text = words.utf8.map { byte in
      plain.contains(byte)
        ? String(decoding: [byte], as: UTF8.self) : "%\(padded(UInt32(byte), 2, radix: 16))"
    }
    return "&said=\(text.joined())&code=\(visit.access.code(of: words))"
  }
}

// MARK: Calendars

extension Site {
  /// Where a user's calendar is; nil for a user who cannot sign in.
  ///
  /// Who knows the number can read it, and another key or password of the user makes it void.
  func calendarPath(of context: CommandContext) throws -> String? {
    guard let password = try app.webPassword(of: context.user, in: context) else { return nil }
    let key = try app.webKey(in: context)
    let number = SHA256.code(of: "calendar \(context.user) \(password)", key: key).prefix(32)
    return "/calendar/\(number).ics"
  }

  private func calendar(_ number: String, for request: Request) throws -> Response {
    let own = try ownContext()
    for user in try app.users(of: own.repository) {
      let acting = Application(
        in: app.world,
        repository: app.repository,
        user: user.text,
        trace: app.trace
      )
      guard let context = attempt({ try acting.context() }), context.user == user,
        let path = try calendarPath(of: context), Access.isEqual(path, "/calendar/\(number).ics")
      else { continue }
      let boards = Scoreboard(of: context.read(.everything).tracker, on: context.today).listed
      return Response(
        200,
        "text/calendar; charset=utf-8",
        acting.calendar(of: boards, in: context).text
      )
    }
    throw Failure.noPage
  }
}

// MARK: Who and where

extension Site {
  /// Whether the browser speaks TLS, with this server or with one before it.
  private func isSecure(_ request: Request) -> Bool {
    request.isSecure || app.webOrigin?.hasPrefix("https:") ?? false
  }

  /// Whether a page that sends a request is one of ours; old browsers do not say which it is.
  private func isOwn(_ origin: String?, of request: Request) -> Bool {
    let own =
      app.webOrigin ?? "\(request.isSecure ? "https" : "http")://\(request.host)"
    return (origin ?? own) == own
  }

  /// The context of the clone's own user, whether or not that user is there.
  private func ownContext() throws -> CommandContext {
    try app.context(allowingInvalidProfile: true, allowingMissingUser: true)
  }

  /// The use cases for who sends a request, as of some seconds ago.
  private func app(for access: Access, secondsAgo seconds: Int) -> Application {
    var environment = app.world.environment
    environment["HABIT_DEVICE"] = access.device.name
    return Application(
      in: app.world.with(environment: environment, secondsAgo: seconds),
      repository: app.repository,
      user: access.user ?? app.user,
      trace: app.trace
    )
  }

  private func context(of access: Access, secondsAgo seconds: Int) throws -> CommandContext {
    do {
      let context = try app(for: access, secondsAgo: seconds).context()
      // A password opens its own user's history, not that of who has taken it over.
      guard let user = access.user, user != context.user.text else { return context }
      throw HabitCore.Failure(noUser: user)
    } catch let error as UnknownUser {
      // The names of others are theirs.
      throw UnknownUser(user: error.user)
    }
  }
}

// MARK: Changes

extension Site {
  /// The longest that a touch may have waited on a phone, in seconds: 400 days.
  private static let longestWait = 400 * 86_400

  private func record(_ visit: Visit) throws -> Response {
    let request = visit.request
    guard let form = request.form else { throw Failure(415, "a change is sent by a form") }
    let hint = "nothing changed; load the page again"
    let isOther = form["owner"] != visit.owner
    let isGenuine = request.isOfProgram || isOther || visit.access.isGenuine(form)
    guard isOwn(request.origin, of: request), isGenuine else {
      throw Failure(403, "the form is not of this page", hint: hint)
    }
    guard request.isOfProgram || !isOther else {
      throw Failure(409, "this touch is another user's", hint: hint)
    }
    var age = form["age"].map { Int($0) ?? -1 } ?? 0
    // A button says neither the day, which is today, nor a number.
    let today = request.isOfProgram ? "\(visit.context.today)" : ""
    let number = request.isOfProgram ? app.drawNumber() : ""
    guard let day = Day(form["day"] ?? today), (0...Site.longestWait).contains(age),
      var touch = Touch(form["touch"] ?? number)
    else {
      throw HabitCore.Failure(.usage, "the form's day, age or number is wrong")
    }
    touch.isSentAgain = form["again"] == "1"
    // A phone whose clock was slow when it was touched made the touch on the day of its page all the same.
    if day <= visit.context.today { age = min(age, max(0, visit.context.secondsSince(day))) }
    // The moment of the touch is that of its entry, stamps and commit.
    let earlier = try context(of: visit.access, secondsAgo: age)
    let acting = app(for: visit.access, secondsAgo: age)
    let done = try Action(form).perform(on: day, of: touch, in: earlier, acting)
    var target = Route(form["back"] ?? "/") ?? .day(nil)
    if target == .day(nil), day != visit.context.today { target = .day(day) }
    let back = request.base + target.path
    var response: Response
    if request.wantsJSON {
      let commit = done.commit.map { "\"\($0)\"" } ?? "null"
      response = Response(200, "application/json", "{\"commit\": \(commit)}\n")
    } else if done.warnings.isEmpty {
      response = Response(
        to: back + (done.commit.map { "?undo=\($0)" } ?? "") + said(of: done, visit)
      )
    } else {
      let said = "recorded; but " + done.warnings.joined(separator: "; ")
      response = page(of: Failure(200, said), for: request)
    }
    response.isChange = done.commit != nil
    return response
  }
}
