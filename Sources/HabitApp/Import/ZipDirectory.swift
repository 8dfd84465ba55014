internal import HabitExchange
/// The central directory of a zip archive: what is in it, without unpacking anything.
///
/// Source: APPNOTE.TXT 6.3, 4.3.12 and 4.3.16.
struct ZipDirectory {
  /// The files, directories left out.
  let entries: [Entry]

  /// A file of an archive.
  struct Entry {
    let name: String
    /// How many bytes it has when it is unpacked, as the directory says.
    let size: Int

    /// Whether its name leads nowhere but below a folder, and is not a pattern for unzip(1).
    var isSafe: Bool {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      return !parts.contains("..") && parts.first != "" && !name.hasPrefix("-")
        && name.utf8.allSatisfy {
          (0x20..<0x7F).contains($0)
            && ![0x2A, 0x3F, 0x5B, 0x5C, 0x5D].contains($0)
        }
    }
  }

  /// What is wrong with an archive.
  struct Damage: Error {
    let reason: String
  }

  /// Reads the directory of an archive.
  init(_ bytes: [UInt8]) throws(Damage) {
    guard let end = ZipDirectory.end(of: bytes) else {
      throw Damage(reason: "the archive is cut off: nothing was imported")
    }
    func number(_ offset: Int, _ count: Int) throws(Damage) -> Int {
      guard offset >= 0, offset + count <= bytes.count else {
        throw Damage(reason: "the archive is damaged: nothing was imported")
      }
      return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }
    let count = try number(end + 10, 2)
    var place = try number(end + 16, 4)
    guard count < 0xFFFF, place < 0xFFFF_FFFF else {
      throw Damage(reason: "an archive of the large form (zip64): unpack it and import the folder")
    }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard try number(place, 4) == 0x0201_4B50 else {
        throw Damage(reason: "the archive is damaged: nothing was imported")
      }
      guard try number(place + 8, 2) & 1 == 0 else {
        throw Damage(reason: "the archive is encrypted: unpack it and import the folder")
      }
      let size = try number(place + 24, 4)
      let length = try number(place + 28, 2)
      let extra = try number(place + 30, 2) + (try number(place + 32, 2))
      _ = try number(place + 46, length)
      let name = String(decoding: bytes[(place + 46)..<(place + 46 + length)], as: UTF8.self)
      if !name.hasSuffix("/") { entries.append(Entry(name: name, size: size)) }
      place += 46 + length + extra
    }
    self.entries = entries
  }

  /// Where the record at the end begins.
  private static func end(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    let last = bytes.count - 22
    return (max(0, last - 0xFFFF)...last).reversed().first {
      bytes[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06])
    }
  }
}
