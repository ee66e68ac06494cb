// Ways to create stores from before key paths and builders.

extension Store {
  @available(
    *, unavailable,
    message: "The reducer is made in a closure: write 'Store(initialState: …) { Feature() }'."
  )
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, reducer: R
  ) { fatalError() }

  @available(
    *, unavailable,
    message:
      "Closures can't tell one scope from another: write 'scope(state: \\.child, action: \\.child)'."
  )
  public func scope<ChildState, ChildAction>(
    state toChildState: (State) -> ChildState, action fromChildAction: (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> { fatalError() }
}
