import Backstack
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("forEach on a list")
struct ForEachReducerTests {
  let issues = IssueLog()

  private func makeStore(_ ids: [Int], _ reducer: Rows = Rows()) -> StoreOf<Rows> {
    let rows = IdentifiedArray(uniqueElements: ids.map { Counter.State(id: $0) })
    return Store(initialState: Rows.State(rows: rows)) {
      reducer
    } withDependencies: {
      $0.issueReporter = issues.reporter
      $0.continuousClock = TestClock()
    }
  }

  private func row(_ id: Int, _ action: Counter.Action) -> Rows.Action {
    .rows(.element(id: id, action: action))
  }

  @Test("An element's reducer runs before the parent's", .tags(.r71))
  func childFirst() {
    var reducer = Rows()
    reducer.onAction = { state, _ in state.log.append("\(state.rows[id: 2]?.count ?? -1)") }
    let store = makeStore([1, 2], reducer)
    store.send(row(2, .increment))
    #expect(store.log == ["1"])
    #expect(store.rows.map(\.count) == [0, 1])
  }

  @Test("An action for an element that is gone is reported; the parent still runs", .tags(.r71))
  func missing() {
    var reducer = Rows()
    reducer.onAction = { state, _ in state.log.append("ran") }
    let store = makeStore([1], reducer)
    #expect(store.sendIfReachable(row(2, .increment))?.reason == .element)
    #expect(store.sendIfReachable(row(1, .increment)) == nil)
    store.send(row(2, .increment))
    #expect(store.log == ["ran", "ran"])
    #expect(issues.messages.count == 1)
    #expect(issues.messages.first?.contains("element '2', which is not in the list") == true)
  }

  @Test(
    "Effects go on while their element is in the list and end when it is not", .tags(.r71),
    arguments: [
      (Rows.Action.set([2, 1]), 2), (.reverse, 2), (.set([1, 3]), 1), (.set([]), 0),
      (.set([3, 4]), 0),
    ])
  func cancellation(_ action: Rows.Action, effects: Int) {
    let store = makeStore([1, 2])
    store.send(row(1, .startTimer))
    store.send(row(2, .startTimer))
    #expect(store.effectCount == 2)
    store.send(action)
    #expect(store.effectCount == effects)
    #expect(issues.messages.isEmpty)
  }

  @Test("Equal cancel ids of two elements are independent", .tags(.r24))
  func cancelIDs() {
    let store = makeStore([1, 2])
    store.send(row(1, .startTimer))
    store.send(row(2, .startTimer))
    store.send(row(1, .stopTimer))
    #expect(store.effectCount == 1)
    store.send(row(2, .stopTimer))
    #expect(store.effectCount == 0)
  }

  @Test("Actions that an element's effect sends reach the element")
  func delivery() {
    let store = makeStore([1, 2])
    store.send(row(2, .sendIncrement))
    #expect(store.rows.map(\.count) == [0, 1])
  }

  @Test("A list's actions have the same JSON form as a stack's")
  func actionCoding() throws {
    let action = row(3, .increment)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = #"{"rows":{"element":{"action":{"increment":{}},"id":3}}}"#
    #expect(String(decoding: try encoder.encode(action), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Rows.Action.self, from: Data(json.utf8)) == action)
    for text in [
      #"{"rows":{"push":{}}}"#, #"{"rows":{"element":{"id":3}}}"#, #"{"rows":"element"}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Rows.Action.self, from: Data(text.utf8))
      }
    }
  }

  @Test("Case key paths reach the actions of an element", .tags(.r43))
  func caseKeyPaths() {
    let action = row(3, .increment)
    #expect(action.is(\.rows[id: 3].increment))
    #expect(!action.is(\.rows[id: 2].increment))
    #expect(action[case: \.rows.element]?.id == 3)
    let path: CaseKeyPath<Rows.Action, Void> = \.rows[id: 3].increment
    #expect(path() == action)
  }
}
