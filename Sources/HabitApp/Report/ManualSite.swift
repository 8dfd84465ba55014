internal import HabitCore
internal import HabitReport
public import Posix

/// The manual as pages of the web.
public struct ManualSite: Sendable {
  private let world: World

  public init(_ world: World) {
    self.world = world
  }

  /// Writes every page and an index to a folder, which is created if missing; how many pages it has.
  ///
  /// - Throws: when mandoc(1) is not installed or fails, or a page cannot be written.
  public func write(to folder: String) throws -> Int {
    let path = world.absolute(folder)
    let disk = Disk(root: "")
    try disk.makeDirectory(String(path.dropFirst()))
    let command = ["mandoc", "-T", "html", "-O", "fragment,man=%N.%S.html"]
    let mandoc = Subprocess(command, environment: world.environment)
    for page in ManualPage.manual {
      let made = try mandoc.convert(page.text)
      guard made.status != Subprocess.notFound else {
        throw Failure(missing: ["mandoc"], package: "mandoc")
      }
      guard made.status == 0 else {
        let reason = made.errors.split(separator: "\n").first ?? "no page of \(page.file)"
        throw Failure(.unavailable, "mandoc failed: \(String(reason).terminalSafe)")
      }
      let fragment = String(decoding: made.output, as: UTF8.self)
      let document = HTMLDocument(manual: page, fragment: fragment)
      try disk.replace("\(path)/\(page.file).html", Array(document.text.utf8), for: .usual)
    }
    try disk.replace("\(path)/index.html", Array(HTMLDocument.manual.text.utf8), for: .usual)
    return ManualPage.manual.count
  }
}
