import BackstackPlatform

/// The identity of an element on a stack: a number that a store generates only once.
public struct StackElementID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number, at least 0 in every id that is in use.
  public let generation: Int

  /// Creates an id from its number.
  public init(generation: Int) { self.generation = generation }

  public init(integerLiteral value: Int) { self.generation = value }

  /// A placeholder for the id that the store will generate: a client's push has no id.
  public static let unassigned = Self(generation: -1)

  /// The greatest number of an id, so that every JSON parser preserves it.
  static let maximumGeneration = 1 << 53 - 1
  /// The greatest number in a stack that a client sends. It leaves room for all ids that the store
  /// will ever generate.
  package static let maximumDecodedGeneration = 1 << 52
  /// The greatest number in a saved session, in which the store may have generated ids above a
  /// client's.
  package static let maximumSavedGeneration = 3 << 51
}

extension StackElementID: Comparable {
  /// Returns whether one id was generated before the other.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.generation < rhs.generation }
}

extension StackElementID: CustomStringConvertible {
  public var description: String { "#\(generation)" }
}

/// The wire form is the number.
extension StackElementID: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let generation = try container.decode(Int.self)
    guard (0...Self.maximumGeneration).contains(generation) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "An element id is an integer from 0 to \(Self.maximumGeneration).")
    }
    self.generation = generation
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}

/// A generator of the element ids of all stacks of one store: 0, 1, 2, …, without repetition.
public final class StackElementIDGenerator: Sendable {
  private struct State {
    var upcoming: Int
    /// The features of the store, once there is one.
    var tree: NavigationTree?
  }

  private let state: Guarded<State>

  /// - Parameter next: The number of the first id, at least 0.
  public init(next: Int = 0) { state = Guarded(State(upcoming: max(0, next))) }

  /// The features of the store; `nil` for a generator that no store uses. By the generator, also code
  /// that runs with the store's dependencies outside of its steps finds the store.
  var tree: NavigationTree? { state.withLock { $0.tree } }

  /// Sets the store, unless there is one.
  func attach(to tree: NavigationTree) {
    state.withLock { if $0.tree == nil { $0.tree = tree } }
  }

  /// Returns a new id that is greater than all previous ones and than `floor`.
  public func next(above floor: StackElementID? = nil) -> StackElementID {
    state.withLock { state in
      if let floor { state.upcoming = max(state.upcoming, floor.generation + 1) }
      defer { state.upcoming += 1 }
      return StackElementID(generation: state.upcoming)
    }
  }

  /// Returns the id that ``next(above:)`` will return.
  public func peek() -> StackElementID {
    state.withLock { StackElementID(generation: $0.upcoming) }
  }

  /// Prevents an id from elsewhere from being generated again.
  public func reserve(_ id: StackElementID) {
    state.withLock { $0.upcoming = max($0.upcoming, id.generation + 1) }
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

extension StackElementIDGenerator? {
  /// Returns a new id, which no element of the store's stacks gets. Outside of a store, reports an
  /// issue.
  public func next() -> StackElementID {
    if let self { return self.next() }
    reportIssue("Ids of elements come from a store: \\.stackElementID was used outside of one.")
    return StackElementID(generation: 0)
  }
}

private enum IgnoresStackElementIDsKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// Whether comparisons of stacks ignore the ids.
  package var ignoresStackElementIDs: Bool {
    get { self[IgnoresStackElementIDsKey.self] }
    set { self[IgnoresStackElementIDsKey.self] = newValue }
  }
}
