internal import HabitStore

// The journal of a change, which a folder that was copied from elsewhere brings along.
extension Promises {
  mutating func keepJournals(_ input: [UInt8]) {
    do {
      let journal = try Journal(input)
      keepReference(journal.branch)
      for file in journal.files {
        keepPath(file.path)
        expect(file.number >= 0, "a prepared file without a number")
      }
      expect(try Journal(journal.bytes) == journal, "a journal is written as another")
      keepTruncated(journal.bytes, to: input.count % journal.bytes.count)
    } catch {
      // Nothing of it is followed.
    }
  }

  private mutating func keepTruncated(_ bytes: [UInt8], to count: Int) {
    do {
      _ = try Journal(Array(bytes.prefix(count)))
      expect(false, "a journal that is cut off is followed")
    } catch {
      expect(error == .truncated, "a journal that is cut off is forbidden: \(error)")
    }
  }

  /// No file outside the work tree, or in git's own folder, has such a path.
  private mutating func keepPath(_ path: String) {
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
      .map { String(Substring($0)).lowercased() }
    expect(!path.utf8.contains(0), "a path of which the system reads a part: \(path)")
    expect(parts.allSatisfy { !["", ".", "..", ".git"].contains($0) }, "a path: \(path)")
  }

  private mutating func keepReference(_ name: String) {
    expect(name.utf8.starts(with: "refs/".utf8), "a reference: \(name)")
    expect(!name.utf8.contains { $0 < 0x20 }, "a reference with a control character: \(name)")
    expect(!name.utf8.suffix(5).elementsEqual(".lock".utf8), "a lock of a reference: \(name)")
    keepPath(name)
  }
}
