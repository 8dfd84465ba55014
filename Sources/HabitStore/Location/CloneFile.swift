/// The files that habit keeps beside git's own in a clone, by their paths in git's folder.
///
/// None of them is a fact: losing them loses no record. A folder that was copied from elsewhere brings
/// its own, so all of them are read like any other input.
public enum CloneFile {
  public static let folder = "habit"

  // MARK: Who acts here

  static let user = "habit/user"
  static let device = "habit/device"
  /// The nickname of HABIT_DEVICE under which another clone writes, too, so that this one does no more.
  static let clash = "habit/clash"
  /// What tells the folder from a copy of it.
  static let place = "habit/place"
  /// What it has done, as undo and the search for the version that a file was made from read it.
  static let operations = "habit/operations"

  // MARK: The page for a phone

  /// Its key, passwords and server's configuration.
  public static let web = "habit/web"

  // MARK: Locks, freed by the kernel

  /// Held while files, branch and index change.
  static let lock = "habit.lock"
  /// Held by a sync from its beginning to its end.
  public static let syncLock = "habit-sync.lock"
  /// Held while damaged objects are got again.
  public static let repairLock = "habit/repairing"

  // MARK: Marks of what is under way

  public static let journal = "habit/journal"
  /// The files that a change puts in place, by number.
  static let prepared = "habit/prepared"
  /// Exists from before the first object of a change is written until the change is on the disk.
  static let began = "habit/began"
  /// Exists from the beginning of a sync to its end.
  public static let syncing = "habit/syncing"
  /// Exists from the beginning of a clone to its end.
  public static let cloning = "habit/cloning"
  /// A reference on its way to its place.
  static let kept = "habit/kept"

  /// Copies that the user edits.
  public static let edited = "habit/edit"

  /// Files that a command writes again when they are gone, and cannot do with folders in their places.
  static let renewed = [place, operations, clash, began, syncing, kept]

  // MARK: What release 1.1.0 and earlier ones noted in place of the operations

  static let commands = "habit/commands"
  static let taken = "habit/taken"
  /// All of it; the last one is removed last.
  static let outdated = [commands, "habit/saved", "habit/former", "habit/up-to-date", taken]

  // MARK: Syncs

  /// When a sync with a remote last ended well.
  static let synced = "habit/synced/"
  /// Why the last sync with a remote failed.
  static let failed = "habit/failed/"

  // MARK: Repair

  /// What a remote has, fetched as if nothing of it were here.
  public static let refetched = "habit/refetch"
  /// Damaged objects, references, reflogs and indexes, out of git's way.
  public static let damaged = "habit/damaged"
}
