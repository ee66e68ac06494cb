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
  // Not generic: for a mistake in the closure of a `Reduce`, the compiler would say that the closure is
  // no `Reducer`, rather than what the mistake is.
  public init(_ reducer: any Reducer<State, Action>) {
    self = Self.erasing(reducer)
  }

  /// Returns a reducer that runs another one, without a box for it.
  static func erasing(_ reducer: some Reducer<State, Action>) -> Self {
    Self(
      run: { reducer.reduce(into: &$0, action: $1) },
      findMissingTarget: { reducer._missingTarget(of: $0, in: $1) })
  }

  private init(
    run: @escaping (inout State, Action) -> Effect<Action>,
    findMissingTarget: @escaping (Action, State) -> MissingTarget?
  ) {
    self.run = run
    self.findMissingTarget = findMissingTarget
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }

  public func _missingTarget(of action: Action, in state: State) -> MissingTarget? {
    findMissingTarget?(action, state)
  }
}
