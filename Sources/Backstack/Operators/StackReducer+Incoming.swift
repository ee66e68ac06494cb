import BackstackDependencies

extension _StackReducer {
  /// The meaning of an action for the stack.
  enum Incoming {
    /// The action is not for the stack.
    case other
    case element(id: StackElementID, action: Element.Action)
    case popFrom(id: StackElementID)
    /// A push. Its screen stays in the action: with a screen's state in here, this value would be as
    /// large for each action.
    case push

    var isOther: Bool {
      if case .other = self { true } else { false }
    }
  }

  // Inlined, so that the closures are made where the compiler knows their captures.
  @inline(__always)
  init(
    base: consuming Base,
    _ toStack:
      @escaping () -> any WritableKeyPath<Base.State, StackState<Element.State>> & Sendable,
    _ toStackAction: AnyCasePath<Base.Action, StackAction<Element.State, Element.Action>>,
    element: consuming Element, location: SourceLocation
  ) {
    self.base = base
    self.toStack = KeyPathSource(toStack)
    let (embed, extract) = toStackAction.functions
    toAction = embed
    self.extract = extract
    incoming = { action in
      switch extract(action) {
      case nil: .other
      case .element(let id, let action): .element(id: id, action: action)
      case .popFrom(let id): .popFrom(id: id)
      case .push: .push
      }
    }
    self.element = element
    self.location = location
  }
}
