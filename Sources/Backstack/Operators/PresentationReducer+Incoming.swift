import BackstackDependencies

extension _PresentationReducer {
  /// The meaning of an action for the presentation.
  enum Incoming {
    /// The action is not for the presentation.
    case other
    case dismiss
    case presented(Destination.Action)

    var isOther: Bool {
      if case .other = self { true } else { false }
    }
  }

  // Inlined, so that the closures are made where the compiler knows their captures.
  @inline(__always)
  init(
    base: consuming Base,
    _ toPresentation:
      @escaping () -> any WritableKeyPath<Base.State, PresentationState<Destination.State>>
      & Sendable,
    _ toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>,
    destination: consuming Destination, location: SourceLocation
  ) {
    self.base = base
    presentation = PresentationPart(toPresentation)
    let (embed, extract) = toPresentationAction.functions
    toAction = embed
    incoming = { action in
      switch extract(action) {
      case nil: .other
      case .dismiss: .dismiss
      case .presented(let action): .presented(action)
      }
    }
    self.destination = destination
    self.location = location
  }
}
