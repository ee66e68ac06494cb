import BackstackLocking

/// Gives the elements of all stacks of one store their ids: 0, 1, 2, …, none twice.
public final class StackElementIDGenerator: Sendable {
  private let upcoming: Guarded<Int>

  /// - Parameter next: The number of the first id it gives, at least 0.
  public init(next: Int = 0) { self.upcoming = Guarded(max(0, next)) }

  /// Gives an id that is greater than all it gave before and than `floor`.
  public func next(above floor: StackElementID? = nil) -> StackElementID {
    upcoming.withLock { upcoming in
      if let floor { upcoming = max(upcoming, floor.generation + 1) }
      defer { upcoming += 1 }
      return StackElementID(generation: upcoming)
    }
  }

  /// The id that ``next(above:)`` will give.
  public func peek() -> StackElementID {
    upcoming.withLock { StackElementID(generation: $0) }
  }

  /// Makes sure that an id which came from elsewhere is not given again.
  public func reserve(_ id: StackElementID) {
    upcoming.withLock { $0 = max($0, id.generation + 1) }
  }
}

private enum StackElementIDGeneratorKey: DependencyKey {
  static let liveValue: StackElementIDGenerator? = nil
  static let testValue: StackElementIDGenerator? = nil
}

extension DependencyValues {
  /// Where the stacks of this store get their ids from; `nil` outside of every store, where a stack
  /// counts for itself.
  public var stackElementID: StackElementIDGenerator? {
    get { self[StackElementIDGeneratorKey.self] }
    set { self[StackElementIDGeneratorKey.self] = newValue }
  }
}
