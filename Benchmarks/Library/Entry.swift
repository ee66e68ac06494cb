import Backstack
import Foundation

/// A feature that depends on the date and on ids. It reads either for one of its actions.
@Reducer
struct Entry {
  @ObservableState
  struct State: Equatable, Sendable {
    var savedAt = Date(timeIntervalSince1970: 0)
    var id: UUID?
    var saves = 0
  }

  enum Action: Sendable {
    case count
    case rename
    case stamp
  }

  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count: state.saves += 1
      case .rename: state.id = uuid()
      case .stamp: state.savedAt = now
      }
      return .none
    }
  }
}

/// The same by hand.
struct EntryByHand: Sendable {
  var state = Entry.State()
  var now: @Sendable () -> Date
  var uuid: @Sendable () -> UUID

  @inline(never)
  mutating func send(_ action: Entry.Action) {
    switch action {
    case .count: state.saves += 1
    case .rename: state.id = uuid()
    case .stamp: state.savedAt = now()
    }
  }
}

extension LibraryBenchmark {
  /// Measures the actions of a feature with dependencies, which it reads or doesn't.
  static func measureDependencies() {
    let table = Table("An action to a feature with two dependencies")
    let id = UUID()
    let actions: [(name: String, Entry.Action)] = [
      ("that does not read them", .count), ("that reads an override", .rename),
      ("that reads a default", .stamp),
    ]
    for (name, action) in actions {
      let store = Store(initialState: Entry.State()) {
        Entry()
      } withDependencies: {
        $0.uuid = UUIDGenerator { id }
      }
      var hand = EntryByHand(now: { Date() }, uuid: { id })
      let costs = measure(
        repetitions: 5_000,
        [
          { count in for _ in 0..<count { store.send(action) } },
          { count in for _ in 0..<count { hand.send(action) } },
        ])
      table.row(name, store: costs[0], reducer: nil, hand: costs[1])
    }
  }
}
