/// The pages of the manual, where they are installed or beside the program.
public struct Manual: Sendable {
  private let world: World

  /// The manual of a world.
  public init(_ world: World) {
    self.world = world
  }

  /// Where pages may be: beside the program, as `make install` or a checkout has them.
  private var folders: [String] {
    guard let program = world.executable else { return [] }
    let folder = program.split(separator: "/").dropLast().joined(separator: "/")
    return [
      world.absolute("/\(folder)/../share/man/man1"),
      world.absolute("/\(folder)/../share/man/man5"),
      world.absolute("/\(folder)/../share/man/man7"),
      world.absolute("/\(folder)/../../../Man"),
    ]
  }

  private static let sections = ["1", "5", "7"]
  /// Distributions compress pages.
  private static let compression = ".gz"

  /// The file of a page, of the first section that has it unless one is named behind a dot, as in
  /// `habit-xp.7`; nil when it is not installed.
  public func page(named name: String) -> String? {
    let parts = name.split(separator: ".")
    let sections = parts.count == 2 ? [String(parts[1])] : Manual.sections
    let name = parts.first.map(String.init) ?? name
    for folder in folders {
      for section in sections where Manual.sections.contains(section) {
        let path = "\(folder)/\(name).\(section)"
        for path in [path, path + Manual.compression]
        where Disk(root: "").kind(of: path) == .file { return path }
      }
    }
    return nil
  }

  /// The names of the pages, without sections, each once.
  public var names: [String] {
    var names: Set<String> = []
    for folder in folders {
      do {
        let files = try Disk(root: "").names(in: folder).map { file in
          let isCompressed = file.name.hasSuffix(Manual.compression)
          return file.name.dropLast(isCompressed ? Manual.compression.count : 0)
        }
        let pages = files.filter { file in Manual.sections.contains { file.hasSuffix(".\($0)") } }
        names.formUnion(pages.map { String($0.dropLast(2)) })
      } catch {
        continue
      }
    }
    return names.sorted()
  }

  /// Shows a page as man(1) does; false when nothing that can is installed.
  public func show(_ page: String, columns: Int) throws(SystemError) -> Bool {
    for program in [["man", "-l", page], ["mandoc", "-a", page], ["mandoc", page]] {
      let status = try Subprocess(program, environment: world.environment).run()
      if status != Subprocess.notFound { return true }
    }
    return false
  }
}
