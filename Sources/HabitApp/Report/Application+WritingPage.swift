internal import HabitCore
internal import Posix

extension Application {
  /// Writes a page to a file, whole or not at all.
  public func writePage(_ bytes: [UInt8], to file: String) throws {
    let place = NamedFile(world.absolute(file))
    let folder = Disk(root: place.folder)
    switch folder.kind(of: place.name) {
    case .file, nil: break
    case .directory, .symbolicLink, .other:
      throw Failure(
        .cannotCreate,
        "\(file) is there and is not a file",
        hint: "without -o the report goes to standard output"
      )
    }
    // Two runs would write to the same temporary file.
    let lock: FileLock
    do {
      lock = try PageFolder.lock(place.folder)
    } catch let error as SystemError {
      throw SystemError("create", file, code: error.code)
    }
    do {
      try folder.replace(place.name, bytes, by: ".\(place.name).habit-new")
      _ = consume lock
    } catch {
      let operation = error.operation == "remove" ? "create" : error.operation
      throw SystemError(operation, file, code: error.code)
    }
  }
}
