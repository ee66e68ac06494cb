import BackstackDependencies

/// Runs a child feature on a part of its parent's state and actions (R72).
public struct Scope<ParentState: Sendable, ParentAction: Sendable, Child: Reducer>: Reducer {
  public typealias State = ParentState
  public typealias Action = ParentAction
  public typealias Body = Never

  private enum StatePath {
    case keyPath(any WritableKeyPath<ParentState, Child.State> & Sendable)
    case casePath(any CaseKeyPath<ParentState, Child.State> & Sendable, SourceLocation)
  }

  private let toChildState: StatePath
  private let toChildAction: any CaseKeyPath<ParentAction, Child.Action> & Sendable
  private let child: Child

  /// The child's state is a property of the parent's.
  public init<ChildState, ChildAction>(
    state toChildState: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child: Reducer<ChildState, ChildAction> {
    self.toChildState = .keyPath(toChildState)
    self.toChildAction = toChildAction
    self.child = child()
  }

  /// The child's state is a case of the parent's, an enum.
  ///
  /// An action for the child while the parent is in another case is reported as an issue.
  public init<ChildState, ChildAction>(
    state toChildState: any CaseKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: any CaseKeyPath<ParentAction, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.toChildState = .casePath(
      toChildState,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    self.toChildAction = toChildAction
    self.child = child()
  }

  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else {
      return .none
    }
    let effect: Effect<Child.Action>
    switch toChildState {
    case .keyPath(let keyPath):
      effect = run(at: keyPath) {
        child.reduce(into: &state[keyPath: keyPath], action: childAction)
      }
    case .casePath(let keyPath, let location):
      let reduced = run(at: keyPath) {
        keyPath.modify(&state) { child.reduce(into: &$0, action: childAction) }
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
    return effect.map(embed)
  }

  public func _missingTarget(of action: ParentAction, in state: ParentState) -> MissingTarget? {
    guard let childAction = toChildAction.extract(from: action) else {
      return nil
    }
    switch toChildState {
    case .keyPath(let keyPath):
      return child._missingTarget(of: childAction, in: state[keyPath: keyPath])
    case .casePath(let keyPath, _):
      guard let childState = keyPath.extract(from: state) else {
        return .case(of: state, for: childAction)
      }
      return child._missingTarget(of: childAction, in: childState)
    }
  }

  private func run<Result>(at keyPath: AnyKeyPath, _ body: () -> Result) -> Result {
    guard let frame = DependencyFrame.current, let node = frame.values.navigationNode else {
      return body()
    }
    return frame.enter(node.slot(keyPath, as: ScopeSlot.self).node(under: node), body)
  }

  private var embed: @Sendable (Child.Action) -> ParentAction {
    { [toChildAction] in toChildAction($0) }
  }
}

extension MissingTarget {
  static func `case`<State, Action>(of state: State, for action: Action) -> Self {
    Self(
      reason: .case,
      message: """
        '\(caseName(of: action))' is meant for another case than the state is in, which is \
        '\(caseName(of: state))'.
        """)
  }
}
