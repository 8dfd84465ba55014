import Foundation
public import Testing

/// Real servers on 127.0.0.1 that serve the bare repositories of one folder, for a whole suite.
///
/// ```swift
/// @Suite(.gitServers) struct PushTests {
///   @Test(arguments: Transport.allCases) func `…`(transport: Transport) throws {
///     let hub = try GitServers.hub()
///     hub.address(over: transport)
///   }
/// }
/// ```
public struct GitServers: Sendable {
  /// The servers of the suite that is running.
  @TaskLocal public static var current: GitServers?

  fileprivate let folder: TemporaryFolder
  fileprivate let daemon: Server
  fileprivate let web: Server
  fileprivate let shell: Server

  /// Starts `git daemon`, a web server with `git http-backend`, and `sshd`.
  init() throws {
    folder = try TemporaryFolder()
    daemon = try folder.serveDaemon()
    web = try folder.serveWeb()
    shell = try folder.serveShell()
  }

  fileprivate func stop() {
    for server in [daemon, web, shell] { server.stop() }
  }

  /// A new empty repository of the running suite's servers.
  public static func hub() throws -> Hub {
    let servers = try #require(current, "the suite has no .gitServers")
    let hub = Hub(servers: servers, name: "hub-\(UInt32.random(in: 0 ... .max))")
    try servers.folder.run("git", "init", "--quiet", "--bare", "--initial-branch=main", hub.path)
    return hub
  }
}

/// How a repository can be reached.
public enum Transport: String, Hashable, Sendable, CaseIterable {
  /// By its path.
  case path
  /// As `file://`.
  case file
  /// Through `git daemon`.
  case git
  /// Through a web server.
  case http
  /// Through `sshd`, as `ssh://`.
  case ssh
  /// Through `sshd`, as `[host:port]:path`.
  case scp
}

/// A bare repository that all servers of a suite serve.
public struct Hub: Sendable {
  /// The servers.
  public let servers: GitServers
  fileprivate let name: String

  /// Where it is on this machine.
  public var path: String { servers.folder.url.appending(path: "\(name).git").path }

  /// Its address.
  public func address(over transport: Transport) -> String {
    switch transport {
    case .path: path
    case .file: "file://\(path)"
    case .git: "git://127.0.0.1:\(servers.daemon.port)/\(name).git"
    case .http: address(at: "")
    case .ssh: "ssh://127.0.0.1:\(servers.shell.port)\(path)"
    case .scp: "[127.0.0.1:\(servers.shell.port)]:\(path)"
    }
  }

  /// Its address on the web server under a prefix, which says how the server behaves.
  ///
  /// - Parameters:
  ///   - prefix: `basic/` wants ada and secret, `token/` a token, `moved/` redirects, `away/`
  ///     redirects to another host that wants a password, `portal/` shows a page to log in,
  ///     `silent/` says nothing, `status/500/` answers so.
  ///   - user: what stands before the host, as `ada:secret@`.
  /// - Returns: The address.
  public func address(at prefix: String, as user: String = "") -> String {
    "http://\(user)127.0.0.1:\(servers.web.port)/\(prefix)\(name).git"
  }

  /// Its address as `https://`, where the server has the certificate `certificate` in `keys`.
  public func secureAddress() throws -> String {
    let port = try servers.folder.read("home/secure_port")
    return "https://localhost:\(port)/\(name).git"
  }

  /// The port of its `sshd`.
  public var shellPort: Int { servers.shell.port }

  /// Puts a hook in place, a script of sh.
  public func install(_ hook: String, _ script: String) throws {
    try servers.folder.writeProgram("#!/bin/sh\n\(script)\n", to: "\(name).git/hooks/\(hook)")
  }

  /// Runs git in it, which must succeed; gives what it says, without the newline at the end.
  @discardableResult
  public func git(_ arguments: String...) throws -> String {
    try servers.folder.run(["git", "-C", path] + arguments)
  }

  /// The variables with which its servers can be reached.
  ///
  /// - Parameter options: Options of ssh, each as `Name=value`, which win.
  /// - Returns: The variables by name.
  public func environment(ssh options: [String] = []) -> [String: String] {
    let home = servers.folder.url.appending(path: "home")
    var variables = HabitProcess.environment(home: home, now: "2026-03-01T09:00:00")
    // Not in the file: of this option ssh takes all there are.
    let hasKey = options.contains { $0.hasPrefix("IdentityFile=") }
    let words = (options + (hasKey ? [] : ["IdentityFile=\(keys)/key"])).map { "-o \($0) " }
    variables["GIT_SSH_COMMAND"] = "ssh \(words.joined())-F \(keys)/ssh_config"
    return variables
  }

  /// The folder in which keys and certificates are: `key`, `locked_key` (its passphrase is `secret`),
  /// `unknown_key`, and the known hosts `hosts` and `changed_hosts`.
  public var keys: String { servers.folder.url.appending(path: "home").path }
}

// MARK: Starting

extension TemporaryFolder {
  fileprivate func process(_ command: [String]) -> HabitProcess {
    HabitProcess(
      command,
      environment: HabitProcess.environment(
        home: url.appending(path: "home"),
        now: "2026-03-01T09:00:00"
      ).merging(["PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/bin"]) { $1 },
      in: url
    )
  }

