internal import ArgumentParser
internal import HabitApp
internal import HabitCore
internal import Posix

/// `habit web`: a page for a phone, behind a web server that is started for it.
struct WebCommand: Subcommand {
  static let name = "web"
  static let abstract = "Serve a page of today for a phone."

  @Option(
    help: .of("address:port", "Serve at this address and port; the default is 127.0.0.1:8788.")
  )
  var listen = "127.0.0.1:8788"

  @Flag(help: "Stop the server.")
  var stop = false

  @Flag(help: "Set the password with which the user signs in.")
  var password = false

  @Flag(help: "Remove the password of the user, who can no longer sign in.")
  var removePassword = false

  @Flag(help: "Make a new key; the old one no longer opens the page.")
  var newKey = false

  @Option(
    help: .of("server", "Print the configuration for another server: lighttpd, apache or nginx."),
    completion: .cases(of: ServerFiles.Kind.self)
  )
  var printConfig: String?

  @Flag(help: "Print a service for systemd(1).")
  var systemd = false

  @OptionGroup(visibility: .common) var options: GlobalOptions

  func run(in session: Session) throws {
    let modes = [stop, password, removePassword, printConfig != nil, systemd].count(where: \.self)
    guard modes < 2, !newKey || modes == 0 else {
      throw Diagnosis(
        .usage,
        "--stop, --password, --remove-password, --new-key, --print-config and --systemd exclude each other"
      )
    }
    let place = try ServerFiles.Place(listen)
    let context = try session.context(allowingMissingUser: true)
    guard context.location != nil else {
      throw Diagnosis(.noInput, "there is no habit yet", hint: "habit add Read")
    }
    if let location = context.location { try session.app.checkOwner(location) }
    let files = try files(context, session)
    if stop { return try stopServer(files, session) }
    if password { return try setPassword(context, files, session) }
    if removePassword { return try takePassword(context, files, session) }
    if systemd { return try session.write(text: unit(context, session)) }
    if printConfig == nil, World.isRunning(try process(files), startedWith: files.disk.root) {
      throw Diagnosis(.temporary, "a server is running already", hint: "habit web --stop")
    }
    try files.write(for: place)
    if let printConfig {
      guard let kind = ServerFiles.Kind(rawValue: printConfig) else {
        let known = ServerFiles.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Diagnosis(.usage, "there is no configuration for \(printConfig)", hint: known)
      }
      return try session.write(text: files.configuration(of: kind))
    }
    try serve(at: place, files, context, session)
  }

  private func files(_ context: CommandContext, _ session: Session) throws -> ServerFiles {
    var environment = ["HABIT_REPO": context.root, "LC_ALL": "C.UTF-8"]
    for name in ServerFiles.variables { environment[name] = session.world.variable(name) }
    if let user = options.user { environment["HABIT_USER"] = user }
    return ServerFiles(
      disk: try session.app.webFolder(in: context),
      program: session.app.program,
      environment: environment
    )
  }

  private func serve(
    at place: ServerFiles.Place,
    _ files: ServerFiles,
    _ context: CommandContext,
    _ session: Session
  ) throws {
    guard place.isLoopback || files.hasPasswords else {
      throw Diagnosis(
        .configuration,
        "others could open a page at \(place.text), so it needs a password",
        hint: "habit web --password"
      )
    }
    guard let command = files.command(in: session.world) else {
      throw Diagnosis(.unavailable, "lighttpd is missing", hint: "install the package lighttpd")
    }
    let origin = session.app.webOrigin ?? "http://\(place.text)"
    let key = try session.app.webKey(in: context, drawingAnother: newKey)
    let address = files.hasPasswords ? "\(origin)/" : "\(origin)/?key=\(key)"
    try session.print(address)
    let names = try files.passwords().map { String($0.prefix { $0 != ":" }) }
    if !names.isEmpty { try session.say("sign in as \(names.joined(separator: " or "))") }
    if place.isLoopback, session.app.webOrigin == nil {
      try session.say("only this computer can open it; for a phone: habit help phone")
    } else if session.world.terminal.showsOutput {
      try showCode(of: address, session)
    }
    if !place.isLoopback, !origin.hasPrefix("https:") {
      try session.say(
        "warning: without TLS others on the network can read the page and the password,"
      )
      try session.say("and it does not work offline: see habit-web(1)")
    }
    try session.say("stop it with Ctrl-C, or: habit web --stop")
    try files.disk.replace("pid", Array("\(World.processID)\n".utf8), for: .owner)
    try Subprocess(command, environment: session.world.environment).become()
  }

