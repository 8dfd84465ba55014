/// The program that talks to another repository, when it is not libgit2 itself.
enum RemoteCommand {
  /// What the other side shall do.
  enum Service: String {
    case send = "upload-pack"
    case receive = "receive-pack"
  }

  /// `git` beside us, for a directory of this machine.
  static func local(_ service: Service, path: String) -> [String] {
    ["git", service.rawValue, path]
  }

  /// `ssh`, as the person has set it up for git.
  ///
  /// - Parameters:
  ///   - service: what to do there.
  ///   - place: where.
  ///   - network: whose environment counts, and who may be asked.
  ///   - setting: what `core.sshCommand` says.
  /// - Returns: the program and its arguments.
  /// - Throws: when a part of the address would be taken for an option.
  static func ssh(
    _ service: Service,
    at place: SSHPlace,
    over network: Network,
    setting: String?
  ) throws(GitError) -> [String] {
    for part in [place.destination, place.path, place.port ?? ""] where part.hasPrefix("-") {
      throw GitError(.notFound, "'\(part)' would be taken for an option of ssh")
    }
    guard !place.destination.isEmpty else { throw GitError(.hostNotFound, "the host is missing") }
    let words = [place.destination, "git-\(service.rawValue) \(quoted(place.path))"]
    let port = place.port.map { ["-p", $0] } ?? []
    let line = network.environment["GIT_SSH_COMMAND"] ?? setting
    if let line, !line.isEmpty {
      let options = isOpenSSH(line.prefix { $0 != " " }) ? quiet(network) : []
      // As git does it: the shell splits the line, and gives our words to what it runs.
      return ["/bin/sh", "-c", line + " \"$@\"", line] + options + port + words
    }
    let program = network.environment["GIT_SSH"] ?? "ssh"
    return [program] + (isOpenSSH(program[...]) ? quiet(network) : []) + port + words
  }

  /// What keeps ssh from asking when nobody can answer.
  private static func quiet(_ network: Network) -> [String] {
    network.prompting == .never ? ["-o", "BatchMode=yes"] : []
  }

  private static func isOpenSSH(_ program: Substring) -> Bool {
    program == "ssh" || program.hasSuffix("/ssh")
  }

  /// The text as one word of the shell at the other end.
  static func quoted(_ text: String) -> String {
    "'\(text.replacingAll("'", with: "'\\''").replacingAll("!", with: "'\\!'"))'"
  }
}
