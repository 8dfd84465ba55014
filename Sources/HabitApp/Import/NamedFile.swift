internal import HabitFiles
internal import Posix

/// A file or folder that the user names: links are followed, and the size is limited by the caller.
struct NamedFile: Sendable {
  /// Its absolute path.
  let path: String

  init(_ path: String) {
    self.path = path
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  var folder: String {
    let parts = path.split(separator: "/").dropLast()
    return "/" + parts.joined(separator: "/")
  }

  var isFolder: Bool { FileStatus(behind: path)?.kind == .directory }

  /// The size in bytes; nil when it does not exist.
  var size: Int? { FileStatus(behind: path)?.size }

  func contents(largest: Int) throws(FileTreeError) -> [UInt8] {
    guard let status = FileStatus(behind: path) else { throw .missing }
    guard status.kind == .file else { throw .notAFile }
    guard status.size <= largest else { throw .tooLarge(bytes: status.size) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(status.size)
    do {
      let exists = try Disk(root: "").visit(path) { (piece) throws(SystemError) in
        bytes += piece
        return bytes.count <= largest
      }
      guard exists else { throw FileTreeError.missing }
    } catch let error as SystemError {
      throw .unreadable(reason: error.reason)
    } catch {
      throw .missing
    }
    guard bytes.count <= largest else { throw .tooLarge(bytes: bytes.count) }
    return bytes
  }

  /// Its first bytes; none when it cannot be read.
  func head(_ count: Int) -> [UInt8] {
    guard FileStatus(behind: path)?.kind == .file else { return [] }
    var bytes: [UInt8] = []
    do {
      _ = try Disk(root: "").visit(path) { (piece) throws(SystemError) in
        bytes = Array(piece.prefix(count))
        return false
      }
    } catch {
      return []
    }
    return bytes
  }
}
