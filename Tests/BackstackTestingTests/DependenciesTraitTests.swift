import Backstack
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

private struct Greeting: DependencyKey, Equatable {
  var text: String

  static let liveValue = Greeting(text: "live")
  static let testValue = Greeting(text: "test")
}

/// A feature whose only dependency has a test value, and which can report issues.
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

@Suite("Plain stores in tests", .dependency(\.uuid, .constant(UUID(3))))
struct DependenciesTraitTests {
  private let store = Store(initialState: Greeter.State()) { Greeter() }

  @Test(
    "The dependencies trait gives a plain store test values and the overrides of suite and test",
    .dependencies)
  func values() {
    #expect(DependencyValues.current.context == .test)
    #expect(DependencyValues.current.uuid() == UUID(3))
    let store = Store(initialState: Greeter.State()) { Greeter() }
    store.send(.greet)
    #expect(store.text == "test")
  }

  @Test("A store that is a property of the suite has test values, too")
  func property() {
    store.send(.greet)
    #expect(store.text == "test")
  }

  @Test(
    "A test's trait overrides dependencies anew for each test case",
    .dependency(Greeting(text: "mine")),
    .dependencies { $0.uuid = .incrementing }, arguments: [1, 2])
  func changed(_: Int) {
    store.send(.greet)
    #expect(store.text == "mine")
    // Counts from 0 again for each test case.
    #expect(DependencyValues.current.uuid() == UUID(0))
  }

  @Test("An issue of a plain store fails the test that caused it")
  func issues() {
    withKnownIssue {
      store.send(.misuse)
    } matching: { issue in
      issue.comments.contains("misused")
    }
  }

  @Test("An issue from an effect's task without a current test fails the test when the test ends")
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

  @Test("A test can expect the issues of a plain store and of its effects", .tags(.r119))
  func expected() async {
    withExpectedIssue { store.send(.misuse) }
    await withExpectedIssue { await store.send(.misuseInEffect).finish() }
    await withExpectedIssue {
      let store = Store(initialState: Greeter.State()) { Greeter() }
      await store.send(.misuseInEffect).finish()
    }
  }

  @Test("Without the trait, a store can report issues to the current test")
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

@Suite("Plain stores without the trait")
struct NoTraitTests {
  @Test("Without the trait, a plain store in a test has live values")
  func live() {
    let store = Store(initialState: Greeter.State()) { Greeter() }
    store.send(.greet)
    #expect(store.text == "live")
  }

  @Test("Without the trait, a test can expect the issues of a plain store", .tags(.r119))
  func expected() async {
    let store = Store(initialState: Greeter.State()) { Greeter() }
    withExpectedIssue { store.send(.misuse) }
    await withExpectedIssue {
      let store = Store(initialState: Greeter.State()) { Greeter() }
      await store.send(.misuseInEffect).finish()
    }
    withKnownIssue { withExpectedIssue { store.send(.greet) } }
  }
}
