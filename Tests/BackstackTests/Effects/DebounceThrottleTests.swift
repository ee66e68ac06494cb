import Backstack
import BackstackTesting
import Testing

@Suite("Debounce and throttle")
struct DebounceThrottleTests {
  private struct Feature: Reducer {
    struct State: Equatable {
      var found: [String] = []
    }

    enum Action: Equatable, Sendable {
      case cancel
      case debounced(String)
      case throttled(String, latest: Bool)
      case found(String)
    }

    private enum ID { case debounce, throttle }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> EffectOf<Self> {
      switch action {
      case .cancel:
        return .cancel(ids: [ID.debounce, .throttle])
      case .debounced(let text):
        return .send(.found(text)).debounce(id: ID.debounce, for: .seconds(1), clock: clock)
      case .throttled(let text, let latest):
        return .run { await $0(.found(text)) }
          .throttle(id: ID.throttle, for: .seconds(1), clock: clock, latest: latest)
      case .found(let text):
        state.found.append(text)
        return .none
      }
    }
  }

  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Feature> {
    TestStore(initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test("A debounced effect starts when no other one has come for the interval")
  func debounce() async {
    let store = makeStore()
    await store.send(.debounced("a"))
    await clock.advance(by: .milliseconds(900))
    await store.send(.debounced("ab"))
    await clock.advance(by: .milliseconds(999))
    await store.send(.debounced("abc"))
    await clock.advance(by: .milliseconds(999))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.found("abc")) { $0.found = ["abc"] }
    await store.finish()
  }

  @Test("A debounced effect is cancelled by its id; debouncing or throttling none gives none")
  func debounceCancelled() async {
    let store = makeStore()
    await store.send(.debounced("a"))
    await store.send(.cancel)
    #expect(clock.sleeperCount == 0)
    await store.finish()
    let none = Effect<Int>.none.debounce(id: 1, for: .seconds(1), clock: clock)
    #expect(none.isEmpty)
    #expect(Effect<Int>.none.throttle(id: 1, for: .seconds(1), clock: clock, latest: true).isEmpty)
  }

  @Test("With latest, throttle starts the last effect of an interval when the interval ends")
  func throttleLatest() async {
    let store = makeStore()
    await store.send(.throttled("1", latest: true))
    await store.receive(.found("1")) { $0.found = ["1"] }
    await store.send(.throttled("2", latest: true))
    await clock.advance(by: .milliseconds(400))
    await store.send(.throttled("3", latest: true))
    await clock.advance(by: .milliseconds(599))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.found("3")) { $0.found = ["1", "3"] }
    // Its start begins the next interval.
    await clock.advance(by: .milliseconds(999))
    await store.send(.throttled("4", latest: true))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.found("4")) { $0.found = ["1", "3", "4"] }
    await clock.advance(by: .seconds(1))
    await store.send(.throttled("5", latest: true))
    await store.receive(.found("5")) { $0.found = ["1", "3", "4", "5"] }
  }

  @Test("Without latest, throttle starts the first waiting effect when the interval ends")
  func throttleFirst() async {
    let store = makeStore()
    await store.send(.throttled("1", latest: false))
    await store.receive(.found("1")) { $0.found = ["1"] }
    await store.send(.throttled("2", latest: false))
    await store.send(.throttled("3", latest: false))
    await clock.advance(by: .seconds(1))
    await store.receive(.found("2")) { $0.found = ["1", "2"] }
  }

  @Test("A waiting throttled effect is cancelled by its id, and another one can wait then")
  func throttleCancelled() async {
    let store = makeStore()
    await store.send(.throttled("1", latest: false))
    await store.receive(.found("1")) { $0.found = ["1"] }
    await store.send(.throttled("2", latest: false))
    await store.send(.cancel)
    #expect(clock.sleeperCount == 0)
    await store.send(.throttled("3", latest: false))
    await clock.advance(by: .seconds(1))
    await store.receive(.found("3")) { $0.found = ["1", "3"] }
  }

  @Test("Stores don't share throttle intervals, even if they inherit the same dependencies")
  func stores() async {
    await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      for store in [makeStore(), makeStore()] {
        await store.send(.throttled("1", latest: true))
        await store.receive(.found("1")) { $0.found = ["1"] }
      }
    }
  }

  @Test("Outside of a store, throttle delays nothing")
  func outside() {
    let effect = Effect<Int>.send(1)
    for _ in 1...2 {
      #expect(!effect.throttle(id: 1, for: .seconds(1), clock: clock, latest: false).isEmpty)
    }
  }
}

extension Effect {
  /// Whether the effect is `none`.
  fileprivate var isEmpty: Bool { "\(self)" == "\(Self.none)" }
}
