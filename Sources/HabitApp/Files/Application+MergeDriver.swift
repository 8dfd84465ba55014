internal import HabitCore
internal import HabitFiles
public import HabitMerge
internal import HabitStore
internal import Posix

extension Application {
  /// Merges three files for git, and writes the result to our one: both versions between markers
  /// where they cannot be merged.
  ///
  /// It looks at these files and nothing else: no repository, setting or clock.
  public func merge(
    _ base: String,
    _ ours: String,
    _ theirs: String,
    path: String,
    markers size: Int
  ) throws -> [Decision] {
    let (base, mine, its) = (try read(base), try read(ours), try read(theirs))
    guard let layout = Layout(path: path), let merge = FileMerge(layout) else {
      throw conflict("\(path) is not a data file of habit", path)
    }
    do {
      // An empty base means no base: git gives one where both sides added the file.
      let merged = try merge.merging(mine, its, since: base.isEmpty ? [] : [base])
      try Disk(root: "").replace(world.absolute(ours), merged.bytes)
      return merged.decisions
    } catch let error as MergeRefusal {
      try Disk(root: "").replace(world.absolute(ours), marked(mine, its, size))
      switch error {
      case .unreadable(let side, let problem):
        let place = problem.line.map { ":\($0):\(problem.column ?? 1)" } ?? ""
        throw conflict("\(path)\(place) (\(side)): \(problem.message)", path)
      case .newerFormat(let side, let format):
        throw conflict("\(path) (\(side)) has format \(format), newer than this habit", path)
      }
    }
  }

  private func read(_ file: String) throws -> [UInt8] {
    do {
      return try Disk(root: "").contents(of: world.absolute(file))
    } catch {
      throw Failure(.inputOutput, "\(file): \(error.reason)")
    }
  }

  private func conflict(_ message: String, _ path: String) -> Failure {
    Failure(.conflict, message, hint: "mend the file, then: git add \(path.shellQuoted)")
  }

  /// Both versions between markers, whole: a part of a JSON file says nothing.
  private func marked(_ mine: [UInt8], _ its: [UInt8], _ size: Int) -> [UInt8] {
    func line(_ mark: String, _ label: String) -> [UInt8] {
      Array((String(repeating: mark, count: max(7, min(size, 200))) + label + "\n").utf8)
    }
    func whole(_ bytes: [UInt8]) -> [UInt8] {
      bytes.last == UInt8(ascii: "\n") || bytes.isEmpty ? bytes : bytes + [UInt8(ascii: "\n")]
    }
    return line("<", " ours") + whole(mine) + line("=", "") + whole(its) + line(">", " theirs")
  }
}
