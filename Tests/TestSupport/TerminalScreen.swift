internal import Foundation

/// A terminal of a computer, with a shell in it: a window of tmux(1) that nobody looks at.
public struct TerminalScreen: Sendable {
  private let machine: Machine
  private let socket: String

  /// What does not happen on the screen in time.
  public struct Missing: Error, CustomStringConvertible {
    /// What was waited for, and what stood there.
    public let description: String
  }

  /// A terminal of 80 columns.
  ///
  /// - Parameters:
  ///   - machine: The computer.
  ///   - columns: Its width.
  ///   - lines: Its height.
  ///   - shell: The command that starts the shell.
  /// - Throws: When tmux cannot be started.
  public init(
    on machine: Machine,
    columns: Int = 80,
    lines: Int = 40,
    shell: String = "PS1='$ ' bash --norc --noprofile"
  ) throws {
    self.machine = machine
    self.socket = machine.home.appending(path: "tmux").path
    let started = try run(
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(lines)", shell]
    )
    guard started.status == 0 else { throw Missing(description: started.description) }
  }

  /// Types a text, and ends it with enter when asked to.
  public func type(_ text: String, enter: Bool = false) throws {
    _ = try run(["send-keys", "-l", text])
    if enter { try press("Enter") }
  }

  /// Presses a key by the name that tmux gives it: `Enter`, `C-c`.
  public func press(_ key: String) throws {
    _ = try run(["send-keys", key])
  }

  /// What stands on the screen.
  public func text() throws -> String {
    try run(["capture-pane", "-p"]).output
  }

  /// The lines on the screen to the last that is not empty, each whole where the terminal broke it.
  public func lines() throws -> [String] {
    let lines = try run(["capture-pane", "-pJ"]).output
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.reversed().drop { $0 == " " }.reversed()) }
    return Array(lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1))
  }

  /// Keeps what programs write to the terminal from now on.
  public func record() throws {
    _ = try run(["pipe-pane", "cat >>'\(socket).written'"])
  }

  /// What programs wrote to the terminal since ``record()``.
  public func written() throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(socket).written")), as: UTF8.self)
  }

  /// Gives the screen another size.
  public func resize(columns: Int, lines: Int) throws {
    _ = try run(["resize-window", "-x", "\(columns)", "-y", "\(lines)"])
  }

  /// Waits until a text stands on the screen.
  ///
  /// - Throws: ``Missing`` when it does not within a minute.
  public func waits(for text: String) throws {
    for _ in 0..<1_200 {
      if try self.text().contains(text) { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw Missing(description: "no \"\(text)\" on:\n\(try self.text())")
  }

  /// Enters a line until its answer stands on the screen: a shell that begins may drop what was typed
  /// before.
  ///
  /// - Throws: ``Missing`` when it is not answered within a minute.
  public func enter(_ line: String, until answer: String) throws {
    for _ in 0..<60 {
      try type(line, enter: true)
      for _ in 0..<20 {
        Thread.sleep(forTimeInterval: 0.05)
        if try text().contains(answer) { return }
      }
    }
    throw Missing(description: "no \"\(answer)\" on:\n\(try self.text())")
  }

  /// Ends the terminal and what runs in it.
  public func close() {
    do {
      _ = try run(["kill-server"])
    } catch {
      // It ends with the folder its socket is in.
    }
  }

  private func run(_ arguments: [String]) throws -> Transcript {
    try machine.with(["TERM": "xterm-256color"])
      .process(["tmux", "-S", socket, "-f", "/dev/null"] + arguments).run()
  }
}
