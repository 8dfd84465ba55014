internal import Glibc

/// A web server with `git http-backend` and an ssh server on 127.0.0.1, for the repositories of the
/// scratch folder.
///
/// A shell starts them and waits for the end of a pipe that only this process holds: they end after
/// an error, Control-C and `kill -9`, too.
@safe struct Servers: ~Copyable {
  private let pipe: UnsafeMutablePointer<FILE>
  private let folder: String
  private let ports: (web: Int32, shell: Int32)

  /// A protocol that is timed.
  enum Transport: String, CaseIterable {
    case http, ssh
  }

  /// What has to be installed for them, by package.
  private static let programs = [("lighttpd", "lighttpd"), ("/usr/sbin/sshd", "openssh-server")]

  /// The packages that are missing.
  static var missing: [String] {
    programs.filter { Scratch.output(of: "PATH=$PATH:/usr/sbin command -v \($0.0)").isEmpty }
      .map(\.1)
  }

  /// Starts them for what lies in a folder.
  init(for folder: String) throws {
    let first = 20_000 + getpid() % 20_000 * 2
    ports = (first, first + 1)
    self.folder = folder
    try Servers.configure(folder, ports)
    // sshd of root wants its directory, even when it is not used.
    let line = """
      trap '' HUP INT TERM; test $(id -u) != 0 || mkdir -p /run/sshd; export PATH=$PATH:/usr/sbin
      lighttpd -D -f '\(folder)/web.conf' & web=$!
      /usr/sbin/sshd -D -e -f '\(folder)/sshd.conf' 2>'\(folder)/sshd.log' & shell=$!
      cat >/dev/null; kill $web $shell
      """
    guard let pipe = unsafe popen(line, "we") else { throw Failure("sh cannot be started") }
    unsafe self.pipe = unsafe pipe
    unsafe setenv("GIT_SSH_COMMAND", "ssh -F \(folder)/ssh_config", 1)
  }

  deinit { unsafe pclose(pipe) }

  private static func configure(_ folder: String, _ ports: (web: Int32, shell: Int32)) throws {
    let user = Scratch.output(of: "id -un")
    let files = [
      "web.conf": """
      server.bind = "127.0.0.1"
      server.port = \(ports.web)
      server.document-root = "\(folder)"
      server.modules = ("mod_alias", "mod_cgi")
      cgi.assign = (".cgi" => "")
      alias.url = ("/" => "\(folder)/serve.cgi/")
      """,
      "serve.cgi": """
      #!/bin/sh
      GIT_PROJECT_ROOT=/ GIT_HTTP_EXPORT_ALL=1 REMOTE_USER=bench exec git http-backend
      """,
      "sshd.conf": """
      ListenAddress 127.0.0.1
      Port \(ports.shell)
      HostKey \(folder)/host_key
      AuthorizedKeysFile \(folder)/key.pub
      StrictModes no
      UsePAM no
      PermitRootLogin yes
      PidFile none
      UseDNS no
      """,
      "ssh_config": """
      Host *
        IdentityFile \(folder)/key
        IdentitiesOnly yes
        IdentityAgent none
        StrictHostKeyChecking no
        UserKnownHostsFile /dev/null
        LogLevel ERROR
        User \(user)
      """,
    ]
    for (name, text) in files {
      guard let file = unsafe fopen("\(folder)/\(name)", "w") else {
        throw Failure("\(folder)/\(name) cannot be written")
      }
      unsafe fputs(text + "\n", file)
      unsafe fclose(file)
    }
    try Scratch.shell(
      "cd \(folder) && chmod +x serve.cgi"
        + " && for key in key host_key; do ssh-keygen -q -t ed25519 -N '' -f $key; done"
    )
  }

  /// The URL of a repository, once the server answers.
  func url(of path: String, over transport: Transport) throws -> String {
    let url =
      switch transport {
      case .http: "http://127.0.0.1:\(ports.web)\(path)"
      case .ssh: "ssh://127.0.0.1:\(ports.shell)\(path)"
      }
    try Scratch.shell(
      "for try in 1 2 3 4 5 6 7 8 9 10; do git ls-remote -q \(url) >/dev/null 2>&1 && exit;"
        + " sleep 0.5; done; git ls-remote \(url)"
    )
    return url
  }
}
