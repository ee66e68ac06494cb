/// Code of The Composable Architecture that is written differently here, and the compiler's message
/// about it.
struct Misuse {
  /// A statement in a function with a `store`, or a declaration.
  let code: String
  /// A part of the compiler's message.
  let hint: String

  init(_ code: String, _ hint: String) {
    self.code = code
    self.hint = hint
  }

  /// Statements in a function that has stores of the feature and of others.
  static let statements = [
    Misuse("store.send(.tapped, animation: .default)", "write 'send(action)'"),
    Misuse("store.send(.tapped, animation: .spring(duration: 1))", "write 'send(action)'"),
    Misuse("_ = store.publisher", "write 'store.changes' or 'store.onChange'"),
    Misuse("_ = ViewStore(store, observe: { $0 })", "read 'store.state'"),
    Misuse("_ = WithViewStore(store, observe: { $0 }) { $0.count }", "read 'store.state'"),
    Misuse("_ = IfLetStore(optional, then: { $0 })", "if let child = store.scope("),
    Misuse("_ = IfLetStore(optional) { $0.count } else: { 0 }", "if let child = store.scope("),
    Misuse(
      "_ = ForEachStore(store) { (row: StoreOf<Feature>) in row }", "for child in store.scope("),
    Misuse("_ = SwitchStore(store) { $0 }", "write 'switch store.case'"),
    Misuse(
      "_ = CaseLet(\\Destination.State.child, action: Destination.Action.child) { $0 }",
      "write 'switch store.case'"),
    Misuse(
      "_ = NavigationStackStore(path) { 0 } destination: { $0 }",
      "for screen in store.scope(state: \\.path, action: \\.path).elements"),
    Misuse(
      "_ = NavigationStackStore(path) { 0 } destination: { (screen: Child.State) in screen }",
      "for screen in store.scope(state: \\.path, action: \\.path).elements"),
    Misuse(
      "_ = NavigationLinkStore(presentation) {} destination: { $0 } label: { 0 }",
      "if let child = store.scope("),
    Misuse("_ = NavigationLink(state: Child.State()) { 0 }", "state.path.append(…)"),
    Misuse("_ = NavigationLink(\"Child\", state: Child.State())", "state.path.append(…)"),
    Misuse(
      "_ = store.scope(state: { $0.count }, action: { (_: Int) in .tapped })",
      "write 'scope(state: \\.child, action: \\.child)'"),
    Misuse(
      "_ = store.scope(state: \\.destination, action: Feature.Action.destination)",
      "write 'scope(state: \\.child, action: \\.child)'"),
    Misuse(
      "_ = Store(initialState: Feature.State(), reducer: Feature())",
      "write 'Store(initialState: …) { Feature() }'"),
    Misuse(
      "_ = TestStore(initialState: Child.State(), reducer: Child())",
      "write 'TestStore(initialState: …) { Feature() }'"),
    Misuse("XCTFail(\"There is no such item.\")", "write 'reportIssue("),
    Misuse("_ = Effect<Int>.send(1, animation: .easeIn)", "write '.send(action)'"),
    Misuse("_ = Effect<Int>.send(1).animation()", "delete '.animation(…)'"),
    Misuse("_ = Effect<Int>.publisher { [1] }", "for await value in values"),
    Misuse(
      "_ = Effect<Int>.run { await $0(1, animation: .default) }", "write 'send(action)'"),
    Misuse("_ = Effect<Int>.task { 1 }", "'.run { send in await send(…) }'"),
    Misuse("_ = Effect<Int>.fireAndForget { print(1) }", "'.run { _ in … }'"),
    Misuse(
      "_ = Effect.send(1).debounce(id: 1, for: .seconds(1), scheduler: 1)",
      "write 'debounce(id:for:clock:)'"),
    Misuse(
      "_ = Effect.send(1).throttle(id: 1, for: .seconds(1), scheduler: 1, latest: true)",
      "write 'throttle(id:for:clock:latest:)'"),
    Misuse("prepareDependencies { $0.context = .test }", "pass 'withDependencies:' to each Store"),
    Misuse("_ = ActorIsolated(1)", "renamed to 'LockIsolated'"),
  ]

  /// Members of a struct.
  static let members = [
    Misuse("@Dependency(\\.mainQueue) var queue", "'@Dependency(\\.continuousClock)'"),
    Misuse("@Dependency(\\.mainRunLoop) var loop", "'@Dependency(\\.continuousClock)'"),
    Misuse("@Dependency(\\.urlSession) var session", "declare a @DependencyClient of your own"),
    Misuse("@Dependency(\\.openURL) var openURL", "send the URL to the client"),
    Misuse(
      "@Dependency(\\.dismiss) var dismiss; func f() async { await dismiss(animation: .default) }",
      "write 'dismiss()'"),
    Misuse("@Shared var count = 1", "keep the value in the state of the root"),
    Misuse(
      "@Shared(.appStorage(\"a\")) var isOn = true", "keep the value in the state of the root"),
    Misuse("@Bindable var store: StoreOf<Feature>", "delete '@Bindable'"),
    Misuse("@Environment(\\.dismiss) var dismissView", "write '@Dependency'"),
    Misuse("@Environment(\\.colorScheme) var colors", "write '@Dependency'"),
    Misuse("@Environment(Child.self) var model", "write '@Dependency'"),
    Misuse("@BindingState var name = \"\"", "Delete '@BindingState'"),
    Misuse("@ViewAction(for: Feature.self) struct FeatureView {}", "Clients send encoded actions"),
    Misuse("var animation: Animation?", "leave the animation out"),
    Misuse("typealias Task = EffectTask<Int>", "renamed to 'Effect'"),
    Misuse("typealias Loaded = TaskResult<Int>", "Write 'Result<Success, any Error>'"),
  ]

  /// Operators on a reducer whose state has `@Presents` properties.
  static let operators = [
    Misuse(".ifLet(\\.child, action: \\.child) { Child() }", "pass '\\.$name'"),
    Misuse(".ifLet(\\.destination, action: \\.destination)", "pass '\\.$name'"),
    Misuse(".ifLet(\\.alert, action: \\.alert)", "pass '\\.$name'"),
  ]
}
