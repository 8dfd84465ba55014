internal import CLibgit2
internal import Posix

extension Repository {
  /// A path as git understands it: from the top of the work tree.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(workDirectory ?? gitDirectory)/\(path)"
  }

  /// Where what is pushed to a remote goes, when that is one directory of this machine.
  public func directory(of remote: Remote) throws(GitError) -> String? {
    guard remote.pushAddresses.count == 1 else { return nil }
    return try directory(at: remote.pushAddress)
  }

  /// The directory of this machine that a URL means, if it means one; a bundle is a file, which only
  /// git reads.
  func directory(at address: RemoteAddress) throws(GitError) -> String? {
    guard case .local(let path) = address.kind else { return nil }
    return try isBundle(address) ? nil : absolute(path)
  }

  /// Whether a URL means a bundle: a file with a history in it.
  ///
  /// Source: gitformat-bundle(5).
  public func isBundle(_ address: RemoteAddress) throws(GitError) -> Bool {
    guard case .local(let path) = address.kind, disk.isFile(absolute(path)) else { return false }
    return try Repository.isBundle(absolute(path))
  }

  /// Whether the objects of a bundle have names of another length than ours.
  func isBundleOfOtherFormat(_ address: RemoteAddress) throws(GitError) -> Bool {
    guard try isBundle(address), case .local(let path) = address.kind else { return false }
    return try disk.text(of: absolute(path))?.contains("\n@object-format=sha256\n") ?? false
  }

  private static func isBundle(_ path: String) throws(GitError) -> Bool {
    let start = try disk.text(of: path) ?? ""
    return start.hasPrefix("# v2 git bundle\n") || start.hasPrefix("# v3 git bundle\n")
  }

  /// Whether a path is a file, but neither a bundle nor a link to a git directory.
  public static func isForeignFile(_ path: String) -> Bool {
    do {
      guard disk.isFile(path) else { return false }
      return try !isBundle(path) && !(disk.text(of: path) ?? "").hasPrefix("gitdir: ")
    } catch {
      // What cannot be looked at may be anything.
      return false
    }
  }
}

extension Repository {
  /// Why a transfer failed, where git's words tell less than is seen here: an object of this repository is
  /// damaged, or nothing can be written to a directory of this machine.
  func explained(_ error: GitError, at place: String? = nil) -> GitError {
    do throws(GitError) {
      for word in error.message.split(whereSeparator: { !$0.isHexDigit }) {
        guard let id = ObjectID(hex: String(word)) else { continue }
        // To read it is to be told.
        _ = try unlessMissing { () throws(GitError) in try size(of: id) }
      }
    } catch {
      return error
    }
    guard let place, error.kind == .remote(.brokenServer) else { return error }
    do throws(GitError) {
      try disk.checkWritable(place + "/objects")
      return error
    } catch {
      return GitError(.forbidden as RemoteFailure, error.message)
    }
  }

  /// Points HEAD of a bare repository of this machine to a branch that was pushed there, where the one
  /// it names does not exist: otherwise a clone by git would check out nothing.
  public static func pointHead(of path: String, to branch: String, over network: Network) {
    do {
      guard try disk.text(of: path + "/HEAD") != "ref: \(branch)\n" else { return }
      let git = GitProgram(at: path, over: network)
      let known = try git.run(["rev-parse", "--is-bare-repository", "--verify", "HEAD"])
      guard known.status != 0, known.output.first == "true" else { return }
      _ = try git.run(["symbolic-ref", "HEAD", branch])
    } catch {
      // A user who may only push need not do that.
    }
  }
}

extension Repository {
  /// Whether it has only the newest part of its history.
  var isShallow: Bool { unsafe git_repository_is_shallow(handle.pointer) == 1 }

  /// The commits of a shallow clone whose parents it leaves out.
  ///
  /// Source: gitrepository-layout(5), shallow.
  func shallowCommits() throws(GitError) -> Set<ObjectID> {
    guard isShallow else { return [] }
    let lines = try disk.read(commonDirectory + "/shallow", atMost: .max - 1)
    return Set(lines.split(separator: UInt8(ascii: "\n")).compactMap { ObjectID(digits: $0) })
  }
}
