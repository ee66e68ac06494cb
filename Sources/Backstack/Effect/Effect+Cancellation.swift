import BackstackDependencies

extension Effect {
  /// Makes the effect cancellable by an id, within the feature that returns it.
  ///
  /// - Parameters:
  ///   - id: The id; several effects may share it.
  ///   - cancelInFlight: Whether to cancel the effects in flight with the same id first.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Self {
    if isNone { return self }
    return Self(
      .cancellable(
        self, id: CancelID(id), node: NavigationNode.current, cancelInFlight: cancelInFlight))
  }

  /// Creates an effect that cancels the effects with an id, both of this feature and of those
  /// presented from it.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id), node: NavigationNode.current))
  }

  /// Creates an effect that cancels the effects with any of several ids.
  public static func cancel<ID: Hashable & Sendable>(ids: some Sequence<ID>) -> Self {
    merge(ids.map { cancel(id: $0) })
  }
}

/// A cancel id: a value and its type (R90).
struct CancelID: Hashable, @unchecked Sendable {
  // Sound: made of an immutable Sendable value.
  private let type: ObjectIdentifier
  private let value: AnyHashable

  init<ID: Hashable & Sendable>(_ id: ID) {
    type = ObjectIdentifier(ID.self)
    value = AnyHashable(id)
  }
}
