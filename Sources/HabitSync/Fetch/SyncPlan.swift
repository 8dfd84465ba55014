public import Git

/// What has to be done for two histories to be one: a pure function of both sides' commits.
public enum SyncPlan: Hashable, Sendable {
  /// Both have the same newest commit, or would have the same files before and after a merge.
  case nothing
  /// The remote has all but what is new here, or nothing at all.
  case publish
  /// Nothing is new here.
  case take
  case merge
  /// What we had published is no longer among what the remote has: its history was rewritten.
  case rejoin
  /// The remote has lost its branch since we published there.
  case emptied

  /// The commits on both sides, and which follows which.
  public struct Situation: Hashable, Sendable {
    public var ours: ObjectID?
    public var theirs: ObjectID?
    /// What we last saw there, when that is known.
    public var published: ObjectID?
    public var isBehind = false
    public var isAhead = false
    /// Whether what we last saw there is among what theirs follows.
    public var keepsPublished = true
    /// Whether both have the same files, and neither has a commit that the other lacks but merges that
    /// habit made.
    ///
    /// Where several hubs were merged in different orders, another merge would only be one more for
    /// each hub, without end.
    public var hasOnlyMerges = false

    public init() {}
  }

  public init(_ situation: Situation) {
    guard let theirs = situation.theirs else {
      self = situation.published == nil ? .publish : .emptied
      return
    }
    if situation.ours == theirs || situation.hasOnlyMerges {
      self = .nothing
    } else if situation.ours == nil || situation.isBehind {
      self = .take
    } else if situation.isAhead {
      self = .publish
    } else {
      self = situation.published == nil || situation.keepsPublished ? .merge : .rejoin
    }
  }

  /// What is done here; nil for nothing.
  var action: SyncReport.Action? {
    switch self {
    case .nothing, .publish, .emptied: nil
    case .take: .taken
    case .merge: .merged
    case .rejoin: .rejoined
    }
  }
}
