/// Whether a ``TestStore`` compares the ids of the elements on stacks (U11).
public enum StackElementIDComparison: Sendable, Hashable {
  /// Stacks are equal when they have equal elements with the same ids (R31).
  case compared
  /// Stacks are equal when they have equal elements.
  case ignored
}
