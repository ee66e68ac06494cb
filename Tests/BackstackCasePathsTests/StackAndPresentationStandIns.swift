import BackstackCasePaths

/// A stand-in with handwritten case paths, one of which is a subscript.
enum StackAction<State: Sendable, Action: Sendable>: CasePathable, Sendable {
  indirect case element(id: Int, action: Action)
  case popFrom(id: Int)
  case push(id: Int, state: State)

  struct AllCasePaths: Sendable {
    var element: AnyCasePath<StackAction, (id: Int, action: Action)> {
      AnyCasePath(ElementCase.self)
    }

    var popFrom: AnyCasePath<StackAction, Int> {
      AnyCasePath(
        embed: { .popFrom(id: $0) },
        extract: {
          guard case .popFrom(let id) = $0 else { return nil }
          return id
        })
    }

    subscript(id id: Int) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          guard case .element(id, let action) = $0 else { return nil }
          return action
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }

  private enum ElementCase: CaseFunctions {
    static func embed(_ value: (id: Int, action: Action)) -> StackAction {
      .element(id: value.id, action: value.action)
    }

    static func extract(from root: StackAction) -> (id: Int, action: Action)? {
      guard case .element(let id, let action) = root else { return nil }
      return (id, action)
    }
  }
}

/// A stand-in with handwritten case paths and a dynamic member that skips `.presented`.
enum PresentationAction<Action: Sendable>: CasePathable, Sendable {
  case dismiss
  indirect case presented(Action)

  @dynamicMemberLookup
  struct AllCasePaths: Sendable {
    var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        embed: { .dismiss },
        extract: {
          guard case .dismiss = $0 else { return nil }
          return ()
        })
    }

    var presented: AnyCasePath<PresentationAction, Action> { AnyCasePath(PresentedCase.self) }

    subscript<Value>(
      dynamicMember keyPath: any KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>>
        & Sendable
    ) -> AnyCasePath<PresentationAction, Value> where Action: CasePathable {
      AnyCasePath(
        embed: { .presented(Action.allCasePaths[keyPath: keyPath].embed($0)) },
        extract: {
          guard case .presented(let action) = $0 else { return nil }
          return Action.allCasePaths[keyPath: keyPath].extract(from: action)
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }

  private enum PresentedCase: CaseFunctions {
    static func embed(_ value: Action) -> PresentationAction { .presented(value) }

    static func extract(from root: PresentationAction) -> Action? {
      guard case .presented(let action) = root else { return nil }
      return action
    }
  }
}
