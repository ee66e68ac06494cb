import BackstackDependencies

extension Reducer {
  /// Runs a reducer for the elements of a list.
  ///
  /// The element's reducer runs before this one. The effects of an element are cancelled when it
  /// leaves the list.
  ///
  /// For long chains of operators, see `ifLet` on an optional.
  @_disfavoredOverload
  public consuming func forEach<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ toElements:
      @autoclosure @escaping () -> any WritableKeyPath<State, IdentifiedArray<ID, ElementState>>
      & Sendable,
    action toElementAction: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
      & Sendable,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, Element> where Action: CasePathable {
    _ForEachReducer(
      base: self, toElements: KeyPathSource(toElements),
      toElementAction: AnyCasePath(toElementAction),
      element: element(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the enum reducer of a list's elements.
  @_disfavoredOverload
  public consuming func forEach<ID: Hashable & Sendable, ElementState: CaseReducerState>(
    _ toElements:
      @autoclosure @escaping () -> any WritableKeyPath<State, IdentifiedArray<ID, ElementState>>
      & Sendable,
    action toElementAction: any CaseKeyPath<
      Action, IdentifiedAction<ID, ElementState.StateReducer.Action>
    > & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachReducer<Self, ID, ElementState.StateReducer.CaseBody> where Action: CasePathable {
    _ForEachReducer(
      base: self, toElements: KeyPathSource(toElements),
      toElementAction: AnyCasePath(toElementAction),
      element: ElementState.StateReducer.body,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The reducer that `forEach` on a list returns.
public struct _ForEachReducer<Base: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never
  private typealias Part = StatePart<Base.State, IdentifiedArray<ID, Element.State>>

  fileprivate let base: Base
  fileprivate let toElements: KeyPathSource<Base.State, IdentifiedArray<ID, Element.State>>
  fileprivate let toElementAction: AnyCasePath<Base.Action, IdentifiedAction<ID, Element.Action>>
  fileprivate let element: Element
  fileprivate let location: SourceLocation

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let step = FeatureStep.current
    let slot: SlotReference<ElementsSlot<ID>>? = step?.slot(toElements)
    let part = Part(toElements, in: slot)
    slot? { slot in if !slot.hasReconciler { installReconciler(in: slot) } }

    let elementEffect = reduceElement(&state, action, part, during: step, in: slot)
    let effect = elementEffect.merge(with: base.reduce(into: &state, action: action))
    slot? { slot in part.change(&state) { slot.reconcile(with: $0) } }
    return effect
  }

  /// Sets the slot's `reconciler`, which reconciles the list even when no action passes.
  private func installReconciler(in slot: ElementsSlot<ID>) {
    slot.reconciler = { [unowned slot, toElements] state in
      Part(toElements, in: slot).read(in: state) { elements in
        slot.reconcile(with: elements.pointee)
        slot.reconcileBelow(elements.pointee)
      }
    }
  }

  private func reduceElement(
    _ state: inout Base.State, _ action: Base.Action, _ part: Part, during step: FeatureStep?,
    in slot: SlotReference<ElementsSlot<ID>>?
  ) -> Effect<Base.Action> {
    guard case .element(let id, let elementAction) = toElementAction.extract(from: action) else {
      return .none
    }
    step?.takeAction()
    let effect = part.change(&state) { elements -> Effect<Element.Action>? in
      guard let position = elements.index(id: id) else { return nil }
      guard let step, let slot else {
        return element.reduce(into: &elements[position], action: elementAction)
      }
      let child = step.withNode { node in slot { $0.node(id, under: node) } }
      step.enterScreen(child)
      defer { step.leaveScreen(after: elementAction) }
      return element.reduce(into: &elements[position], action: elementAction)
    }
    guard let effect else {
      reportIssue(
        """
        forEach got an action, '\(caseName(of: elementAction))', for element '\(id)', which is not \
        in the list. The element was removed before the action arrived, an effect sent it after \
        its element was gone, or it was sent with a wrong id.
        """,
        at: location)
      return .none
    }
    return effect.isNone
      ? .none
      : effect.map { [toElementAction] in toElementAction.embed(.element(id: id, action: $0)) }
  }

  public func _missingTarget(of action: Base.Action, in state: Base.State) -> MissingTarget? {
    if case .element(let id, let elementAction) = toElementAction.extract(from: action) {
      let elements = state[keyPath: toElements()]
      guard let position = elements.index(id: id) else {
        return MissingTarget(reason: .element, message: "Element '\(id)' is not in the list.")
      }
      let missing = elements.read(at: position) {
        element._missingTarget(of: elementAction, in: $0.pointee)
      }
      if let missing = missing ?? nil { return missing }
    }
    return base._missingTarget(of: action, in: state)
  }
}
