/// Code of The Composable Architecture that is written differently here, and the compiler's message
/// about it.
struct Misuse {
  /// A statement or a declaration.
  let code: String
  /// A part of the compiler's message.
  let hint: String

  init(_ code: String, _ hint: String) {
    self.code = code
    self.hint = hint
  }

  /// Statements in a function.
  static let statements = [
    Misuse(
      "_ = TestStore(initialState: Child.State(), reducer: Child())",
      "write 'TestStore(initialState: …) { Feature() }'"),
    Misuse("XCTFail(\"There is no such item.\")", "write 'reportIssue("),
    Misuse("_ = Effect<Int>.publisher { [1] }", "for await value in values"),
    Misuse(
      "_ = Effect.send(1).debounce(id: 1, for: .seconds(1), scheduler: 1)",
      "write 'debounce(id:for:clock:)'"),
    Misuse(
      "_ = Effect.send(1).throttle(id: 1, for: .seconds(1), scheduler: 1, latest: true)",
      "write 'throttle(id:for:clock:latest:)'"),
    Misuse("prepareDependencies { $0.context = .test }", "pass 'withDependencies:' to each Store"),
    Misuse("_ = ActorIsolated(1)", "renamed to 'LockIsolated'"),
    Misuse("_ = Child().signpost()", "traces requests and their effects itself"),
  ]

  /// Members of a struct.
  static let members = [
    Misuse("@Dependency(\\.mainQueue) var queue", "'@Dependency(\\.continuousClock)'"),
    Misuse("@Dependency(\\.mainRunLoop) var loop", "'@Dependency(\\.continuousClock)'"),
    Misuse("@Dependency(\\.urlSession) var session", "declare a @DependencyClient of your own"),
    Misuse("@Dependency(\\.openURL) var openURL", "send the URL to the client"),
    Misuse("@BindingState var name = \"\"", "Delete '@BindingState'"),
    Misuse("@Dependency(\\.defaultAppStorage) var defaults", "'@Shared(.appStorage("),
    Misuse("@Dependency(\\.userDefaults) var otherDefaults", "'@Shared(.appStorage("),
    Misuse("@Dependency(\\.logger) var logger", "declare a @DependencyClient of your own"),
    Misuse("@DependencyEntry var speed = 1", "Declare a DependencyKey"),
    Misuse("typealias Loaded = TaskResult<Int>", "Write 'Result<Success, any Error>'"),
  ]

  /// Operators on a reducer whose state has `@Presents` properties.
  static let operators = [
    Misuse(".ifLet(\\.child, action: \\.child) { Child() }", "pass '\\.$name'"),
    Misuse(".ifLet(\\.destination, action: \\.destination)", "pass '\\.$name'"),
    Misuse(".ifLet(\\.alert, action: \\.alert)", "pass '\\.$name'"),
  ]
}
