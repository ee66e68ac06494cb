import Backstack
import BackstackTestSupport
import Synchronization
import Testing

@Suite("One store on many threads (decision 1)")
struct ManyThreadsTests {
  private let tokens = TokenBook()

  private final class Counter: Sendable {
    let value = Atomic(0)

    func increment() { value.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Returns a store with screens on a stack and in a list, which counts the actions that the root
  /// reduces.
  private func makeStore(_ reduced: Counter) -> StoreOf<Screen> {
    var state: Screen.State {
      var state = Screen.State()
      for change in [Change.push([1, 2, 3]), .addRow(0, 0), .addRow(1, 0), .addRow(2, 0)] {
        state.apply(change)
      }
      return state
    }
    return Store(initialState: state) {
      Reduce { _, _ in
        reduced.increment()
        return .none
      }
      Screen()
    } withDependencies: { [tokens] in
      $0.tokenBook = tokens
      // Actions can arrive late here, as those of remote clients do.
      $0.issueReporter = IssueReporter { _ in }
    }
  }

  @Test("Actions from many threads are processed once each, and no effect outlives its screen")
  func hammer() async throws {
    let reduced = Counter()
    let added = Counter()
    let store = makeStore(reduced)
    onThreads(8) { number in
      var user = User(number: number, store: store, added: added.increment)
      for _ in 0..<(1000 * Seeds.factor) { user.step() }
    }
    store.send(.act(Act(change: .removeAll)))
    store.send(.act(Act(change: .nilOut)))
    for row in 0..<5 { store.send(.act(Act(change: .removeRow(row)))) }
    await store.settle()

    let state = store.state
    #expect(state.value == added.value.load(ordering: .relaxed))
    #expect(store.actionCount == reduced.value.load(ordering: .relaxed))
    #expect(state.path.isEmpty && state.rows.isEmpty && state.destination == nil)
    #expect(store.effectCount == 0)
    #expect(tokens.alive.isEmpty)
    #expect(try state.decodedCopy() == state)
  }

  @Test("Observers on many threads see a counter only grow")
  func observers() {
    let store = makeStore(Counter())
    let decreases = Counter()
    let newest = Atomic(-1)
    let token = store.onChange(of: \.value) { newest.store($0, ordering: .relaxed) }
    onThreads(8) { _ in
      for _ in 0..<(50 * Seeds.factor) {
        let last = Atomic(-1)
        let token = store.onChange(of: \.value) { value in
          if value < last.exchange(value, ordering: .relaxed) { decreases.increment() }
        }
        for _ in 0..<5 { store.send(.act(.add(1))) }
        token.cancel()
      }
    }
    #expect(store.value == 8 * 50 * 5 * Seeds.factor)
    #expect(newest.load(ordering: .relaxed) == store.value)
    token.cancel()
    #expect(decreases.value.load(ordering: .relaxed) == 0)
  }

  @Test("Many threads can create, use and release scoped stores of one store", .tags(.r101))
  func scopes() {
    let store = makeStore(Counter())
    onThreads(8) { _ in
      for _ in 0..<200 {
        let path = store.scope(state: \.path, action: \.path)
        path.element(id: 1)?.send(.act(.add(1)))
        path.elements.first?.send(.act(.add(1)))
        let row = store.scope(state: \.rows[id: 2], action: \.rows[id: 2])
        row?.send(.act(.add(1)))
      }
    }
    #expect(store.path[id: 0]?.value == 1 + 1600)
    #expect(store.path[id: 1]?.value == 2 + 1600)
    #expect(store.rows[id: 2]?.value == 1600)
  }
}
