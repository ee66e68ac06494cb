/// A form in which clients get a session.
package enum Representation: Sendable, Hashable {
  /// The state of the feature, which a client knows how to show.
  case state
  /// The texts and controls that a person sees, which any client can draw.
  case screen
}
