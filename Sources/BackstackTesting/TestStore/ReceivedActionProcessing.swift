/// The time at which a ``TestStore`` processes the actions that effects send.
public enum ReceivedActionProcessing: Sendable, Hashable {
  /// The store processes actions when they arrive; `receive` looks back at their results.
  case eager
  /// The store processes actions in order when `receive` asks for them; until then they have no
  /// effect.
  case lazy
}
