internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import HabitExchange
internal import HabitFiles
internal import HabitWeb
internal import Posix

/// `habit cgi`: answers one request of a web server.
struct CGICommand: Subcommand {
  static let name = "cgi"
  static let abstract = "Answer a web server's request for a page, by CGI/1.1."
  static let isHidden = true

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let world = session.world
    let app = session.app.behindServer
    let length = Request.length(world.environment)
    let body = length > Request.mostBytes ? [] : try World.readInput(bytes: length)
    let request = Request(world.environment, body: body)
    let site = Site(app, version: HabitCommand.version) {
      Site.Failure(Diagnosis(any: $0))
    } printing: { [style = session.style] output, context, _ in
      switch output {
      case .today:
        return context.screen(of: context.read(.everything), in: style).output.description
      case .export:
        var text = ""
        _ = Export(ExportSource(in: context), as: .json).write { _, part in text += part }
        return text
      }
    }
    let response =
      length > Request.mostBytes || body.count < length
      ? site.refusal(of: request, tooLong: length > Request.mostBytes)
      : site.respond(to: request)
    try world.writeBytes(response.bytes(for: request))
    guard response.isChange else { return }
    do {
      app.startSync(in: try app.context(allowingMissingUser: true), by: ["sync-soon"])
    } catch {
      // The page tells that something waits.
    }
  }
}

/// `habit sync-soon`: what a touch starts, so that its answer need not wait for the network.
struct SyncSoonCommand: Subcommand {
  static let name = "sync-soon"
  static let abstract = "Sync, at most once a minute."
  static let isHidden = true

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let context = try session.context(allowingInvalidProfile: true, allowingMissingUser: true)
    guard try session.app.waitForTurnToSync(in: context) else { return }
    var sync = try SyncCommand.parse([])
    sync.options = options
    try sync.run(in: session)
  }
}

extension Application {
  /// The use cases without what a request says, which programs that are started need not know.
  fileprivate var behindServer: Application {
    let environment = world.environment.filter { name, _ in
      !name.hasPrefix("HTTP_") && !["QUERY_STRING", "REQUEST_URI", "REMOTE_USER"].contains(name)
    }
    return Application(
      in: world.with(environment: environment),
      repository: repository,
      user: user,
      trace: trace
    )
  }
}

extension Site.Failure {
  /// A failure in the words of the command, with a status of HTTP.
  fileprivate init(_ diagnosis: Diagnosis) {
    let status =
      switch diagnosis.status {
      case .usage, .success: 400
      case .noInput: 404
      case .noPermission: 403
      case .temporary: 503
      case .conflict, .data, .cannotCreate: 409
      case .unavailable, .inputOutput, .configuration: 500
      }
    self.init(status, diagnosis.message, hint: diagnosis.hint)
  }
}
