public import Backstack
import BackstackTesting
import Testing

// sample: moving-public
@Reducer
public struct ProfileFeature: Sendable {
  public struct State: Codable, Equatable, Sendable {
    public var name: String

    public init(name: String = "") { self.name = name }
  }

  public enum Action: Codable, Sendable {
    case nameChanged(String)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none
      }
    }
  }
}
// end

@Suite("Samples: moving")
struct Moving {
  // sample: moving-binding
  @Reducer
  struct TaskForm {
    @ObservableState
    struct State: Codable, Equatable {
      /// What to do.
      var title = ""
      var isDone = false
      @ServerOnly var suggestions: [String] = []
    }

    enum Action: BindableAction, Codable {
      case binding(BindingAction<State>)
      case saveButtonTapped
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.isDone) { _, isDone in
          Reduce { state, _ in
            if isDone { state.suggestions = [] }
            return .none
          }
        }
      Reduce { state, action in
        switch action {
        case .binding(\.title):
          state.suggestions = ["Review \(state.title)"]
          return .none
        case .binding, .saveButtonTapped:
          return .none
        }
      }
    }
  }
  // end

  @Test("Bindings") func bindings() async {
    let store = TestStore(initialState: TaskForm.State()) { TaskForm() }
    // sample: moving-binding-test
    await store.send(\.binding.title, "design") {
      $0.title = "design"
      $0.suggestions = ["Review design"]
    }
    await store.send(.set(\.isDone, true)) {
      $0.isDone = true
      $0.suggestions = []
    }
    // end
  }

  // sample: moving-clock
  @Reducer
  struct ToastFeature {
    struct State: Equatable {
      var text: String?
    }

    enum Action {
      case hide
      case show(String)
    }

    enum CancelID { case hide }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .hide:
          state.text = nil
          return .none
        case .show(let text):
          state.text = text
          return .run { send in
            try await clock.sleep(for: .seconds(3))
            await send(.hide)
          }
          .cancellable(id: CancelID.hide, cancelInFlight: true)
        }
      }
    }
  }
  // end

  // sample: moving-test
  @Test func `a toast is hidden after three seconds`() async {
    let clock = TestClock()
    let store = TestStore(initialState: ToastFeature.State()) {
      ToastFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.show("Saved")) {
      $0.text = "Saved"
    }
    await clock.advance(by: .seconds(3))
    await store.receive(\.hide) {
      $0.text = nil
    }
  }
  // end

  // sample: moving-sequence
  @Reducer
  struct MessagesFeature {
    struct State: Equatable {
      var messages: [String] = []
    }

    enum Action {
      case received(String)
      case task
    }

    let messages: @Sendable () -> AsyncStream<String>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .received(let message):
          state.messages.append(message)
          return .none
        case .task:
          return .run { send in
            for await message in messages() {
              await send(.received(message))
            }
          }
        }
      }
    }
  }
  // end

  @Test func sequence() async {
    let store = TestStore(initialState: MessagesFeature.State()) {
      MessagesFeature {
        AsyncStream { continuation in
          continuation.yield("a")
          continuation.finish()
        }
      }
    }
    await store.send(.task)
    await store.receive(\.received) { $0.messages = ["a"] }
  }

  @Test func profile() throws {
    let store = Store(initialState: ProfileFeature.State()) { ProfileFeature() }
    store.send(try decode(ProfileFeature.Action.self, #"{"nameChanged": "Ada"}"#))
    #expect(store.name == "Ada")
  }

  // sample: moving-test-value
  struct Mailer: Sendable, DependencyKey {
    var send: @Sendable (String) async throws -> Void

    static let liveValue = Mailer { mail in print(mail) }
    static let testValue = Mailer { _ in reportIssue("A test sent a mail.") }
  }
  // end

  @Test func testValue() async throws {
    let log = Log<String>()
    try await withDependencies {
      $0.context = .test
      $0.issueReporter = log.reporter
    } operation: {
      @Dependency(Mailer.self) var mailer
      try await mailer.send("a")
    }
    #expect(log.all == ["A test sent a mail."])
  }
}
