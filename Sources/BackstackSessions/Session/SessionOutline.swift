/// The entry of a session in a list, made without encoding its state.
package struct SessionOutline: Sendable {
  package let version: Int
  /// The number of effects in flight.
  package let effects: Int
  /// The number of screens of the feature's default stack; `nil` if there is no stack.
  package let depth: Int?
  /// The name of the top screen's case; `nil` if there is no screen, or screens are no enum.
  package let top: String?
  /// The number of readers of the session's events.
  package let readers: Int
  /// The size of the state in bytes, as it was last encoded.
  package let size: Int
}
