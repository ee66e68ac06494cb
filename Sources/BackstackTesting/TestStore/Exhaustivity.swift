/// How much of what happens in a ``TestStore`` a test has to assert.
public enum Exhaustivity: Sendable, Hashable {
  /// Everything: each change of the state, each action that an effect sends, the end of each effect.
  case on
  /// What it wants to. What it asserts must hold; the rest passes, and is shown when asked for: then
  /// closures run twice.
  case off(showSkippedAssertions: Bool)

  /// What the test wants to, without showing what it leaves out.
  public static let off = Self.off(showSkippedAssertions: false)
}
