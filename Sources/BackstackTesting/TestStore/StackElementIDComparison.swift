/// Whether a ``TestStore`` compares the ids of the elements on stacks.
public enum StackElementIDComparison: Sendable, Hashable {
  /// Stacks are equal if they have equal elements with the same ids.
  case compared
  /// Stacks are equal if they have equal elements.
  case ignored
}
