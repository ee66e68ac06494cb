import BackstackDiffing

extension Reducer {
  /// Prints each action and its changes of the state.
  ///
  /// It prints in every build, so that a deployed service can be inspected; pass `nil` to print
  /// nothing. Comparing two states takes time in proportion to their size.
  public consuming func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }
}

/// The reducer that `_printChanges` returns.
public struct _PrintChangesReducer<Base: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let printer: _ReducerPrinter<Base.State, Base.Action>?

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let printer else { return base.reduce(into: &state, action: action) }
    let oldState = state
    let effect = base.reduce(into: &state, action: action)
    printer.printChange(receivedAction: action, oldState: oldState, newState: state)
    return effect
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    base._missingTarget(of: action, in: state)
  }
}

/// A printer for `_printChanges`.
public struct _ReducerPrinter<State: Sendable, Action: Sendable>: Sendable {
  private let change: @Sendable (Action, State, State) -> Void

  /// Creates a printer from a closure, which the store calls after each action and which must be
  /// quick.
  public init(
    printChange:
      @escaping @Sendable (
        _ receivedAction: Action, _ oldState: State, _ newState: State
      ) -> Void
  ) {
    change = printChange
  }

  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    change(receivedAction, oldState, newState)
  }

  /// A printer of the whole action and the difference between the states to standard output.
  public static var customDump: Self { customDump { print($0) } }

  /// Creates a printer of the whole action and the difference between the states with a closure.
  public static func customDump(to write: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, oldState, newState in
      let difference = diff(oldState, newState) ?? "  (no state changes)"
      write("received action:\n\(describe(action))\n\(difference)\n")
    }
  }

  /// A printer of the names of the action's cases, without their payloads, to standard output.
  public static var actionLabels: Self { actionLabels { print($0) } }

  /// Creates a printer of the names of the action's cases, without their payloads, with a closure.
  public static func actionLabels(to write: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, _, _ in write("received action: \(caseOutline(action))") }
  }
}
