import Backstack

/// The stacks in a feature's state that clients can read separately.
struct NavigationPaths: Sendable {
  /// The position of a stack in the state.
  enum Location: @unchecked Sendable {
    // Sound: a key path never changes, and states are read through it under the lock of their
    // store. The initializers can't require `Sendable` key paths: the compiler would not infer
    // their root.

    /// The first property of the root state that is a stack.
    case firstProperty
    /// The value at a key path of the root state.
    case keyPath(AnyKeyPath)
  }

  /// The stack for requests that name none.
  private let unnamed: Location
  private let named: [String: Location]

  /// The names of stacks, in alphabetical order.
  var names: [String] { named.keys.sorted() }

  init<State>(
    _ unnamed: PartialKeyPath<State>?, named: [String: PartialKeyPath<State>]
  ) {
    self.unnamed = unnamed.map { .keyPath($0) } ?? .firstProperty
    self.named = named.mapValues { .keyPath($0) }
  }

  /// Returns the position of a stack; `nil` for an unknown name.
  func location(of name: String?) -> Location? {
    name.map { named[$0] } ?? unnamed
  }

  /// Reports the key paths that don't lead to a stack.
  func report(of feature: String, at location: SourceLocation) {
    let all =
      [("of the default path", unnamed)] + named.map { ("of the path \"\($0.key)\"", $0.value) }
    for case (let whose, .keyPath(let path)) in all
    where !Self.mayBeStack(type(of: path).valueType) {
      reportIssue(
        """
        The key path \(whose) of the feature "\(feature)" leads to \(type(of: path).valueType), which is \
        not a StackState: requests for it get 404.
        """,
        at: location)
    }
  }

  private static func mayBeStack(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalType.Type { return mayBeStack(optional.wrapped) }
    return type is any NavigationStack.Type
  }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

extension NavigationPaths.Location {
  /// Returns the stack in a state; `nil` when there is none now.
  func stack<State>(in state: State) -> (any NavigationStack)? {
    switch self {
    case .firstProperty:
      for property in Mirror(reflecting: state).children {
        if let stack = property.value as? any NavigationStack { return stack }
      }
      return nil
    case .keyPath(let path): return state[keyPath: path] as? any NavigationStack
    }
  }
}
