import Backstack
import BackstackTestSupport

/// The random actions of one thread on a store that it shares with other threads.
struct User {
  private var random: SeededGenerator
  private let number: Int
  private let store: StoreOf<Screen>
  private let added: () -> Void
  private var tokenCount = 0
  private var tasks: [StoreTask] = []
  private var observations: [ObserveToken] = []

  init(number: Int, store: StoreOf<Screen>, added: @escaping () -> Void) {
    random = SeededGenerator(seed: UInt64(number))
    self.number = number
    self.store = store
    self.added = added
  }

  mutating func step() {
    switch random.below(16) {
    case 0, 1:
      store.send(.act(.add(1)))
      added()
    case 2: store.send(.act(Act(change: .push([1]))))
    case 3: if store.path.count > 3 { store.send(.path(.popFrom(id: anyElement()))) }
    case 4: store.send(.act(Act(change: .addRow(random.below(5), 1))))
    case 5: store.send(.act(Act(change: .removeRow(random.below(5)))))
    case 6:
      let presentation = Presentation(kind: .screen, id: random.below(3), value: 0)
      store.send(.act(Act(change: .present(presentation))))
    case 7: _ = store.sendIfReachable(.destination(.dismiss))
    case 8: observe()
    case 9: if !tasks.isEmpty { tasks.removeLast().cancel() }
    case 10: store.send(.act(Act(works: [.cancel(random.below(3))])))
    case 11: read()
    default: sendToScreen()
    }
  }

  private mutating func anyElement() -> StackElementID {
    let ids = store.path.ids
    return ids.isEmpty ? 0 : random.pick(ids)
  }

  private mutating func act() -> Act {
    tokenCount += 1
    let token = number * 100_000 + tokenCount
    let id = random.below(3)
    switch random.below(8) {
    case 0: return Act(works: [.hold(token)])
    case 1: return Act(works: [.holdAs(token, id: id, cancelInFlight: true)])
    case 2: return Act(works: [.chain(token, id: id)])
    case 3: return Act(works: [.watch(token, id: id)])
    case 4: return Act(works: [.hold(token), .dismiss])
    case 5: return Act(works: [.cancel(id)])
    default: return .add(1)
    }
  }

  /// Sends an action to a screen, also through a scoped store.
  private mutating func sendToScreen() {
    let act = Screen.Action.act(act())
    let id = anyElement()
    switch random.below(6) {
    case 0: tasks.append(store.send(.path(.element(id: id, action: act))))
    case 1: _ = store.sendIfReachable(.path(.element(id: id, action: act)))
    case 2:
      let path = store.scope(state: \.path, action: \.path)
      if let task = path.element(id: id)?.send(act) { tasks.append(task) }
    case 3: store.send(.rows(.element(id: random.below(5), action: act)))
    case 4: store.send(.destination(.presented(.screen(act))))
    default:
      let child = store.scope(state: \.$destination.screen, action: \.destination.screen)
      if let task = child?.send(act) { tasks.append(task) }
    }
  }

  private mutating func observe() {
    if observations.count > 2 { observations.removeFirst().cancel() }
    observations.append(store.onChange { _ in })
  }

  private func read() {
    let ids = store.path.ids
    precondition(Set(ids).count == ids.count, "An id occurs twice.")
    _ = store.rows.count + store.effectCount
    _ = store.scope(state: \.path, action: \.path).elements.map(\.value)
  }
}
