import BackstackPlatform
import BackstackTesting
import Testing

@testable import Backstack

@Suite("Durable effects")
struct DurableEffectTests {
  private let clock = TestClock()
  private let monitor = PendingMonitor()

  private func store(_ sheet: Checkout.State? = nil) -> Store<Shop.State, Shop.Action> {
    Store.hosted(
      initialState: { Shop.State(sheet: sheet) }, reducer: { Shop() }, monitor: monitor,
      withDependencies: { [clock] in $0.continuousClock = clock })
  }

  @Test("It sends its action at once, and is pending until its first action is sent")
  func firstAction() async {
    let store = store(Checkout.State())
    store.send(.sheet(.presented(.pay("a"))))
    await store.settle()
    #expect(store.sheet?.log == ["charge a"])
    #expect(monitor.events == ["start a: sheet"])
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.sheet?.log == ["charge a", "charged a"])
    // The effect is still in flight.
    #expect(monitor.events.last == "end a" && store.effectCount == 1)
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.sheet?.log == ["charge a", "charged a", "printed a"])
    #expect(monitor.events == ["start a: sheet", "end a"])
  }

  @Test("While it is pending, another one with its id does nothing")
  func repetition() async {
    let store = store(Checkout.State())
    for id in ["a", "b", "a"] { store.send(.sheet(.presented(.pay(id)))) }
    #expect(store.sheet?.log == ["charge a", "charge b"])
    await store.settle()
    await clock.advance(by: .seconds(1))
    await store.settle()
    // The first one has sent its action, so the next one is new; the end of the first does not end it.
    store.send(.sheet(.presented(.pay("a"))))
    #expect(store.sheet?.log.last == "charge a")
    await store.settle()
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(monitor.events.count { $0 == "start a: sheet" } == 2)
    #expect(monitor.events.count { $0 == "end a" } == 2)
  }

  @Test("It ends without an action when its work ends, is cancelled, or its feature is dismissed")
  func ends() async {
    let store = store(Checkout.State())
    store.send(.sheet(.presented(.doNothing("none"))))
    #expect(monitor.events == ["start none: sheet", "end none"])
    store.send(.sheet(.presented(.pay("a"))))
    await store.settle()
    store.send(.sheet(.presented(.cancel("a"))))
    #expect(monitor.events.last == "end a")
    store.send(.sheet(.presented(.pay("b"))))
    await store.settle()
    store.send(.sheet(.dismiss))
    #expect(monitor.events.last == "end b" && store.effectCount == 0)
    store.send(.present)
    store.send(.sheet(.presented(.wait("c"))))
    await store.settle()
    #expect(monitor.events.last == "start c: sheet")
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(monitor.events.last == "end c")
  }

  @Test("The end of the store does not end it, and another store starts it again")
  func restart() async {
    let first = store(Checkout.State())
    first.send(.sheet(.presented(.pay("a"))))
    await first.settle()
    first.end()
    #expect(monitor.events == ["start a: sheet"])
    let second = store(first.sheet)
    second.restart(durableEffect: "a", .sheet(.presented(.charge("a"))))
    await second.settle()
    await clock.advance(by: .seconds(1))
    await second.settle()
    #expect(second.sheet?.log == ["charge a", "charge a", "charged a"])
    #expect(monitor.events.last == "end a")
    second.end()
    second.restart(durableEffect: "b", .sheet(.presented(.charge("b"))))
    #expect(monitor.events.last == "end a")
  }

  @Test("Its work starts only once the host has stored what led to it, and never if it can't be")
  func order() async {
    let gate = StoringGate()
    monitor.gate = gate
    let store = store(Checkout.State())
    store.send(.sheet(.presented(.pay("a"))))
    store.send(.sheet(.presented(.pay("b"))))
    store.send(.sheet(.presented(.charge("plain"))))
    await store.settle()
    #expect(gate.waitingCount == 2)
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.sheet?.log.last == "charged plain")
    gate.finish(isStored: true)
    await store.settle()
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.sheet?.log.contains("charged a") == true)
    store.send(.sheet(.presented(.pay("c"))))
    await store.settle()
    gate.finish(isStored: false)
    await store.settle()
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.sheet?.log.last != "charged c" && monitor.events.last != "end c")
  }

  @Test("Work that is cancelled while the host stores does not start")
  func cancelledMeanwhile() async {
    let gate = StoringGate()
    monitor.gate = gate
    let store = store(Checkout.State())
    store.send(.sheet(.presented(.pay("a"))))
    store.send(.sheet(.presented(.pay("b"))))
    await store.settle()
    #expect(gate.waitingCount == 2)
    store.send(.sheet(.presented(.cancel("a"))))
    gate.finish(isStored: true)
    await store.settle()
    #expect(store.effectCount == 1 && clock.sleeperCount == 1)
    store.send(.sheet(.presented(.pay("c"))))
    await store.settle()
    store.end()
    gate.finish(isStored: true)
    await store.settle()
    #expect(clock.sleeperCount == 0)
  }

  @Test("One that starts another one hands its work over, however often")
  func chain() async {
    let store = store(Checkout.State())
    store.send(.sheet(.presented(.handOver(20_000))))
    #expect(store.sheet?.log == ["charge last"])
    #expect(monitor.events.count == 2 * 20_000 + 1)
    await store.settle()
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(monitor.events.last == "end last")
    store.send(.sheet(.dismiss))
    #expect(store.effectCount == 0)
  }

  @Test("The task of the action that started it waits for it, and cancels it")
  func tasks() async {
    let store = store(Checkout.State())
    let task = store.send(.sheet(.presented(.pay("a"))))
    await store.settle()
    let finish = Task { await task.finish() }
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(task.whenFinished {} != nil)
    await clock.advance(by: .seconds(1))
    await finish.value
    #expect(store.sheet?.log.last == "printed a")
    let cancelled = store.send(.sheet(.presented(.pay("b"))))
    await store.settle()
    cancelled.cancel()
    await store.settle()
    #expect(store.effectCount == 0 && monitor.events.last == "end b")
  }

  @Test("In a test, it is a send whose effects belong to the action that started it")
  @MainActor
  func testStore() async {
    let store = TestStore(initialState: Shop.State(sheet: Checkout.State())) {
      Shop()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.sheet(.presented(.pay("a"))))
    await store.receive(.sheet(.presented(.charge("a")))) { $0.sheet?.log = ["charge a"] }
    await clock.advance(by: .seconds(1))
    await store.receive(.sheet(.presented(.charged("a")))) { $0.sheet?.log.append("charged a") }
    await clock.advance(by: .seconds(1))
    await store.receive(.sheet(.presented(.printed("a")))) { $0.sheet?.log.append("printed a") }
    await task.finish()
  }
}

