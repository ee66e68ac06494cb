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
