import Backstack

extension ModelScreen {
  /// Creates the model of a state.
  init(_ state: Screen.State) {
    id = state.id
    value = state.value
    path = Self.elements(state.path)
    saved = state.saved.map(Self.elements)
    destination =
      switch state.destination {
      case nil: nil
      case .screen(let screen): .screen(.screen, ModelScreen(screen))
      case .other(let screen): .screen(.other, ModelScreen(screen))
      case .alert(let alert): .alert("\(alert.title)")
      }
    presentsOnDismiss = state.presentsOnDismiss
    rows = state.rows.map { ModelScreen($0) }
  }

  private static func elements(_ stack: StackState<Screen.State>) -> [Element] {
    zip(stack.ids, stack).map { Element(id: $0.generation, screen: ModelScreen($1)) }
  }
}
