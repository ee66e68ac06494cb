/// State without behaviour of its own, which any of its actions closes: alerts, dialogs.
public protocol _EphemeralState {
  /// What its buttons send.
  associatedtype Action
}
