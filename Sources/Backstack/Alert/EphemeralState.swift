/// A state without its own behaviour that any of its actions closes: an alert or a dialog.
public protocol _EphemeralState {
  /// The type of the actions that its buttons send.
  associatedtype Action
}
