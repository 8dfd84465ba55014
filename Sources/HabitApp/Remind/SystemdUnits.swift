public import HabitCore

/// A user's timer and service of systemd(1) that remind at the times the files name.
public struct SystemdUnits: Sendable {
  /// `habit-remind.service`.
  public let service: String
  /// `habit-remind.timer`.
  public let timer: String

  public static let serviceName = "habit-remind.service"
  public static let timerName = "habit-remind.timer"

  /// Units that run the program at these times of the clock of a zone, the system's without one; a
  /// command of the shell reads what is due, without one notify-send shows it.
  public init(
    program: String,
    root: String,
    user: UserID,
    times: [TimeOfDay],
    zone: String?,
    running run: String? = nil
  ) {
    let show =
      run.map { "printf '%%s\\n' \"$$text\" | \(SystemdUnits.doubled($0))" }
      ?? "notify-send -- Habits \"$$text\""
    let command =
      "text=\"$$(\(SystemdUnits.quoted(program)) --repo \(SystemdUnits.quoted(root)) "
      + "--user \(user) remind)\"; "
      + "if [ -n \"$$text\" ]; then \(show); fi"
    service = """
      [Unit]
      Description=Remind of habits

      [Service]
      Type=oneshot
      ExecStart=/bin/sh -c \(SystemdUnits.argument(command))

      """
    let place = zone.map { " \($0)" } ?? ""
    let calendar = times.map { "OnCalendar=*-*-* \($0)\(place)\n" }.joined()
    timer = """
      [Unit]
      Description=When to remind of habits

      [Timer]
      \(calendar)Persistent=true

      [Install]
      WantedBy=timers.target

      """
  }

  /// A text in which systemd leaves its own signs as they are.
  private static func doubled(_ text: String) -> String {
    text.escaping { ["%", "$"].contains($0) ? "\($0)\($0)" : nil }
  }

  /// A word for sh(1), which systemd first reads its own signs in.
  private static func quoted(_ word: String) -> String {
    let escaped = word.escaping { scalar in
      switch scalar {
      case "'": "'\\''"
      case "%", "$": "\(scalar)\(scalar)"
      default: nil
      }
    }
    return "'" + escaped + "'"
  }

  /// An argument of a unit's command line, which is one line whatever it contains.
  ///
  /// Source: systemd.syntax(7), QUOTING.
  public static func argument(_ text: String) -> String {
    let escaped = text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F: Array("\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: [byte]
      }
    }
    return "\"" + String(decoding: escaped, as: UTF8.self) + "\""
  }
}
