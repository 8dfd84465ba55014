public import GitFormats
internal import Posix

extension RemoteAddress {
  /// The program that git would need and does not find; nil when it can try, and when there is no
  /// git to be asked.
  ///
  /// Source: gitremote-helpers(7). `ext` and `fd` run anything, which git does for no user who has not
  /// allowed it.
  public func programMissing(in environment: [String: String]) -> String? {
    guard case .helper(let name) = kind, let git = Subprocess.find("git", in: environment) else {
      return nil
    }
    let program = "git-remote-\(name)"
    guard !["ext", "fd"].contains(name) else { return program }
    let own = environment["GIT_EXEC_PATH"] ?? RemoteAddress.programs(of: git, in: environment)
    let isThere =
      Subprocess.find(program, in: environment) != nil || System.canRun("\(own)/\(program)")
    return isThere ? nil : program
  }

  /// Where git keeps its own programs.
  private static func programs(of git: String, in environment: [String: String]) -> String {
    let network = Network(environment: environment)
    do {
      let answer = try GitProgram(
        gitDirectory: "/",
        commonDirectory: "/",
        folder: "/",
        network: network
      )
      .run(["--exec-path"])
      return answer.output.first ?? ""
    } catch {
      return ""
    }
  }
}
