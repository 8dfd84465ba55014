internal import HabitApp
internal import HabitReport
internal import Posix

/// A rendered page on its way to the user.
struct ReportDelivery {
  let look: Look
  let session: Session

  /// Shows the page on the screen, with a pager when it is longer.
  func show(_ bytes: [UInt8], _ output: ReportFormat) throws {
    switch output {
    case .pdf:
      try session.world.writeBytes(bytes)
    case .html, .mdoc: try session.write(text: String(decoding: bytes, as: UTF8.self))
    case .utf8, .ascii, .text:
      let text = TerminalPage(String(decoding: bytes, as: UTF8.self))
      let pager = Pager(session.world, for: text.lineCount)
      let shown = text.text(
        look.isColored ? (pager?.takesColors ?? true ? .colored : .overstruck) : .plain
      )
      if let pager, try pager.show(shown) { return }
      try session.write(text: shown)
    }
  }

  func write(_ bytes: [UInt8], to file: String) throws {
    let isText = !file.lowercased().hasSuffix(".pdf")
    try session.app.writePage(isText ? plain(bytes) : bytes, to: file)
    try session.say("wrote \(file)")
  }

  /// Passes the page on to standard output, as it would be written to a file.
  func pass(_ bytes: [UInt8]) throws {
    try session.world.writeBytes(plain(bytes))
  }

  /// A page for a terminal without what makes letters bold.
  private func plain(_ bytes: [UInt8]) -> [UInt8] {
    guard look.medium != .html, look.medium != .pdf else { return bytes }
    return Array(TerminalPage(String(decoding: bytes, as: UTF8.self)).text(.plain).utf8)
  }

  /// Says where a page was installed, and how to read it.
  func showInstalled(_ page: InstalledPage) throws {
    try session.print("installed \(page.path)")
    try ReportDelivery.sayHowToRead(page, session)
  }

  /// Says how man(1) shows an installed page, or how it comes to find it, and what apropos(1) lacks.
  static func sayHowToRead(_ page: InstalledPage, _ session: Session) throws {
    if page.isFound {
      try session.say("read it with: man \(page.name)")
    } else {
      try session.say("man does not look there yet; add to your shell's start-up file:")
      try session.say("  export MANPATH=\"$HOME/.local/share/man:\"")
    }
    guard let command = page.failedCommand else { return }
    try session.say("apropos does not know what was installed: \(command) failed")
  }
}
