import BackstackPlatform

/// A generator of the element ids of all stacks of one store: 0, 1, 2, …, without repetition.
public final class StackElementIDGenerator: Sendable {
  private let upcoming: Guarded<Int>

  /// - Parameter next: The number of the first id, at least 0.
  public init(next: Int = 0) { self.upcoming = Guarded(max(0, next)) }

  /// Returns a new id that is greater than all previous ones and than `floor`.
  public func next(above floor: StackElementID? = nil) -> StackElementID {
    upcoming.withLock { upcoming in
      if let floor { upcoming = max(upcoming, floor.generation + 1) }
      defer { upcoming += 1 }
      return StackElementID(generation: upcoming)
    }
  }

  /// Returns the id that ``next(above:)`` will return.
  public func peek() -> StackElementID {
    upcoming.withLock { StackElementID(generation: $0) }
  }

  /// Prevents an id from elsewhere from being generated again.
  public func reserve(_ id: StackElementID) {
    upcoming.withLock { $0 = max($0, id.generation + 1) }
  }
}

private enum StackElementIDGeneratorKey: DependencyKey {
  static let liveValue: StackElementIDGenerator? = nil
  static let testValue: StackElementIDGenerator? = nil
}

extension DependencyValues {
  /// The generator of ids for the stacks of this store; `nil` outside of a store, where each stack
  /// numbers its own elements.
  public var stackElementID: StackElementIDGenerator? {
    get { self[StackElementIDGeneratorKey.self] }
    set { self[StackElementIDGeneratorKey.self] = newValue }
  }
}
