/// The rule of sets: united, without what stood in the base and was removed by a side.
///
/// Without a base nothing was removed.
func united<Element>(
  since base: Set<Element>,
  _ ours: Set<Element>,
  _ theirs: Set<Element>
) -> Set<Element> {
  guard ours != theirs else { return ours }
  return ours.union(theirs).filter { element in
    !base.contains(element) || ours.contains(element) && theirs.contains(element)
  }
}

/// The side whose version stands because it alone made a change, or both made the same one; nil when
/// the two have to be merged.
public func standing<Version: Equatable>(
  since bases: [Version],
  _ ours: Version,
  _ theirs: Version
) -> Side? {
  if ours == theirs || bases.allSatisfy({ $0 == theirs }) { return .ours }
  return bases.allSatisfy { $0 == ours } ? .theirs : nil
}
