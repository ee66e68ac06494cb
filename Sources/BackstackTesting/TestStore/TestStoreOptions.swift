/// The part of what happens in a ``TestStore`` that a test has to assert.
public enum Exhaustivity: Sendable, Hashable {
  /// Everything: each change of the state, each action that an effect sends, the end of each
  /// effect.
  case on
  /// Nothing. What the test does assert must hold; the rest is ignored, or shown if requested. To
  /// show it, closures run twice.
  case off(showSkippedAssertions: Bool)

  /// Nothing, without showing what the test leaves out.
  public static let off = Self.off(showSkippedAssertions: false)
}

/// The time at which a ``TestStore`` processes the actions that effects send.
public enum ReceivedActionProcessing: Sendable, Hashable {
  /// The store processes actions when they arrive; `receive` looks back at their results.
  case eager
  /// The store processes actions in order when `receive` asks for them; until then they have no
  /// effect.
  case lazy
}

/// Whether a ``TestStore`` compares the ids of the elements on stacks.
public enum StackElementIDComparison: Sendable, Hashable {
  /// Stacks are equal if they have equal elements with the same ids.
  case compared
  /// Stacks are equal if they have equal elements.
  case ignored
}
