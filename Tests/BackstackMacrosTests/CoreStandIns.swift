public import BackstackCasePaths

// The smallest core that the expansions of `@Reducer` compile and run with.

public struct Effect<Action: Sendable>: Sendable { public static var none: Effect { Effect() } }

public protocol Reducer<State, Action> {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  associatedtype Body

  func reduce(into state: inout State, action: Action) -> Effect<Action>

  @ReducerBuilder<State, Action> var body: Body { get }
}

extension Reducer where Body == Never {
  public var body: Body { fatalError("\(Self.self) has no body") }
}

extension Reducer where Body: Reducer<State, Action> {
  public func reduce(into state: inout Body.State, action: Body.Action) -> Effect<Body.Action> {
    body.reduce(into: &state, action: action)
  }
}

public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }
  public static func buildBlock<A: Reducer<State, Action>, B: Reducer<State, Action>>(
    _ first: A, _ second: B
  ) -> Reduce<State, Action> {
    Reduce { state, action in
      _ = first.reduce(into: &state, action: action)
      return second.reduce(into: &state, action: action)
    }
  }
}

public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  public let run: (inout State, Action) -> Effect<Action>

  public init(_ run: @escaping (inout State, Action) -> Effect<Action>) { self.run = run }

  public init<R: Reducer<State, Action>>(_ reducer: R) {
    self.run = { reducer.reduce(into: &$0, action: $1) }
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }
}

public struct EmptyReducer<State: Sendable, Action: Sendable>: Reducer {
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

public struct IfCaseLet<Base: Reducer, Child: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public let base: Base
  public let toState: any CaseKeyPath<Base.State, Child.State> & Sendable
  public let toAction: any CaseKeyPath<Base.Action, Child.Action> & Sendable
  public let child: Child

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if let childAction = toAction.extract(from: action),
      var childState = toState.extract(from: state)
    {
      _ = child.reduce(into: &childState, action: childAction)
      state = toState(childState)
    }
    return base.reduce(into: &state, action: action)
  }
}

extension Reducer {
  public func ifCaseLet<CaseState, CaseAction, Child: Reducer<CaseState, CaseAction>>(
    _ toCaseState: any CaseKeyPath<State, CaseState> & Sendable,
    action: any CaseKeyPath<Action, CaseAction> & Sendable,
    @ReducerBuilder<CaseState, CaseAction> then: () -> Child
  ) -> IfCaseLet<Self, Child> {
    IfCaseLet(base: self, toState: toCaseState, toAction: action, child: then())
  }
}

public protocol CaseReducerState: CasePathable {
  associatedtype StateReducer: CaseReducer
}

public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Action: CasePathable {
  associatedtype CaseBody: Reducer<State, Action>
  static var body: CaseBody { get }
}

extension CaseReducer {
  public var body: CaseBody { Self.body }
}

public protocol ObservableState {}

public struct AlertState<Action: Sendable>: Sendable { public var title = "" }
extension AlertState: Equatable where Action: Equatable {}
