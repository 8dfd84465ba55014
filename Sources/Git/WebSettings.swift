internal import CLibgit2

/// What git's configuration says about servers of the web, as far as libgit2 does not read it.
struct WebSettings {
  /// What is added to each request, mostly a token: `http.extraHeader`.
  let headers: [String]

  /// A file of certificates to trust instead of the system's: `http.sslCAInfo`.
  let certificates: String?

  /// Whether a server must prove who it is: `http.sslVerify`.
  let verifies: Bool

  /// Through which proxies requests go.
  let proxies: Proxies

  /// What the settings of these names, in lower case, and the environment say.
  init(_ settings: [String: [String]], environment: [String: String]) {
    headers = settings["http.extraheader"] ?? []
    let file = environment["GIT_SSL_CAINFO"] ?? settings["http.sslcainfo"]?.last
    certificates = file.map { file in
      file.hasPrefix("~/") ? (environment["HOME"] ?? "") + file.dropFirst() : file
    }
    let answer = settings["http.sslverify"]?.last?.lowercased() ?? "true"
    let isDenied = environment["GIT_SSL_NO_VERIFY"] != nil
    verifies = !isDenied && !["false", "no", "off", "0"].contains(answer)
    proxies = Proxies(setting: settings["http.proxy"]?.last, environment: environment)
  }
}

extension Repository {
  /// What the configuration says about an address of a remote.
  ///
  /// Git knows which settings are about which address; without it those count that are about all.
  func webSettings(
    for address: RemoteAddress,
    of remote: Remote,
    over network: Network
  ) throws(GitError) -> WebSettings {
    guard address.kind == .http || address.kind == .https else {
      return WebSettings([:], environment: [:])
    }
    var settings: [String: [String]] = [:]
    let found = if let told = try askGit(address, network) { told } else { try readAlone() }
    for (name, value) in found {
      settings[name, default: []].append(value)
    }
    if let proxy = try setting("remote.\(remote.name).proxy") { settings["http.proxy"] = [proxy] }
    return WebSettings(settings, environment: network.environment)
  }

  /// Each line is a name and a value; nil without git.
  private func askGit(
    _ address: RemoteAddress,
    _ network: Network
  ) throws(GitError) -> [(name: String, value: String)]? {
    guard Child.find("git", in: network.environment) != nil else { return nil }
    let git = try Child(
      ["git", "config", "--get-urlmatch", "http", address.description],
      with: ["GIT_DIR": gitDirectory],
      over: network
    )
    git.closeInput()
    let answer = String(decoding: try git.readAll(), as: UTF8.self)
    guard try git.finish() == 0 else { return [] }
    return answer.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].lowercased(), parts.count > 1 ? String(parts[1]) : "true")
    }
  }

  private func readAlone() throws(GitError) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for name in ["http.extraheader", "http.sslcainfo", "http.sslverify", "http.proxy"] {
      if let value = try setting(name) { found.append((name, value)) }
    }
    return found
  }
}

extension WebSettings {
  /// Makes libgit2 trust these certificates, from now on.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/global/git_libgit2_opts.html>
  func trust() throws(GitError) {
    guard let certificates else { return }
    do {
      try check(unsafe clibgit2_set_certificates(certificates))
    } catch {
      throw GitError(.certificate, "http.sslCAInfo \(certificates): \(error.message)")
    }
  }
}
