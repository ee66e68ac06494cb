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
    let name = level.id
    memory.examine(name, stack.withState(\.history))
    let (elements, pushLink, view) = (stack.elements, pushLink, view)
    level.stack += elements.ids.enumerated().map { position, id in
      let key = ScreenMemory.Key(stack: name, element: id)
      return PushedScreen(key: key, isCovered: position < elements.count - 1) { writer, below in
        let pop = { _ = stack.send(.popFrom(id: id)) }
        guard let closing = writer.recorder.actions(of: pop) else { return nil }
        // A store of its own, so that what is read elsewhere is noticed.
        let element = elements[position]
        let store = element.still { element.send($0) }
        let name = store.withState { isEnum($0) ? caseName(of: $0) : nil }
        let address = LevelAddress(popping: closing.json, id: id.generation, case: name)
        let level = LevelDraft(
          id: address?.name ?? "\(below)/push", style: .push, below: below,
          address: address ?? .root, closing: closing, dismiss: pop)
        return Presentation(level: level, isCovered: position < elements.count - 1, key: key) {
          $0.pushLink = pushLink
          $0.view = view
          destination(store)._write(to: $0)
        }
      }
    }
  }
}

private func isEnum(_ value: some Any) -> Bool {
  Mirror(reflecting: value).displayStyle == .enum
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