  @discardableResult
  fileprivate func run(_ command: [String]) throws -> String {
    let transcript = try process(command).run()
    guard transcript.status == 0 else {
      throw ServerError(description: "\(command): \(transcript)")
    }
    return transcript.output.trimmingCharacters(in: .newlines)
  }

  @discardableResult
  fileprivate func run(_ command: String...) throws -> String {
    try run(command)
  }

  fileprivate func serveDaemon() throws -> Server {
    try Server { port in
      process([
        "git", "daemon", "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(url.path)",
        "--export-all", "--enable=receive-pack", "--reuseaddr", url.path,
      ])
    }
  }

  fileprivate func serveWeb() throws -> Server {
    try writeProgram(webScript, to: "serve.cgi")
    try write("", to: "home/.keep")
    try run(
      "openssl",
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      "home/web_key",
      "-out",
      "home/certificate",
      "-days",
      "1",
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost"
    )
    return try Server { port in
      let secure = try freePort()
      try write("\(secure)", to: "home/secure_port")
      let configuration = """
        server.bind = "127.0.0.1"
        server.port = \(port)
        server.document-root = "\(url.path)"
        server.modules = ("mod_alias", "mod_cgi", "mod_openssl")
        $SERVER["socket"] == "127.0.0.1:\(secure)" {
          ssl.engine = "enable"
          ssl.privkey = "\(url.path)/home/web_key"
          ssl.pemfile = "\(url.path)/home/certificate"
        }
        cgi.assign = (".cgi" => "")
        alias.url = ("/" => "\(url.path)/serve.cgi/")
        """
      try write(configuration, to: "web-\(port).conf")
      return process(["lighttpd", "-D", "-f", "web-\(port).conf"])
    }
  }

  fileprivate func serveShell() throws -> Server {
    try write("", to: "home/.keep")
    for (name, phrase) in [
      ("host_key", ""), ("other_key", ""), ("key", ""), ("unknown_key", ""),
      ("locked_key", "secret"),
    ] {
      try run("ssh-keygen", "-q", "-t", "ed25519", "-N", phrase, "-f", "home/\(name)")
    }
    let keys = try ["key", "locked_key"].map { try read("home/\($0).pub") }
    try write(keys.joined(), to: "home/authorized_keys")
    // sshd of root wants this directory, even when it is not used.
    if getuid() == 0 { try run("mkdir", "-p", "/run/sshd") }
    let server = try Server { port in
      let configuration = """
        ListenAddress 127.0.0.1
        Port \(port)
        HostKey \(url.path)/home/host_key
        AuthorizedKeysFile \(url.path)/home/authorized_keys
        StrictModes no
        UsePAM no
        PasswordAuthentication no
        KbdInteractiveAuthentication no
        PermitRootLogin yes
        PidFile none
        UseDNS no
        MaxStartups 100
        Subsystem sftp internal-sftp
        """
      try write(configuration, to: "sshd-\(port).conf")
      return process(["/usr/sbin/sshd", "-D", "-e", "-f", "\(url.path)/sshd-\(port).conf"])
    }
    for (file, key) in [("hosts", "host_key"), ("changed_hosts", "other_key")] {
      try write("[127.0.0.1]:\(server.port) \(try read("home/\(key).pub"))", to: "home/\(file)")
    }
    try write(
      """
      Host *
        IdentitiesOnly yes
        IdentityAgent none
        UserKnownHostsFile \(url.path)/home/hosts
        GlobalKnownHostsFile /dev/null
        User \(NSUserName())
      """,
      to: "home/ssh_config"
    )
    return server
  }
}

/// A web server's behaviours, by the first part of the path.
private let webScript = #"""
  #!/bin/sh
  answer() {
    printf 'Status: %s\r\nContent-Type: text/html\r\n%s\r\n<html>%s</html>\n' "$1" "$2" "$1"
    exit
  }
  wants() {
    test "$HTTP_AUTHORIZATION" = "$1" && return
    answer '401 Unauthorized' 'WWW-Authenticate: Basic realm="habit"
  '
  }
  root=$PWD
  host=${HTTP_HOST##*:}
  first=${PATH_INFO#/}
  first=${first%%/*}
  rest=/${PATH_INFO#/*/}
  case $first in
  basic) wants 'Basic YWRhOnNlY3JldA==' ;;
  token) wants 'Bearer t0ken' ;;
  moved) answer '302 Found' "Location: $rest?$QUERY_STRING
  " ;;
  away) answer '302 Found' "Location: http://localhost:$host/basic$rest?$QUERY_STRING
  " ;;
  portal) answer '200 OK' ;;
  silent) exec sleep 60 ;;
  status)
    code=${rest#/}
    answer "${code%%/*} No"
    ;;
  *) rest=$PATH_INFO ;;
  esac
  PATH_INFO=$rest GIT_PROJECT_ROOT=$root GIT_HTTP_EXPORT_ALL=1 REMOTE_USER=ada \
    exec git http-backend
  """#

/// Starts the servers before a suite, and stops them after it.
public struct GitServersTrait: SuiteTrait, TestScoping {
  /// Runs the suite with servers.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let servers = try GitServers()
    defer { servers.stop() }
    try await GitServers.$current.withValue(servers) { try await function() }
  }
}

extension Trait where Self == GitServersTrait {
  /// Real servers, started once for the suite.
  public static var gitServers: Self { Self() }
}
