/// A user and a password.
struct Credential: Hashable {
  let user: String
  let password: String
}

/// Where git keeps passwords: `git credential`, which asks the helpers of the person's choice.
///
/// Without git nothing is known.
struct CredentialHelper {
  let address: RemoteAddress
  let network: Network
  let gitDirectory: String

  /// What is known for this address, or nil.
  func fill(user: String?) throws(GitError) -> Credential? {
    guard let answer = try run("fill", user.map { ["username=\($0)"] } ?? []) else { return nil }
    let lines = answer.split(separator: "\n").map(String.init)
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    guard let user = value("username"), let password = value("password") else { return nil }
    return Credential(user: user, password: password)
  }

  /// Says that this was right, so that it is kept.
  func approve(_ credential: Credential) throws(GitError) {
    _ = try run("approve", credential.lines)
  }

  /// Says that this was wrong, so that it is forgotten.
  func reject(_ credential: Credential) throws(GitError) {
    _ = try run("reject", credential.lines)
  }

  /// Runs `git credential`; what it complains of may hold secrets, and is not repeated.
  ///
  /// - Returns: its answer, or nil when it has none, or there is no git.
  private func run(_ action: String, _ lines: [String]) throws(GitError) -> String? {
    guard Child.find("git", in: network.environment) != nil else { return nil }
    let git = try Child(
      ["git", "credential", action],
      with: ["GIT_DIR": gitDirectory],
      over: network
    )
    let question = (["url=\(address)"] + lines).map { $0 + "\n" }.joined() + "\n"
    try git.write(question)
    git.closeInput()
    let answer = try git.readAll()
    return try git.finish() == 0 ? String(decoding: answer, as: UTF8.self) : nil
  }
}

extension Credential {
  fileprivate var lines: [String] { ["username=\(user)", "password=\(password)"] }
}
