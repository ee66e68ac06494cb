import BackstackPlatform
import BackstackTesting
import Testing

@testable import Backstack

@Suite("Effect gates")
struct EffectGateTests {
  private let gate = ManualGate()
  private let clock = TestClock()

  private func store() -> Store<Ticking.State, Ticking.Action> {
    Store.hosted(
      initialState: { Ticking.State() }, reducer: { Ticking() }, monitor: GateMonitor(gate),
      withDependencies: { [clock] in $0.continuousClock = clock })
  }

  @Test("A closed gate holds the actions of an effect, and they don't accumulate")
  func late() async {
    let store = store()
    store.send(.startTimer)
    await store.settle()
    await clock.advance(by: .seconds(1))
    #expect(store.ticks == 1)
    gate.close()
    await clock.advance(by: .seconds(5))
    #expect(store.ticks == 1 && gate.waitingCount == 1 && store.effectCount == 1)
    // An action that does not come from an effect is not held.
    store.send(.tap)
    #expect(store.taps == 1)
    gate.open()
    await store.settle()
    #expect(store.ticks == 2)
    await clock.advance(by: .seconds(1))
    #expect(store.ticks == 3)
  }

  @Test("All held effects go on when a gate opens, even if it closes again at once")
  func turns() async {
    let store = store()
    for _ in 0..<10 { store.send(.startTimer) }
    await store.settle()
    gate.close()
    await clock.advance(by: .seconds(1))
    #expect(gate.waitingCount == 10)
    gate.open(closingAgain: true)
    await store.settle()
    #expect(store.ticks == 10)
    await clock.advance(by: .seconds(1))
    #expect(store.ticks == 10 && gate.waitingCount == 10)
  }

  @Test("An effect that is cancelled while a gate holds it sends nothing, and settle returns")
  func cancellation() async {
    let store = store()
    store.send(.startTimer)
    await store.settle()
    gate.close()
    await clock.advance(by: .seconds(1))
    store.send(.stopTimer)
    await store.settle()
    #expect(store.effectCount == 0 && gate.waitingCount == 0)
    gate.open()
    await store.settle()
    #expect(store.ticks == 0)
  }

  @Test("Ending a store ends the effects that a gate holds")
  func end() async {
    let store = store()
    store.send(.startTimer)
    await store.settle()
    gate.close()
    await clock.advance(by: .seconds(1))
    store.end()
    await store.settle()
    #expect(gate.waitingCount == 0 && store.effectCount == 0)
  }

  @Test("A closed gate also holds effects that are queued in a concatenation")
  func queued() async {
    let store = store()
    gate.close()
    store.send(.loop)
    await store.settle()
    #expect(store.ticks == 0 && gate.waitingCount == 1)
    gate.open(closingAgain: true)
    await store.settle()
    #expect(store.ticks == 1 && gate.waitingCount == 1)
    gate.open()
    store.send(.stopLoop)
    await store.settle()
    #expect(store.effectCount == 0)
  }

  @Test("A gate that opens before an effect begins to wait lets it pass")
  func opensMeanwhile() async { await OpeningGate().pass() }
}

/// A gate that opens once it was found closed.
private final class OpeningGate: EffectGate {
  var holdsEffects: Bool { true }

  func whenOpen(_ callback: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? { nil }
  func onceStored(_ callback: @escaping @Sendable (Bool) -> Void) { callback(true) }
}

@Reducer
private struct Ticking {
  struct State: Sendable {
    var ticks = 0
    var taps = 0
    var isLooping = true
  }

  enum Action: Sendable { case startTimer, stopTimer, ticked, tap, loop, stopLoop }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startTimer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        .cancellable(id: CancelID.timer)
      case .stopTimer: return .cancel(id: CancelID.timer)
      case .ticked: state.ticks += 1
      case .tap: state.taps += 1
      case .loop:
        guard state.isLooping else { return .none }
        return .concatenate(.run { _ in }, .merge(.send(.ticked), .send(.loop)))
      case .stopLoop: state.isLooping = false
      }
      return .none
    }
  }
}

/// A gate that a test opens and closes.
private final class ManualGate: EffectGate {
  private struct State: Sendable {
    var isClosed = false
    var waiting: [Int: @Sendable () -> Void] = [:]
    var count = 0
  }

  private let state = Guarded(State())

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  func close() { state.withLock { $0.isClosed = true } }

  func open(closingAgain: Bool = false) {
    let waiting = state.withLock { state in
      state.isClosed = closingAgain
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.self)
    }
    for waiter in waiting { waiter() }
  }

  var holdsEffects: Bool { state.withLock { $0.isClosed } }

  func whenOpen(_ callback: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    let number = state.withLock { state -> Int? in
      guard state.isClosed else { return nil }
      state.count += 1
      state.waiting[state.count] = callback
      return state.count
    }
    guard let number else { return nil }
    return { self.state.withLock { $0.waiting[number] = nil } }
  }

  func onceStored(_ callback: @escaping @Sendable (Bool) -> Void) { callback(true) }
}

/// A monitor that has a gate and admits every action.
private final class GateMonitor: StoreMonitor {
  let gate: (any EffectGate)?

  init(_ gate: ManualGate) { self.gate = gate }

  func didProcess(
    _ action: Ticking.Action, cause: ActionCause, made: MadeValues?, effectCount: Int
  ) -> Bool { true }
  func didChange(effectCount: Int) {}
  func didEndRound(_ state: () -> Ticking.State, sharing shares: SharedAccess) -> Bool { true }
  func admits(_ state: () -> Ticking.State, sharing shares: SharedAccess, after count: Int) -> Bool
  { true }
  func previousState(sharing shares: SharedAccess) -> DecodedState<Ticking.State>? { nil }
}
