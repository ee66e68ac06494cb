// Overloads for key paths to the value of a @Presents property that should lead to its projection.

extension Reducer {
  @available(*, unavailable, message: "Mark the state with '@Presents', and pass '\\.$name'.")
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> Self where Action: CasePathable { fatalError() }

  @available(*, unavailable, message: "Mark the state with '@Presents', and pass '\\.$name'.")
  public func ifLet<ChildState: CaseReducerState>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<
      Action, PresentationAction<ChildState.StateReducer.Action>
    > & Sendable
  ) -> Self where Action: CasePathable { fatalError() }

  @available(*, unavailable, message: "Mark the state with '@Presents', and pass '\\.$name'.")
  public func ifLet<ChildState: _EphemeralState>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: any CaseKeyPath<Action, PresentationAction<ChildState.Action>> & Sendable
  ) -> Self where Action: CasePathable { fatalError() }
}

// Overloads for closures that return the reducer of another feature than the key paths lead to.
// Without them, the compiler would explain why one of several unrelated overloads does not fit.

/// A builder that accepts any reducers.
@resultBuilder
public enum _AnyReducersBuilder {
  public static func buildBlock<each R: Reducer>(_ reducers: repeat each R) -> _AnyReducers {
    fatalError()
  }
}

/// Reducers of any features.
public typealias _AnyReducers = EmptyReducer<Never, Never>

extension Scope where Child == _AnyReducers, ParentAction: CasePathable {
  @available(
    *, unavailable, message: "Write the reducer whose State and Action the key paths lead to."
  )
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @_AnyReducersBuilder child: () -> _AnyReducers
  ) { fatalError() }

  @available(
    *, unavailable, message: "Write the reducer whose State and Action the key paths lead to."
  )
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: any CaseKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @_AnyReducersBuilder child: () -> _AnyReducers
  ) where ParentState: CasePathable { fatalError() }
}

extension Reducer where Action: CasePathable {
  @available(
    *, unavailable, message: "Write the reducer whose State and Action the key paths lead to."
  )
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toAction: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    @_AnyReducersBuilder destination: () -> _AnyReducers
  ) -> Self { fatalError() }

  @available(
    *, unavailable, message: "Write the reducer whose State and Action the key paths lead to."
  )
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toAction: any CaseKeyPath<Action, ChildAction> & Sendable,
    @_AnyReducersBuilder then: () -> _AnyReducers
  ) -> Self { fatalError() }

  @available(
    *, unavailable, message: "Write the reducer whose State and Action the key paths lead to."
  )
  @_disfavoredOverload
  public func ifCaseLet<CaseState, CaseAction>(
    _ toCaseState: any CaseKeyPath<State, CaseState> & Sendable,
    action toAction: any CaseKeyPath<Action, CaseAction> & Sendable,
    @_AnyReducersBuilder then: () -> _AnyReducers
  ) -> Self where State: CasePathable { fatalError() }

  @available(
    *, unavailable, message: "Write the reducer whose State and Action the key paths lead to."
  )
  @_disfavoredOverload
  public func forEach<ElementState, ElementAction>(
    _ toStack: any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action toAction: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable,
    @_AnyReducersBuilder destination: () -> _AnyReducers
  ) -> Self { fatalError() }

  @available(
    *, unavailable, message: "Write the reducer whose State and Action the key paths lead to."
  )
  @_disfavoredOverload
  public func forEach<ID, ElementState, ElementAction>(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toAction: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable,
    @_AnyReducersBuilder element: () -> _AnyReducers
  ) -> Self { fatalError() }
}
