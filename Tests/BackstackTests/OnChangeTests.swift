import Backstack
import BackstackTestSupport
import Testing

@Suite("onChange and _printChanges")
struct OnChangeTests {
  private struct State: Equatable {
    var count = 0
    var other = 0
    var log: [String] = []
  }

  private enum Action: Equatable {
    case increment, other
    case note(String)
  }

  private static var counting: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .other: state.other += 1
      case .note(let text): state.log.append(text)
      }
      return .none
    }
  }

  @Test(
    "onChange runs a reducer with the old and new values, and its effects after the others",
    .tags(.r7))
  func reducer() {
    let store = Store(initialState: State()) {
      Self.counting
        .onChange(of: \.count) { oldValue, newValue in
          Reduce { state, action in
            state.log.append("\(oldValue) → \(newValue) by \(action)")
            return .send(.note("effect"))
          }
        }
    }
    store.send(.other)
    #expect(store.log.isEmpty)
    store.send(.increment)
    #expect(store.log == ["0 → 1 by increment", "effect"])
  }

  @Test("onChange runs a closure with the old value and the state after a change", .tags(.r7))
  func closure() {
    let store = Store(initialState: State()) {
      Self.counting
        .onChange(of: { $0.count }) { oldValue, state in
          state.log.append("\(oldValue) → \(state.count)")
          return .none
        }
    }
    store.send(.other)
    store.send(.increment)
    store.send(.increment)
    #expect(store.log == ["0 → 1", "1 → 2"])
  }

  @Test("removeDuplicates decides what onChange regards as a change")
  func comparison() {
    let store = Store(initialState: State()) {
      Self.counting
        .onChange(of: \.count, removeDuplicates: { $0 / 2 == $1 / 2 }) { _, newValue in
          Reduce { state, _ in
            state.log.append("\(newValue)")
            return .none
          }
        }
    }
    for _ in 1...4 { store.send(.increment) }
    #expect(store.log == ["2", "4"])
  }

  @Test("_printChanges prints actions and changes in order with the given printer")
  func printing() {
    let lines = IssueLog()
    let store = Store(initialState: State()) {
      Self.counting._printChanges(.customDump { lines.append($0) })
    }
    store.send(.increment)
    #expect(
      lines.messages == [
        """
        received action:
        .increment
          OnChangeTests.State(
        -   count: 0,
        +   count: 1,
            … (2 unchanged)
          )

        """
      ])
  }

  @Test("The actionLabels printer omits the payloads of actions", .tags(.r120))
  func labels() {
    let lines = IssueLog()
    let store = Store(initialState: State()) {
      Self.counting._printChanges(.actionLabels { lines.append($0) })
    }
    store.send(.note("secret"))
    #expect(lines.messages == ["received action: .note"])
  }

  @Test("_printChanges(nil) does not affect the reducer")
  func noPrinter() {
    let store = Store(initialState: State()) { Self.counting._printChanges(nil) }
    store.send(.increment)
    #expect(store.count == 1)
  }

  @Test("A late action is recognized through onChange and _printChanges")
  func missingTarget() {
    let store = Store(initialState: Rows.State()) {
      Rows().onChange(of: \.log) { _, _ in .none }._printChanges(nil)
    }
    #expect(store.sendIfReachable(.child(.increment))?.reason == .presentation)
  }
}
