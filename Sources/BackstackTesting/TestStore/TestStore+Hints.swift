// Hints for initializers of older versions of TCA.

public import Backstack

extension TestStore {
  @available(
    *, unavailable,
    message: "The reducer is made in a closure: write 'TestStore(initialState: …) { Feature() }'."
  )
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, reducer: R
  ) { fatalError() }
}
