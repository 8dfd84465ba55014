internal import HabitApp
internal import HabitCore
internal import HabitReport
internal import Posix

/// A filled page on its way to a person's eyes.
struct ReportDelivery {
  let page: FilledPage
  let name: String
  let look: Look
  let session: Session
  let context: CommandContext

  // MARK: Rendering

  /// The page as bytes of an output.
  func render(_ output: ReportOutput) throws(Diagnosis) -> [UInt8] {
    switch output {
    case .mdoc: return Array(page.text.utf8)
    case .utf8, .ascii:
      return try run(
        [
          ["mandoc", "-T", output.rawValue, "-O", "width=\(look.columns)"],
          [
            "groff", "-K", "utf8", "-t", "-mdoc", "-T", output.rawValue, "-P-c",
            "-rLL=\(look.columns)n", "-rLT=\(look.columns)n",
          ],
        ],
        package: "mandoc"
      )
    case .html:
      let fragment = try run([["mandoc", "-T", "html", "-O", "fragment"]], package: "mandoc")
      let document = HTMLDocument(of: page, fragment: String(decoding: fragment, as: UTF8.self))
      return Array(document.text.utf8)
    case .pdf: return try renderPDF()
    }
  }

  private func renderPDF() throws(Diagnosis) -> [UInt8] {
    if page.text.contains("<U+") {
      try session.say("letters that no font of PDF has are named by number; -T html shows them")
    }
    let input = Shipped.paperMacros + Array(page.text.utf8)
    let paper = paper
    let groff = ["groff", "-K", "utf8", "-t", "-mdoc", "-d", "paper=\(paper)", "-P-p\(paper)"]
    for (command, next) in [
      (groff + ["-T", "pdf"], nil), (groff + ["-T", "ps"], ["ps2pdf", "-", "-"]),
    ] {
      guard let bytes = try convert(command, input, isLast: false) else { continue }
      guard let next else { return bytes }
      if let bytes = try convert(next, bytes, isLast: false) { return bytes }
    }
    throw Diagnosis(
      .unavailable,
      "PDF needs groff, which is not installed",
      hint: "install the package groff; -T html needs mandoc alone"
    )
  }

  /// The paper of the place, by its locale.
  private var paper: String {
    let locale =
      session.world.variable("LC_ALL") ?? session.world.variable("LC_PAPER")
      ?? session.world.variable("LANG") ?? ""
    return ["_US", "_CA", "_MX"].contains { locale.contains($0) } ? "letter" : "a4"
  }

  /// What the first program that is installed makes of the page.
  private func run(
    _ commands: [[String]],
    package: String
  ) throws(Diagnosis) -> [UInt8] {
    for command in commands {
      if let bytes = try convert(command, Array(page.text.utf8), isLast: true) { return bytes }
    }
    let names = commands.map { $0[0] }.joined(separator: " nor ")
    throw Diagnosis(
      .unavailable,
      commands.count > 1 ? "neither \(names) is installed" : "\(names) is not installed",
      hint: "install the package \(package); -T mdoc needs nothing"
    )
  }

  /// What a program makes of bytes; nil when it is not installed, or cannot and is not the last to
  /// try.
  private func convert(
    _ command: [String],
    _ input: [UInt8],
    isLast: Bool
  ) throws(Diagnosis) -> [UInt8]? {
    session.app.trace("run \(command.joined(separator: " "))")
    let result: Conversion.Result
    do {
      result = try Conversion(command, environment: environment).run(on: input)
    } catch {
      throw Diagnosis(error)
    }
    guard result.status != Program.notFound else { return nil }
    guard !result.wasEnded else {
      throw Diagnosis(
        .unavailable,
        "\(command[0]) did not end within \(Conversion.timeoutSeconds) seconds",
        hint: "habit report \(name) -T mdoc shows what it was given"
      )
    }
    guard !result.output.isEmpty, isLast || result.status == 0 else {
      if !isLast { return nil }
      let reason = result.errors.split(separator: "\n").first.map(String.init) ?? "it says nothing"
      throw Diagnosis(.unavailable, "\(command[0]) failed: \(reason.terminalSafe)")
    }
    return result.output
  }

  /// All that a renderer is told of the world.
  private var environment: [String: String] {
    [
      "PATH": session.world.variable("PATH") ?? "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
      "SOURCE_DATE_EPOCH": session.world.variable("SOURCE_DATE_EPOCH")
        ?? "\(context.clock.seconds)",
    ]
  }