@Reducer
private struct Shop {
  @ObservableState
  struct State: Equatable { @Presents var sheet: Checkout.State? }
  enum Action: Equatable {
    case present
    case sheet(PresentationAction<Checkout.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .present = action { state.sheet = Checkout.State() }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Checkout() }
  }
}

@Reducer
private struct Checkout {
  @ObservableState
  struct State: Equatable { var log: [String] = [] }
  enum Action: Equatable {
    case pay(String)
    case charge(String)
    case charged(String)
    case printed(String)
    case doNothing(String)
    case handOver(Int)
    case nothing
    case wait(String)
    case waited
    case cancel(String)
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pay(let id): return .durable(id: id, .charge(id))
      case .charge(let id):
        state.log.append("charge \(id)")
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.charged(id))
          try await clock.sleep(for: .seconds(1))
          await send(.printed(id))
        }
        .cancellable(id: id)
      case .charged(let id):
        state.log.append("charged \(id)")
        return .none
      case .printed(let id):
        state.log.append("printed \(id)")
        return .none
      case .doNothing(let id): return .durable(id: id, .nothing)
      case .nothing: return .none
      case .handOver(let count):
        return count == 0
          ? .durable(id: "last", .charge("last"))
          : .durable(id: "\(count)", .handOver(count - 1))
      case .wait(let id): return .durable(id: id, .waited)
      case .waited: return .run { _ in try await clock.sleep(for: .seconds(1)) }
      case .cancel(let id): return .cancel(id: id)
      }
    }
  }
}

/// A monitor that records the starts and ends of durable effects.
private final class PendingMonitor: StoreMonitor {
  private let record = Guarded<[String]>([])
  private let gates = Guarded<StoringGate?>(nil)

  var events: [String] { record.withLock { $0 } }

  var gate: (any EffectGate)? {
    get { gates.withLock { $0 } }
    set { gates.withLock { $0 = newValue as? StoringGate } }
  }

  func willStart(durableEffect id: String, _ action: Shop.Action) {
    record.withLock { $0.append("start \(id): \(caseName(of: action))") }
  }

  func didEnd(durableEffect id: String) { record.withLock { $0.append("end \(id)") } }

  func didProcess(
    _ action: Shop.Action, cause: ActionCause, made: MadeValues?, effectCount: Int
  ) -> Bool { true }
  func didChange(effectCount: Int) {}
  func didEndRound(_ state: () -> Shop.State, sharing shares: SharedAccess) -> Bool { true }
  func admits(_ state: () -> Shop.State, sharing shares: SharedAccess, after count: Int) -> Bool {
    true
  }
  func previousState(sharing shares: SharedAccess) -> DecodedState<Shop.State>? { nil }
}

/// An open gate whose host stores when a test says so.
private final class StoringGate: EffectGate {
  private let waiting = Guarded<[@Sendable (Bool) -> Void]>([])

  var waitingCount: Int { waiting.withLock { $0.count } }

  func finish(isStored: Bool) {
    let callbacks = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for callback in callbacks { callback(isStored) }
  }

  var holdsEffects: Bool { false }
  func whenOpen(_ callback: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? { nil }

  func onceStored(_ callback: @escaping @Sendable (Bool) -> Void) {
    waiting.withLock { $0.append(callback) }
  }
}
