/// The rule of sets: the union, without elements of the base that a side removed.
///
/// Without a base nothing counts as removed.
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

/// The side to take because it alone changed, or both are equal; nil when both changed and have to be
/// merged.
public func changedSide<Version: Equatable>(
  since bases: [Version],
  _ ours: Version,
  _ theirs: Version
) -> Side? {
  if ours == theirs || bases.allSatisfy({ $0 == theirs }) { return .ours }
  return bases.allSatisfy { $0 == ours } ? .theirs : nil
}
