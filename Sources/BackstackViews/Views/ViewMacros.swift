/// Gives a view a `send` for what a person does: `send(.addButtonTapped)` sends
/// `.view(.addButtonTapped)` to the view's `store`.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "BackstackMacros", type: "ViewActionMacro") where R.Action: ViewAction

/// A view that sends what a person does. `@ViewAction(for:)` adds the conformance.
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The type of the store's state.
  associatedtype StoreState: Sendable
  /// The type of the store's actions.
  associatedtype StoreAction: ViewAction & Sendable

  /// The store of the view's feature.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends an action of a person.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask { store.send(.view(action)) }

  /// Sends an action of a person; a client animates the change by itself.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    send(action)
  }
}

/// A view for development tools: here it is only compiled.
@freestanding(declaration)
public macro Preview<Content: View>(
  _ name: String? = nil, @ViewBuilder body: @escaping () -> Content
) = #externalMacro(module: "BackstackMacros", type: "PreviewMacro")
