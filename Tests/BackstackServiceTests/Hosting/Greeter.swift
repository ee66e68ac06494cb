import Backstack
import BackstackHTTP
import BackstackService

/// A feature that greets its session's creator.
@Reducer
struct Greeter {
  struct State: Codable, Equatable, Sendable {
    var greeting = ""
    var path = StackState<Path.State>()
  }

  enum Action: Codable, Sendable {
    case greet
    case push
    case path(StackActionOf<Path>)
  }

  @Reducer(state: .codable, .equatable, action: .codable)
  enum Path {
    case screen(Screen)
  }

  @Reducer
  struct Screen {
    struct State: Codable, Equatable, Sendable {}
    enum Action: Codable, Sendable { case closeButtonTapped }

    @Dependency(\.dismiss) private var dismiss

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .run { [dismiss] _ in await dismiss() } }
    }
  }

  @Dependency(\.session) private var session
  @Dependency(\.greeting) private var greeting

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .greet: state.greeting = "\(greeting), \(session?.principal?.id ?? "stranger")!"
      case .push: state.path.append(.screen(Screen.State()))
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

extension DependencyValues {
  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}

private enum GreetingKey: DependencyKey {
  static var liveValue: String { "Hello" }
  static var testValue: String { "Hello" }
}
