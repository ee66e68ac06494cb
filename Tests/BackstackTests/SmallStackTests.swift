import Backstack
import BackstackTestSupport
import Testing

/// A screen that presents itself and stores a large block inline in its state.
private struct Level: Reducer {
  struct State: Equatable, Sendable {
    @Presents var child: State?
    var block = Block()
    var taps = 0
  }

  @CasePathable
  enum Action: Sendable {
    indirect case child(PresentationAction<Action>)
    case tap
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .tap = action { state.taps += 1 }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Level() }
  }
}

/// Thirty-two kilobytes.
private struct Block: Equatable, Sendable {
  var bytes = InlineArray<4096, Int>(repeating: 0)
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.bytes[0] == rhs.bytes[0] }
}

@Suite("Small call stacks")
struct SmallStackTests {
  /// A chain of screens, each presented by the one before it, and the action for the last.
  private static func chain(_ depth: Int) -> (state: Level.State, tap: Level.Action) {
    var state = Level.State()
    var action = Level.Action.tap
    for _ in 0..<depth {
      state = Level.State(child: state)
      action = .child(.presented(action))
    }
    return (state, action)
  }

  // Frames of unoptimized code are large, but no state may be on the stack while those below are
  // reduced.
  @Test(
    "A deep, shared chain of large presentations is reduced on a small call stack",
    arguments: [(depth: 120, kilobytes: 512)])
  func reducing(depth: Int, kilobytes: Int) {
    onSmallThread(kilobytes: 64 << 10) {
      let (state, tap) = Self.chain(depth)
      let store = Store(initialState: state) { Level() }
      onSmallThread(kilobytes: kilobytes) {
        store.send(tap)
        store.send(tap)
      }
      #expect(store.withState { Self.taps(of: $0, at: depth) } == 2)
      #expect(Self.taps(of: state, at: depth) == 0)
    }
  }

  private static func taps(of state: Level.State, at depth: Int) -> Int? {
    var state: Level.State? = state
    for _ in 0..<depth { state = state?.child }
    return state?.taps
  }

  @Test(
    "A deep chain of large presentations is on the heap and is freed on a small call stack")
  func releasing() {
    #expect(MemoryLayout<PresentationState<Level.State>>.size <= 16)
    onSmallThread(kilobytes: 64 << 10) {
      let store = Store(initialState: Self.chain(200).state) { Level() }
      onSmallThread(kilobytes: 256) { store.send(.child(.dismiss)) }
      #expect(store.withState { $0.child == nil })
    }
  }
}
