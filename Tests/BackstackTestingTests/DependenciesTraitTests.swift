import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

private struct Greeting: DependencyKey, Equatable {
  var text: String

  static let liveValue = Greeting(text: "live")
  static let testValue = Greeting(text: "test")
}

/// A feature whose only dependency is one with a test value, and that can be misused.
private struct Greeter: Reducer {
  struct State: Equatable, Sendable {
    var text = ""
  }

  enum Action: Sendable { case greet, misuse, misuseInEffect }

  @Dependency(Greeting.self) var greeting

  func reduce(into state: inout State, action: Action) -> EffectOf<Self> {
    switch action {
    case .greet:
      state.text = greeting.text
      return .none
    case .misuse:
      reportIssue("misused")
      return .none
    case .misuseInEffect:
      return .run { _ in
        await Task.detached {}.value
        reportIssue("misused in an effect")
      }
    }
  }
}

@Suite("A plain store in a test", .dependency(\.uuid, .constant(UUID(3))))
struct DependenciesTraitTests {
  private let store = Store(initialState: Greeter.State()) { Greeter() }

  @Test("It has test values, and what the suite and the test say of them", .dependencies)
  func values() {
    #expect(DependencyValues.current.context == .test)
    #expect(DependencyValues.current.uuid() == UUID(3))
    let store = Store(initialState: Greeter.State()) { Greeter() }
    store.send(.greet)
    #expect(store.text == "test")
  }

  @Test("A store that is a property of the suite has them, too")
  func property() {
    store.send(.greet)
    #expect(store.text == "test")
  }

  @Test(
    "Dependencies are changed for each test", .dependency(Greeting(text: "mine")),
    .dependencies { $0.uuid = .incrementing }, arguments: [1, 2])
  func changed(_: Int) {
    store.send(.greet)
    #expect(store.text == "mine")
    // Counted anew for each case.
    #expect(DependencyValues.current.uuid() == UUID(0))
  }

  @Test("What it reports fails the test that caused it")
  func issues() {
    withKnownIssue {
      store.send(.misuse)
    } matching: { issue in
      issue.comments.contains("misused")
    }
  }

  @Test("What an effect reports, in a task that knows no test, fails the test when it ends")
  func effects() async throws {
    let trait = DependenciesTrait.dependencies
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: nil) {
        let store = Store(initialState: Greeter.State()) { Greeter() }
        await store.send(.misuseInEffect).finish()
        #expect(DependencyValues.current.context == .test)
      }
    } matching: { issue in
      issue.comments.contains("misused in an effect")
    }
  }

  @Test("Without the trait, an issue can be sent to the test that runs")
  func reporter() {
    let store = Store(initialState: Greeter.State()) {
      Greeter()
    } withDependencies: {
      $0.issueReporter = .currentTest
    }
    withKnownIssue {
      store.send(.misuse)
    } matching: { issue in
      issue.comments.contains("misused")
    }
  }
}

@Suite("Without the trait", .timeLimit(.minutes(20)))
struct NoTraitTests {
  @Test("A plain store in a test has live values")
  func live() {
    let store = Store(initialState: Greeter.State()) { Greeter() }
    store.send(.greet)
    #expect(store.text == "live")
  }
}
