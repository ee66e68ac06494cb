import Backstack
import BackstackTestSupport
import Testing

@Reducer
private struct SwappedScreens {
  struct State: Sendable {
    var path = StackState<Path.State>([.timer(SwappedTimer.State())])
  }

  enum Action: Sendable {
    case replace(StackElementID)
    case tap(StackElementID)
    case path(StackActionOf<Path>)
  }

  @Reducer
  enum Path {
    case timer(SwappedTimer)
    case done(SwappedTimer)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .replace(let id): state.path[id: id] = .done(SwappedTimer.State())
      case .tap(let id): state.path[id: id]?.modify(ifCase: \.timer) { $0.count += 1 }
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

@Reducer
private struct SwappedTimer {
  struct State: Sendable {
    var count = 0
    var items = Array(repeating: 0, count: 100)
  }

  enum Action: Sendable {
    case start
    case tick
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start: .run { _ in await forever() }
      case .tick: .none
      }
    }
  }
}

@Suite("Screens that are replaced under the same id")
struct ReplacedScreenTests {
  @Test(
    "Replacing a screen with another case under the same id ends its effects at once", .tags(.r73))
  func replaced() {
    let store = Store(initialState: SwappedScreens.State()) { SwappedScreens() }
    store.send(.path(.element(id: 0, action: .timer(.start))))
    #expect(store.effectCount == 1)
    store.send(.tap(0))
    #expect(store.effectCount == 1)
    store.send(.replace(0))
    #expect(store.path[id: 0]?.is(\.done) == true)
    #expect(store.effectCount == 0)
  }

  @Test("An element is changed in place through its id", .tags(.r28))
  func inPlace() {
    var path = StackState<[Int]>([Array(repeating: 0, count: 100)])
    func address(_ list: inout [Int]) -> UInt {
      list.withUnsafeMutableBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address(&path[id: 0]!)
    path[id: 0]?[0] = 1
    #expect(address(&path[id: 0]!) == before)
    #expect(path[0][0] == 1)
    path[id: 0] = nil
    #expect(path.isEmpty)
  }
}
