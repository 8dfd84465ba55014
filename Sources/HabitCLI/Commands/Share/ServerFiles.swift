internal import HabitCore
internal import HabitFiles
internal import Posix

/// A web server's files for the page, below git's folder: all of them are written again at each start.
struct ServerFiles {
  /// The folder of the files, which only its owner can read.
  let disk: Disk
  /// The program, and what its script has in its environment.
  let program: String
  let environment: [String: String]

  /// Where the page is served.
  struct Place {
    let address: String
    let port: Int

    /// Whether only this machine reaches it.
    var isLoopback: Bool { address.hasPrefix("127.") || ["::1", "localhost"].contains(address) }

    /// The place as an address of the web has it.
    var text: String { "\(address.contains(":") ? "[\(address)]" : address):\(port)" }

    /// The place that a text names, as `192.168.1.5:8788`.
    init(_ text: String) throws {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      let address = parts.dropLast().joined(separator: ":")
      let isQuoted = address.hasPrefix("[") && address.hasSuffix("]")
      let plain = isQuoted ? String(address.dropFirst().dropLast()) : address
      guard let port = parts.last.flatMap({ Int($0) }), (1...65_535).contains(port), !plain.isEmpty,
        isQuoted == plain.contains(":"),
        plain.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".:-".contains($0)) })
      else {
        throw Diagnosis(
          .usage,
          "\"\(text)\" is not an address and a port",
          hint: "as in 127.0.0.1:8788 or [::1]:8788"
        )
      }
      (self.address, self.port) = (plain, port)
    }
  }

  /// A server whose configuration is known.
  enum Kind: String, CaseIterable {
    case lighttpd, apache, nginx
  }

  /// What the script gives the program of a user's environment; a server passes none of it.
  static let variables = [
    "HOME", "HABIT_USER", "TZ", "PATH", "HABIT_WEB_ORIGIN", "SSH_AUTH_SOCK", "XDG_CONFIG_HOME",
  ]

  /// What a browser says when it asks for a password: a phone's keyboard begins with a capital.
  private static let realm = "habit: your name in small letters"

  /// The calendars, each of which a number opens that nobody can guess: programs that subscribe to one
  /// need no password.
  private static let calendar = "/calendar/[0-9a-f]{32}[.]ics$"

  /// Whether users have passwords here.
  var hasPasswords: Bool { disk.kind(of: "passwords") == .file }

  /// The lines of the users who have a password: `ann:HASH`.
  func passwords() throws -> [String] {
    guard hasPasswords else { return [] }
    let text = String(decoding: try disk.read("passwords", atMost: 65_536), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  /// Writes them; without any, the file goes, and the key opens the page again.
  func keep(passwords lines: [String]) throws {
    guard !lines.isEmpty else { return try disk.remove("passwords") }
    let text = lines.sorted().map { $0 + "\n" }.joined()
    try disk.replace("passwords", Array(text.utf8), for: .owner)
  }

  private var root: String { disk.absolute("root") }
  private var script: String { "\(root)/cgi-bin/habit.cgi" }

  /// Writes the script that a server runs, and the configuration of a server that is started by us.
  func write(for place: Place) throws {
    guard !disk.root.contains(where: { "\"\\\n$".contains($0) }) else {
      throw Diagnosis(.configuration, "a server cannot be told of the folder \(disk.root)")
    }
    let names = environment.keys.sorted()
    let values = names.map { "\($0)=\((environment[$0] ?? "").shellQuoted)\n" }
    let text = """
      #!/bin/sh
      # Answers a request; written again by habit web.
      \(values.joined())export \(names.joined(separator: " "))
      exec \(program.shellQuoted) cgi

      """
    try disk.makeDirectory("root/cgi-bin", for: .owner)
    let folder = Disk(root: disk.absolute("root/cgi-bin"))
    if folder.kind(of: "habit.cgi") != nil { try folder.remove("habit.cgi") }
    try folder.create("habit.cgi", Array(text.utf8), for: .owner, canRun: true)
    try disk.replace("lighttpd.conf", Array(lighttpd(at: place).utf8), for: .owner)
  }

  /// The whole configuration of a lighttpd that serves nothing else.
  private func lighttpd(at place: Place) -> String {
    """
    # Serves the page for a phone; written again by habit web.
    server.bind = "\(place.address)"
    server.port = \(place.port)
    server.document-root = "\(root)"
    server.errorlog = "\(disk.absolute("errors"))"
    server.upload-dirs = ( "\(disk.root)" )
    server.modules = ( \(hasPasswords ? "\"mod_auth\", \"mod_authn_file\", " : "")"mod_rewrite", "mod_cgi"\(ServerFiles.deflate) )
    server.max-request-size = 64
    server.max-read-idle = 20
    url.rewrite-once = ( "^/(.*)$" => "/cgi-bin/habit.cgi/$1" )
    cgi.assign = ( ".cgi" => "" )
    \(ServerFiles.compression())\(hasPasswords ? lighttpdPasswords : "")
    """
  }

  /// Whether pages can be compressed: Debian has the module in a package of its own.
  private static let compresses = Disk(root: "").exists("/usr/lib/lighttpd/mod_deflate.so")
  private static let deflate = compresses ? ", \"mod_deflate\"" : ""

  private static func compression(indent: String = "") -> String {
    let terms = [
      "deflate.mimetypes = ( \"text/html\" )", "deflate.allowed-encodings = ( \"gzip\" )",
    ]
    return compresses ? terms.map { "\(indent)\($0)\n" }.joined() : ""
  }

  private var lighttpdPasswords: String {
    """
    auth.backend = "htpasswd"
    auth.backend.htpasswd.userfile = "\(disk.absolute("passwords"))"
    $HTTP["url"] !~ "^(/cgi-bin/habit[.]cgi)?\(ServerFiles.calendar)" {
      auth.require = ( "/" => ( "method" => "basic", "realm" => "\(ServerFiles.realm)", "require" => "valid-user" ) )
    }

    """
  }

  /// The command that starts the server in the foreground; nil when it is not installed.
  func command(in world: World) -> [String]? {
    let path = (world.variable("PATH") ?? "/usr/bin:/bin") + ":/usr/sbin:/sbin"
    return Subprocess.find("lighttpd", in: ["PATH": path]).map {
      [$0, "-D", "-f", disk.absolute("lighttpd.conf")]
    }
  }

  /// What a server that serves other pages, too, is told of the page.
  func configuration(of kind: Kind) -> String {
    let passwords = disk.absolute("passwords")
    let program = """
          include fastcgi_params;
          fastcgi_split_path_info ^(/habit)(/?.*)$;
          fastcgi_param SCRIPT_FILENAME "\(script)";
          fastcgi_param SCRIPT_NAME /habit;
          fastcgi_param PATH_INFO $fastcgi_path_info;
          fastcgi_param REMOTE_USER $remote_user;
          fastcgi_param HTTP_HOST $http_host;
          fastcgi_pass unix:/run/fcgiwrap.socket;
      """
    return switch kind {
    case .lighttpd:
      """
      server.modules += ( "mod_redirect", "mod_auth", "mod_authn_file", "mod_alias", "mod_cgi"\(ServerFiles.deflate) )
      # Without TLS others could read the password.
      $HTTP["scheme"] == "http" {
        url.redirect = ( "^/habit(/|$)" => "https://${url.authority}${url.path}${qsa}" )
      }
      $HTTP["url"] =~ "^/habit(/|$)" {
        alias.url = ( "/habit" => "\(script)" )
        cgi.assign = ( ".cgi" => "" )
        static-file.exclude-extensions = ( ".cgi" )
        server.max-request-size = 64
      \(ServerFiles.compression(indent: "  "))\
        auth.backend = "htpasswd"
        auth.backend.htpasswd.userfile = "\(passwords)"
        $HTTP["url"] !~ "^/habit\(ServerFiles.calendar)" {
          auth.require = ( "" => ( "method" => "basic", "realm" => "\(ServerFiles.realm)", "require" => "valid-user" ) )
        }
      }

      """
    case .apache:
      """
      ScriptAlias "/habit" "\(script)"
      <Location "/habit">
        # Without TLS others could read the password.
        <If "%{HTTPS} != 'on'">
          Redirect permanent "https://%{HTTP_HOST}%{REQUEST_URI}"
        </If>
        AddOutputFilterByType DEFLATE text/html
        AuthType Basic
        AuthName "\(ServerFiles.realm)"
        AuthUserFile "\(passwords)"
        Require valid-user
        LimitRequestBody 65536
      </Location>
      <LocationMatch "^/habit\(ServerFiles.calendar)">
        Require all granted
      </LocationMatch>

      """
    case .nginx:
      """
      location /habit {
        # Without TLS others could read the password.
        if ($scheme = http) { return 308 https://$host$request_uri; }
        gzip on;
        auth_basic "\(ServerFiles.realm)";
        auth_basic_user_file "\(passwords)";
        client_max_body_size 64k;
      \(program)
      }
      location ~ "^/habit\(ServerFiles.calendar)" {
        if ($scheme = http) { return 308 https://$host$request_uri; }
      \(program)
      }

      """
    }
  }
}
