public import Backstack
public import BackstackDependencies
public import BackstackViews

/// The texts about features that can't be hosted.
extension Feature {
  @available(
    *, unavailable,
    message: """
      The states and actions of a hosted feature are sent and stored as JSON: add Codable to 'State' and \
      'Action' of each reducer and to what they have, and to an enum of features \
      '@Reducer(state: .codable, action: .codable)'.
      """
  )
  @_disfavoredOverload
  public init<R: Reducer>(
    _ name: String,
    initialState: @escaping @autoclosure @Sendable () -> R.State,
    link: (@Sendable (_ path: String) -> R.State?)? = nil,
    linkOf: (@Sendable (R.State) -> String?)? = nil,
    path: PartialKeyPath<R.State>? = nil,
    paths: [String: PartialKeyPath<R.State>] = [:],
    presentationStyles: [String: PresentationStyle] = [:],
    clientInput: ClientInput = ClientInput(),
    validate: (@Sendable (R.State) throws -> Void)? = nil,
    startAction: R.Action? = nil,
    resumeAction: R.Action? = nil,
    suspendsEffects: Bool = false,
    migrations: [StateMigration] = [],
    reducer: @escaping @Sendable () -> R,
    view: (@Sendable (StoreOf<R>) -> any View)? = nil,
    withDependencies prepareDependencies: @escaping @Sendable (inout DependencyValues) -> Void = {
      _ in
    }
  ) { fatalError() }
}
