internal import HabitCore
public import HabitReport
internal import HabitStore
internal import Posix

public enum ReportFormat: String, CaseIterable, Sendable {
  /// For a terminal that shows UTF-8.
  case utf8
  /// For any terminal.
  case ascii
  /// The text of a page without its head and foot.
  case text
  /// A page of the web.
  case html
  /// For a printer.
  case pdf
  /// The source of the page.
  case mdoc
}

/// Makes bytes of a filled page, by the programs that render manual pages.
public struct ReportRenderer: Sendable {
  private let page: FilledPage
  private let name: String
  private let columns: Int
  private let app: Application
  private let context: CommandContext

  public init(
    _ page: FilledPage,
    named name: String,
    columns: Int,
    for app: Application,
    in context: CommandContext
  ) {
    self.page = page
    self.name = name
    self.columns = columns
    self.app = app
    self.context = context
  }

  /// The page as bytes of a format.
  public func render(_ format: ReportFormat) throws -> [UInt8] {
    switch format {
    case .mdoc: return Array(page.text.utf8)
    case .utf8: return try renderText()
    case .ascii: return ReportRenderer.inASCII(try renderText())
    case .text: return ReportRenderer.body(of: try renderText())
    case .html: return try renderHTML(with: .none)
    case .pdf: return try renderPDF()
    }
  }

  private func renderText() throws -> [UInt8] {
    let text = try run(
      [
        ["mandoc", "-T", "utf8", "-O", "width=\(columns)"],
        [
          "groff", "-K", "utf8", "-t", "-mdoc", "-T", "utf8", "-P-c", "-rLL=\(columns)n",
          "-rLT=\(columns)n",
        ],
      ],
      package: "mandoc"
    )
    // The lines are broken, so no space has to keep words together.
    return Array(String(decoding: text, as: UTF8.self).replacing("\u{A0}", with: " ").utf8)
  }

  /// The lines between the head and the foot of a page, without the margin that all of them have.
  private static func body(of page: [UInt8]) -> [UInt8] {
    func isBlank(_ line: Substring) -> Bool { line.allSatisfy { $0 == " " } }
    var lines = String(decoding: page, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    while lines.last.map(isBlank) ?? false { lines.removeLast() }
    lines.removeLast(min(1, lines.count))
    while lines.last.map(isBlank) ?? false { lines.removeLast() }
    lines = lines.drop(while: isBlank)
    let margins = lines.filter { !isBlank($0) }.map { line in line.prefix { $0 == " " }.count }
    let margin = margins.min() ?? 0
    return Array(lines.map { $0.dropFirst(margin) + "\n" }.joined().utf8)
  }

  /// A page whose marks are ASCII, with lines and dashes in ASCII too; texts stay as they are.
  private static func inASCII(_ page: [UInt8]) -> [UInt8] {
    let text = String(decoding: page, as: UTF8.self)
    return Array(
      text.escaping { ["─": "-", "–": "-", "—": "-", "│": "|", "‐": "-", "−": "-"][$0] }.utf8
    )
  }

  /// The page for a browser, with links to others.
  func renderHTML(with navigation: HTMLNavigation) throws -> [UInt8] {
    let fragment = try run([["mandoc", "-T", "html", "-O", "fragment"]], package: "mandoc")
    let text = String(decoding: fragment, as: UTF8.self)
    return Array(HTMLDocument(of: page, fragment: text, navigation: navigation).text.utf8)
  }

  private func renderPDF() throws -> [UInt8] {
    let input = Shipped.paperMacros + Array(page.text.utf8)
    let groff = ["groff", "-K", "utf8", "-t", "-mdoc", "-d", "paper=\(paper)", "-P-p\(paper)"]
    for (command, next) in [
      (groff + ["-T", "pdf"], nil), (groff + ["-T", "ps"], ["ps2pdf", "-", "-"]),
    ] {
      guard let bytes = try convert(command, input, isLast: false) else { continue }
      guard let next else { return bytes }
      if let bytes = try convert(next, bytes, isLast: false) { return bytes }
    }
    throw Failure(
      .unavailable,
      "PDF needs groff, which is not installed",
      hint: "install the package groff; -T html needs mandoc alone"
    )
  }

  /// The paper of the place, by its locale.
  private var paper: String {
    let locale =
      app.world.variable("LC_ALL") ?? app.world.variable("LC_PAPER")
      ?? app.world.variable("LANG") ?? ""
    return ["_US", "_CA", "_MX"].contains { locale.contains($0) } ? "letter" : "a4"
  }

  /// What the first program that is installed makes of the page.
  private func run(_ commands: [[String]], package: String) throws -> [UInt8] {
    for command in commands {
      if let bytes = try convert(command, Array(page.text.utf8), isLast: true) { return bytes }
    }
    throw Failure(missing: commands.map { $0[0] }, package: package)
  }

  /// What a program makes of bytes; nil when it is not installed, or fails and is not the last to try.
  private func convert(_ command: [String], _ input: [UInt8], isLast: Bool) throws -> [UInt8]? {
    app.trace("run \(command.joined(separator: " "))")
    let result = try Subprocess(command, environment: environment).convert(input)
    guard result.status != Subprocess.notFound else { return nil }
    guard !result.wasEnded else {
      throw Failure(
        .unavailable,
        "\(command[0]) did not end within \(Subprocess.conversionSeconds) seconds",
        hint: "habit report \(name) -T mdoc shows what it was given"
      )
    }
    guard !result.output.isEmpty, isLast || result.status == 0 else {
      if !isLast { return nil }
      let reason = result.errors.split(separator: "\n").first.map(String.init) ?? "it says nothing"
      throw Failure(.unavailable, "\(command[0]) failed: \(reason.terminalSafe)")
    }
    return result.output
  }

  private var environment: [String: String] {
    [
      "PATH": app.world.variable("PATH") ?? "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
      "SOURCE_DATE_EPOCH": app.world.variable("SOURCE_DATE_EPOCH") ?? "\(context.clock.seconds)",
    ]
  }
}

extension ReportRenderer {
  /// Puts the page into the user's manual, readable only for the user.
  ///
  /// - Throws: when it cannot be written.
  public func install() throws -> InstalledPage {
    let manual = try UserManual(of: app.world)
    let path = "\(manual.pages)/habit-\(name).7"
    let lock = try PageFolder.lock(manual.pages, .roff)
    // The whole file system, because any of the folders may be a link of the user's.
    try Disk(root: "").replace(path, Array(page.text.utf8), for: .owner)
    let failed = try manual.updateIndex()
    _ = consume lock
    let page = "habit-\(name)"
    return InstalledPage(
      name: page,
      path: path,
      isFound: try manual.finds(page),
      failedCommand: failed
    )
  }
}

extension Failure {
  init(missing programs: [String], package: String) {
    let names = programs.joined(separator: " nor ")
    self.init(
      .unavailable,
      programs.count > 1 ? "neither \(names) is installed" : "\(names) is not installed",
      hint: "install the package \(package); -T mdoc needs nothing"
    )
  }
}
