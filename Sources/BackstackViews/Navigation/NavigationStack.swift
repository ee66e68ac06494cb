import Backstack
import BackstackCasePaths

/// The root of a feature's navigation stack, and the screens on it.
///
/// ```swift
/// NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
///   List { … }
/// } destination: { store in
///   switch store.case {
///   case .detail(let store): DetailView(store: store)
///   }
/// }
/// ```
public struct NavigationStack<Root: View>: PrimitiveView {
  private let root: Root
  private let push: (ScreenWriter) -> Void

  /// Creates a stack without screens on it.
  public init(@ViewBuilder root: () -> Root) {
    self.root = root()
    push = { _ in }
  }

  /// Creates the stack of a feature.
  ///
  /// - Parameters:
  ///   - path: The stack: `$store.scope(state: \.path, action: \.path)`.
  ///   - root: What is below all screens.
  ///   - destination: Returns the view of a screen's store.
  public init<State, Action, Destination: View>(
    path: Binding<Store<StackState<State>, StackAction<State, Action>>>,
    @ViewBuilder root: () -> Root,
    @ViewBuilder destination: @escaping (Store<State, Action>) -> Destination
  ) {
    self.root = root()
    push = { writer in writer.push(path.wrappedValue) { destination($0) } }
  }

  @available(
    *, unavailable,
    message: "Pass the store of a stack: 'path: $store.scope(state: \\.path, action: \\.path)'."
  )
  public init<Path>(path: Binding<Path>, @ViewBuilder root: () -> Root) { fatalError() }

  public func _write(to writer: ScreenWriter) {
    push(writer)
    root._write(to: writer)
  }
}

extension ScreenWriter {
  /// Adds the screens of a stack to the level.
  fileprivate func push<State, Action>(
    _ stack: Store<StackState<State>, StackAction<State, Action>>,
    _ destination: @escaping (Store<State, Action>) -> some View
  ) {
    pushLink = { state in
      guard let state = state as? State else { return false }
      stack.send(.push(id: .unassigned, state: state))
      return true
    }
    let known = level.style == .root ? memory.stack(level.stacks.count) : KnownStack()
    let (recorder, pushLink, view) = (recorder, pushLink, view)
    level.stacks.append(
      PushedStack(known: known) {
        let screens = PushedScreens(stack, known, recorder)
        return { position in
          Presentation(level: { screens.level(position, over: $0) }) {
            $0.pushLink = pushLink
            $0.view = view
            destination(screens.store(position))._write(to: $0)
          }
        }
      })
  }
}

/// The screens of a stack, as levels.
private final class PushedScreens<State: Sendable, Action: Sendable> {
  private let stack: Store<StackState<State>, StackAction<State, Action>>
  private let elements: StoreCollection<StackState<State>, StackAction<State, Action>>
  private let known: KnownStack
  private let recorder: ActionRecorder

  init(
    _ stack: Store<StackState<State>, StackAction<State, Action>>, _ known: KnownStack,
    _ recorder: ActionRecorder
  ) {
    self.stack = stack
    self.known = known
    self.recorder = recorder
    elements = stack.elements
    known.examine(elements.states.history)
    if known.address == nil {
      known.address =
        stack.target.map { StackAddress($0.place) }
        ?? elements.ids.first.flatMap { id in
          recorder.actions { stack.send(.popFrom(id: id)) }.flatMap {
            StackAddress(popping: id, $0)
          }
        }
    }
  }

  /// The store of a screen: of its own, so that what is read elsewhere is noticed.
  func store(_ position: Int) -> Store<State, Action> {
    address(position).flatMap { address in
      elements.still(position, sendingTo: ActionTarget(recorder, at: address.actions))
    } ?? elements[position]
  }

  /// Makes the level of a screen; `nil` if it can't be closed.
  func level(_ position: Int, over below: LevelBelow) -> LevelDraft? {
    let (stack, id) = (stack, elements.ids[position])
    let pop = { _ = stack.send(.popFrom(id: id)) }
    let address = address(position)
    guard let closing = address?.closing ?? recorder.actions(of: pop) else { return nil }
    return LevelDraft(
      id: address?.level.name ?? "\(below.id)/push", style: .push, below: below,
      address: address?.level ?? .root, closing: closing, dismiss: pop)
  }

  /// Returns where a screen is below the root; `nil` if the stack's actions don't say.
  private func address(_ position: Int) -> ScreenAddress? {
    // The actions of a screen of several features are an enum, too.
    let state = isEnum(State.self) ? elements.state(position) : nil
    return known.address(at: position, case: state.flatMap { enumTag(of: $0) }) {
      state.map { caseName(of: $0) }
    }
  }
}

/// A control that pushes a screen onto the feature's stack.
public struct NavigationLink<Title: View>: PrimitiveView {
  private let state: (any Sendable)?
  private let label: Title

  /// Creates a link to a screen.
  ///
  /// - Parameters:
  ///   - state: The state of the screen, as an element of the stack; `nil` if the link can't be used.
  ///   - label: The title.
  public init(state: (some Sendable)?, @ViewBuilder label: () -> Title) {
    self.state = state
    self.label = label()
  }

  @available(
    *, unavailable,
    message:
      "Pass the state of a screen of the stack: 'NavigationLink(state: Path.State.detail(…))'."
  )
  public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Title) { fatalError() }

  @available(
    *, unavailable,
    message:
      "A view can't push another one: push a state, 'NavigationLink(state: Path.State.detail(…))'."
  )
  public init(@ViewBuilder destination: () -> some View, @ViewBuilder label: () -> Title) {
    fatalError()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("button", isActive: true) {
      writer.label(label)
      writer.put("navigates", true)
      writer.put("send", sent(writer))
      writer.put("disabled", writer.environment.isDisabled)
    }
  }

  private func sent(_ writer: ScreenWriter) -> SentActions? {
    guard let state else { return nil }
    guard writer.limits.takesPushes else {
      reportViewIssue(
        """
        A NavigationLink pushes a state, which clients of this feature may not. Give the feature \
        'clientInput: ClientInput(takesPushes: true)', or send an action with a Button, on which the \
        reducer pushes the screen.
        """)
      return nil
    }
    var isPushed = false
    let sent = writer.recorder.actions { isPushed = writer.pushLink?(state) ?? false }
    if !isPushed {
      reportViewIssue(
        """
        A NavigationLink has a state of \(type(of: state)), which is no screen of the \
        NavigationStack around it.
        """)
    }
    return sent
  }
}

extension NavigationLink where Title == Text {
  public init(_ title: some StringProtocol, state: (some Sendable)?) {
    self.init(state: state) { Text(title) }
  }
}
