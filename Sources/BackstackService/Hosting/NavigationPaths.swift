import Backstack

/// Where the stacks are in a feature's state that clients can read on their own.
struct NavigationPaths: Sendable {
  /// Where a stack is.
  enum Place: @unchecked Sendable {
    // Sound: a key path never changes, and a state is read through it under the lock of its store. If
    // `Sendable` ones were asked for, the compiler would not infer their root.

    /// It is the first of the root state's properties that is one.
    case firstProperty
    /// It is where a key path of the root state leads.
    case keyPath(AnyKeyPath)
  }

  /// The stack that is meant where none is named.
  private let unnamed: Place
  private let named: [String: Place]

  /// The names of stacks, in alphabetical order.
  var names: [String] { named.keys.sorted() }

  init<State>(
    _ unnamed: PartialKeyPath<State>?, named: [String: PartialKeyPath<State>]
  ) {
    self.unnamed = unnamed.map { .keyPath($0) } ?? .firstProperty
    self.named = named.mapValues { .keyPath($0) }
  }

  /// Where a stack is; `nil` for a name that there is not.
  func place(of name: String?) -> Place? {
    name.map { named[$0] } ?? unnamed
  }

  /// Reports the key paths that lead to something else than a stack.
  func report(of feature: String, at location: SourceLocation) {
    let all = [("of its path", unnamed)] + named.map { ("of the path \"\($0.key)\"", $0.value) }
    for case (let whose, .keyPath(let path)) in all
    where !Self.mayBeStack(type(of: path).valueType) {
      reportIssue(
        """
        The key path \(whose) of the feature "\(feature)" leads to \(type(of: path).valueType), which is \
        no StackState: requests for it are answered 404.
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

extension NavigationPaths.Place {
  /// The stack of a state; `nil` where there is none.
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