  // MARK: Showing and writing

  /// Shows the page on the screen, with a pager when it is longer.
  func show(_ bytes: [UInt8], _ output: ReportOutput) throws(Diagnosis) {
    switch output {
    case .pdf:
      do {
        try session.world.writeBytes(bytes)
      } catch {
        throw Diagnosis(error)
      }
    case .html, .mdoc: try session.write(text: String(decoding: bytes, as: UTF8.self))
    case .utf8, .ascii:
      let text = TerminalPage(String(decoding: bytes, as: UTF8.self))
      let pager = Pager(session.world, for: text.lineCount)
      let shown = text.text(
        look.isColored ? (pager?.takesColors ?? true ? .colored : .overstruck) : .plain
      )
      do {
        if let pager, try pager.show(shown) { return }
      } catch {
        throw Diagnosis(error)
      }
      try session.write(text: shown)
    }
  }

  /// Writes the page to a file, whole or not at all.
  func write(_ bytes: [UInt8], to file: String) throws(Diagnosis) {
    let path = session.world.absolute(file)
    let parts = path.split(separator: "/")
    guard let last = parts.last else { throw Diagnosis(.cannotCreate, "\(file) is no file") }
    let folder = Disk(root: "/" + parts.dropLast().joined(separator: "/"))
    switch folder.kind(of: String(last)) {
    case .file, nil: break
    case .directory, .symbolicLink, .other:
      throw Diagnosis(
        .cannotCreate,
        "\(file) is there and is no file",
        hint: "without -o the report goes to standard output"
      )
    }
    let isText = !file.lowercased().hasSuffix(".pdf")
    let plain = isText ? plain(bytes) : bytes
    do {
      try folder.replace(String(last), plain, by: ".\(last).habit-new")
    } catch {
      let operation = error.operation == "remove" ? "create" : error.operation
      throw Diagnosis(SystemError(operation, file, code: error.code))
    }
    try session.say("wrote \(file)")
  }

  /// Passes the page on to standard output, as it would be written to a file.
  func pass(_ bytes: [UInt8]) throws(Diagnosis) {
    do {
      try session.world.writeBytes(plain(bytes))
    } catch {
      throw Diagnosis(error)
    }
  }

  /// A page for a terminal without what makes letters bold.
  private func plain(_ bytes: [UInt8]) -> [UInt8] {
    guard look.medium != .html, look.medium != .pdf else { return bytes }
    return Array(TerminalPage(String(decoding: bytes, as: UTF8.self)).text(.plain).utf8)
  }

  // MARK: Installing

  /// Puts the page into the user's manual, readable for nobody else.
  func install() throws(Diagnosis) {
    guard let home = session.world.variable("HOME") else {
      throw Diagnosis(.configuration, "HOME is not set, so there is no manual of your own")
    }
    // The whole file system, because a person may have made any of the folders a link.
    let disk = Disk(root: "")
    let manual = session.world.absolute(home).dropFirst() + "/.local/share/man"
    let page = "\(manual)/man7/habit-\(name).7"
    do {
      try disk.makeDirectory("\(manual)/man7", for: .owner)
      try disk.replace(page, Array(self.page.text.utf8), for: .owner)
    } catch {
      throw Diagnosis(error)
    }
    let folder = disk.absolute(String(manual))
    for command in [["mandb", "-uq", folder], ["makewhatis", folder]] {
      guard let result = try answer(command), result.status != Program.notFound else { continue }
      break
    }
    try session.print("installed \(disk.absolute(page))")
    let found = try answer(["man", "-w", "7", "habit-\(name)"])
    guard found.map({ $0.status == 0 && $0.output.contains(Array("\(folder)/".utf8)) }) != true
    else { return try session.say("read it with: man habit-\(name)") }
    try session.say("man does not look there yet; add to your shell's start-up file:")
    try session.say("  export MANPATH=\":$HOME/.local/share/man\"")
  }

  /// What a program of the system says, in the person's own environment.
  private func answer(_ command: [String]) throws(Diagnosis) -> Conversion.Result? {
    do {
      return try Conversion(command, environment: session.world.environment).run(on: [])
    } catch {
      throw Diagnosis(error)
    }
  }
}
