internal import Git
public import HabitCore
internal import HabitFiles
internal import HabitSystem

extension Store {
  /// The users whose files may differ from what git has of them, told by the files' stamps.
  ///
  /// One look at git's index serves for all of them; the files themselves are not read.
  public func usersTouched(among users: [UserID]) throws(StoreError) -> [UserID] {
    do {
      let index = try Repository(at: location.root).index(under: [""])
      var known: [String: IndexEntry] = [:]
      known.reserveCapacity(index.count)
      for entry in index { known[entry.path] = entry }
      // What is at the root belongs to whoever changes something next.
      let roots: [Layout] = [.marker, .attributes, .readme]
      let isRootTouched = roots.contains { root in
        known[root.path].map { !$0.isUntouched(on: location.disk) } ?? false
      }
      var touched = isRootTouched ? Set(users.prefix(1)) : []
      for user in users {
        for path in try location.disk.tree(of: user.text).paths where Layout(path: path) != nil {
          let entry = known.removeValue(forKey: path)
          if entry?.isUntouched(on: location.disk) != true { touched.insert(user) }
        }
      }
      // What is left over has vanished from the work tree.
      for path in known.keys where Layout(path: path) != nil {
        if let user = UserID(path.prefix { $0 != "/" }) { touched.insert(user) }
      }
      return users.filter(touched.contains)
    } catch let error as GitError {
      throw StoreError(error, in: location)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      preconditionFailure("a look at the files fails by git or the system: \(error)")
    }
  }
}
