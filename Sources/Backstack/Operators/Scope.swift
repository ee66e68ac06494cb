public import BackstackCasePaths
import BackstackDependencies

/// A reducer that runs a child feature on a part of its parent's state and actions.
public struct Scope<ParentState: Sendable, ParentAction: Sendable, Child: Reducer>: Reducer {
  public typealias State = ParentState
  public typealias Action = ParentAction
  public typealias Body = Never
  private typealias Slot = SlotReference<ScopeSlot>

  fileprivate enum StatePath {
    case keyPath(KeyPathSource<ParentState, Child.State>)
    case casePath(AnyCasePath<ParentState, Child.State>, OperatorID, SourceLocation)
  }

  private let toChildState: StatePath
  private let toChildAction: AnyCasePath<ParentAction, Child.Action>
  private let child: Child

  fileprivate init(
    _ toChildState: StatePath, _ toChildAction: AnyCasePath<ParentAction, Child.Action>,
    child: Child
  ) {
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
  }

  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    let effect: Effect<Child.Action>
    let step = FeatureStep.current
    step?.takeAction(ifNavigation: action)
    switch toChildState {
    case .keyPath(let source):
      let slot: Slot? = step?.slot(source)
      effect = run(during: step, in: slot, childAction) {
        StatePart(source, in: slot).change(&state) { child.reduce(into: &$0, action: childAction) }
      }
    case .casePath(let path, let id, let location):
      let reduced = run(during: step, in: step?.slot(id), childAction) {
        path.modify(&state) { child.reduce(into: &$0, action: childAction) }
      }
      guard let reduced else {
        reportIssue(
          """
          A Scope got an action, '\(caseName(of: childAction))', for a case that its state is not \
          in: the state is '\(caseName(of: state))'. Did a reducer before it change the case? Put \
          the Scope before that reducer, or leave the case with ifCaseLet.
          """,
          at: location)
        return .none
      }
      effect = reduced
    }
    return effect.isNone ? .none : effect.map { [toChildAction] in toChildAction.embed($0) }
  }

  public func _missingTarget(of action: ParentAction, in state: ParentState) -> MissingTarget? {
    guard let childAction = toChildAction.extract(from: action) else { return nil }
    switch toChildState {
    case .keyPath(let source):
      return child._missingTarget(of: childAction, in: state[keyPath: source()])
    case .casePath(let path, _, _):
      guard let childState = path.extract(from: state) else {
        return .case(of: state, for: childAction)
      }
      return child._missingTarget(of: childAction, in: childState)
    }
  }

  private func run<Result>(
    during step: FeatureStep?, in slot: Slot?, _ action: Child.Action, _ body: () -> Result
  ) -> Result {
    guard let step, let slot else { return body() }
    let child = slot { slot in
      if !slot.hasReconciler { installReconciler(in: slot) }
      return step.withNode { slot.node(under: $0) }
    }
    step.enter(child)
    defer { step.leave(after: action) }
    return body()
  }

  /// Sets the slot's `reconciler`, which reconciles the features below even when no action passes.
  private func installReconciler(in slot: ScopeSlot) {
    switch toChildState {
    case .keyPath(let source):
      slot.reconciler = { [unowned slot] state in
        StatePart(source, in: slot).read(in: state) { slot.reconcileBelow($0) }
      }
    case .casePath(let path, _, _):
      slot.reconciler = { [unowned slot] state in
        guard let state = state.pointer(to: ParentState.self) else { return }
        if var childState = path.extract(from: state.pointee) { slot.reconcileBelow(&childState) }
      }
    }
  }
}

extension Scope {
  /// Creates a scope of a child whose state is a property of the parent's state.
  public init<ChildState, ChildAction>(
    state toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child: Reducer<ChildState, ChildAction>, ParentAction: CasePathable {
    self.init(.keyPath(KeyPathSource(toChildState)), AnyCasePath(toChildAction), child: child())
  }

  /// Creates a scope of a child whose state is a property of the parent's state, and which has the
  /// parent's actions: `\.self`.
  public init<ChildState>(
    state toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action _: any KeyPath<ParentAction, ParentAction> & Sendable,
    @ReducerBuilder<ChildState, ParentAction> child: () -> Child
  ) where Child: Reducer<ChildState, ParentAction> {
    self.init(
      .keyPath(KeyPathSource(toChildState)), AnyCasePath(embed: { $0 }, extract: { $0 }),
      child: child())
  }

  /// Creates a scope of a child whose state is a case of the parent's enum state.
  ///
  /// If an action for the child arrives while the parent is in another case, an issue is reported.
  // Disfavored, so that the compiler's errors about the common form do not refer to this one.
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: any CaseKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  )
  where
    Child: Reducer<ChildState, ChildAction>, ParentState: CasePathable, ParentAction: CasePathable
  {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      .casePath(
        AnyCasePath(toChildState), OperatorID(toChildState, at: location), location),
      AnyCasePath(toChildAction), child: child())
  }
}

extension Scope {
  /// Creates a scope of a child whose state is a property of the parent's state: the form without
  /// the label `state`.
  public init<ChildState, ChildAction>(
    _ toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child: Reducer<ChildState, ChildAction>, ParentAction: CasePathable {
    self.init(.keyPath(KeyPathSource(toChildState)), AnyCasePath(toChildAction), child: child())
  }
}

extension Scope {
  /// Creates a scope that runs the enum reducer of the child's state, which is a property of the
  /// parent's state.
  public init<ChildState: CaseReducerState>(
    state toChildState:
      @autoclosure @escaping () -> any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildState.StateReducer.Action> & Sendable
  ) where ParentAction: CasePathable, Child == ChildState.StateReducer.CaseBody {
    self.init(
      .keyPath(KeyPathSource(toChildState)), AnyCasePath(toChildAction),
      child: ChildState.StateReducer.body)
  }

  /// Creates a scope that runs the enum reducer of the child's state, which is a case of the
  /// parent's enum state.
  ///
  /// If an action for the child arrives while the parent is in another case, an issue is reported.
  @_disfavoredOverload
  public init<ChildState: CaseReducerState>(
    state toChildState: any CaseKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildState.StateReducer.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable,
    Child == ChildState.StateReducer.CaseBody
  {
    self.init(
      state: toChildState, action: toChildAction, child: { ChildState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension MissingTarget {
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  static func `case`<State, Action>(of state: State, for action: Action) -> Self {
    Self(
      reason: .case,
      message: """
        '\(caseName(of: action))' is meant for another case than the state is in, which is \
        '\(caseName(of: state))'.
        """)
  }
}
