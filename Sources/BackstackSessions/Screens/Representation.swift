/// What clients get of a session.
package enum Representation: Sendable, Hashable {
  /// The state of the feature, which a client knows how to show.
  case state
  /// What a person sees and can do, which any client can draw.
  case screen
}
