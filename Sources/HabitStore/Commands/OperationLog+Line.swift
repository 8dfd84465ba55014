internal import Git
internal import HabitCore

extension OperationLog {
  /// A line: `OLD NEW BRANCH TIME KIND USER DEVICE TOUCH SAW .`, with a hyphen for what there is not.
  ///
  /// A folder that was copied from elsewhere brings its own: it is read like any other input, and a line
  /// that was cut off, or has an unknown kind, does not count.
  struct Line: Hashable, Sendable {
    enum Kind: String, Sendable {
      case command, edit, upkeep, sync
      /// A command that has first taken in an edit by hand.
      case edited
      /// A touch that changed nothing.
      case touch
      /// The clone has this nickname since, and gives its earlier commands to it.
      case nickname
      /// A command that release 1.1.0 or an earlier one has noted.
      case past

      var isCommand: Bool { self == .command || self == .edited || self == .past }
      /// Whether entries may be gone after it that were there before.
      var mayRemove: Bool { self == .edit || self == .edited || self == .sync }
    }

    /// The commits that the work files showed before and show after it.
    var old: ObjectID?
    var new: ObjectID?
    /// Its full name.
    var branch: String?
    /// UTC, by the clock of facts.
    var seconds = 0
    let kind: Kind
    var user: UserID?
    let device: Device
    var touch: String?
    /// A commit of no branch with files that were merged into this one, as they were saved.
    var saw: ObjectID?
  }
}

extension OperationLog.Line {
  var text: String {
    let fields = [
      old?.hex, new?.hex, branch, "\(seconds)", kind.rawValue, user?.text, device.name, touch,
      saw?.hex, ".",
    ]
    return fields.map { $0 ?? "-" }.joined(separator: " ")
  }

  init?(_ line: Substring) {
    // One that was cut off has this one behind it.
    let fields = line.utf8.split(separator: 0x20).suffix(10).map { String(Substring($0)) }
    guard fields.count == 10, fields[9] == ".", let seconds = Int(fields[3]),
      seconds.magnitude < 1 << 40, let kind = Kind(rawValue: fields[4]),
      let device = Device(fields[6])
    else { return nil }
    self.init(kind: kind, device: device)
    (old, new, saw) = (ObjectID(hex: fields[0]), ObjectID(hex: fields[1]), ObjectID(hex: fields[8]))
    (branch, self.seconds) = (fields[2], seconds)
    (user, touch) = (UserID(fields[5]), Touch(fields[7])?.text)
  }
}

extension [OperationLog.Line] {
  /// The commits of a device's commands, the newest first.
  func commits(by device: Device) -> [ObjectID] {
    var isOurs = false
    return compactMap { operation in
      isOurs = isOurs || operation.kind == .nickname && operation.device == device
      guard isOurs || operation.device == device, operation.kind.isCommand else { return nil }
      return operation.new
    }
  }
}
