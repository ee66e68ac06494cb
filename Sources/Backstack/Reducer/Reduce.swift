/// A reducer that runs a closure, or another reducer whose type it erases.
public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  private let run: (inout State, Action) -> Effect<Action>
  private let findMissingTarget: ((Action, State) -> MissingTarget?)?

  /// Creates a reducer that runs a closure.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.run = reduce
    self.findMissingTarget = nil
  }

  /// Creates a reducer that runs another one.
  public init<R: Reducer<State, Action>>(_ reducer: R) {
    self.run = { reducer.reduce(into: &$0, action: $1) }
    self.findMissingTarget = { reducer._missingTarget(of: $0, in: $1) }
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }

  public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
    findMissingTarget?(action, state)
  }
}