  /// Shows an address as a picture for a phone's camera, where the program for that is installed.
  private func showCode(of address: String, _ session: Session) throws {
    let code = Subprocess(
      ["qrencode", "-t", "UTF8", "-m", "2"],
      environment: session.world.environment
    )
    _ = try code.run(showing: address)
  }

  private func stopServer(_ files: ServerFiles, _ session: Session) throws {
    guard World.endProcess(try process(files), startedWith: files.disk.root) else {
      throw Diagnosis(.noInput, "no server is running", hint: "start one with: habit web")
    }
    try session.say("stopped the server")
  }

  /// The process of the server that was started last; 0 without one.
  private func process(_ files: ServerFiles) throws -> Int32 {
    guard files.disk.kind(of: "pid") == .file else { return 0 }
    return Int32(String(decoding: try files.disk.read("pid", atMost: 32), as: UTF8.self).trimmed)
      ?? 0
  }

  /// Takes a password back: of a phone that is lost, or of a person who has left.
  private func takePassword(
    _ context: CommandContext,
    _ files: ServerFiles,
    _ session: Session
  ) throws {
    let lines = try files.passwords()
    let others = lines.filter { !$0.hasPrefix("\(context.user):") }
    guard others.count < lines.count else {
      throw Diagnosis(.noInput, "\(context.user) has no password", hint: "habit web --password")
    }
    try files.keep(passwords: others)
    try session.say("\(context.user) can no longer sign in")
    if others.isEmpty {
      try session.say("no user has a password: stop the server, then the key opens the page again")
    }
  }

  /// Keeps a password as the server's own hash of it.
  private func setPassword(
    _ context: CommandContext,
    _ files: ServerFiles,
    _ session: Session
  ) throws {
    let typed = try session.readSecret("password for \(context.user):")
    guard typed.utf8.count >= 8 else {
      throw Diagnosis(.usage, "the password has less than 8 characters")
    }
    if session.world.terminal.isInteractive {
      guard try session.readSecret("again:") == typed else {
        throw Diagnosis(.usage, "the passwords differ; nothing changed")
      }
    }
    let openssl = Subprocess(
      ["openssl", "passwd", "-6", "-stdin"],
      environment: session.world.environment
    )
    let made = try openssl.convert(Array("\(typed)\n".utf8))
    guard made.status != Subprocess.notFound else {
      throw Diagnosis(.unavailable, "openssl is missing", hint: "install the package openssl")
    }
    let hash = String(decoding: made.output, as: UTF8.self).trimmed
    guard made.status == 0, hash.hasPrefix("$6$") else {
      throw Diagnosis(.unavailable, "openssl made no hash of the password: \(made.errors.trimmed)")
    }
    let others = try files.passwords().filter { !$0.hasPrefix("\(context.user):") }
    try files.keep(passwords: others + ["\(context.user):\(hash)"])
    try session.say(
      "\(context.user) signs in with it; a server that runs without passwords must be started again"
    )
  }

  private func unit(_ context: CommandContext, _ session: Session) -> String {
    let program = session.app.program
    let command = [
      program, "--repo", context.root, "--user", context.user.text, "web", "--listen", listen,
    ]
    let origin = session.app.webOrigin.map {
      "Environment=\(SystemdUnits.argument("HABIT_WEB_ORIGIN=\($0)"))\n"
    }
    return """
      # habit-web.service
      [Unit]
      Description=The page of habits for a phone

      [Service]
      ExecStart=\(command.map(SystemdUnits.argument).joined(separator: " ").escaping { ["%", "$"].contains($0) ? "\($0)\($0)" : nil })
      \(origin ?? "")Restart=on-failure

      [Install]
      WantedBy=default.target

      """
  }
}

extension Session {
  /// Reads a secret that is not shown; the first line of the input without a terminal.
  func readSecret(_ question: String) throws -> String {
    guard world.terminal.isInteractive else { return try world.readLine() ?? "" }
    try prompt(question)
    var secret = ""
    while let key = try world.readKey(), key != "\n", key != "\r" {
      if key == "\u{7F}" || key == "\u{8}" { _ = secret.popLast() } else { secret += key }
    }
    try prompt("", behind: "\n")
    return secret
  }
}
