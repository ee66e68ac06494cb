import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

/// Checks the scenarios of the article on tree-based navigation.
@Suite("The article on tree-based navigation")
struct TreeArticleTests {
  private let apple = ListFeature.Item(id: 1, name: "Apple")

  private func makeStore(
    _ items: [ListFeature.Item], clock: any Clock<Duration> = ImmediateClock()
  ) -> TestStoreOf<ListFeature> {
    TestStore(initialState: ListFeature.State(items: items)) {
      ListFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test("The form in a sheet saves, and the parent closes the sheet")
  func sheet() async {
    let store = makeStore([])
    await store.send(\.addButtonTapped) {
      $0.destination = .add(ItemForm.State(item: ListFeature.Item(id: 0, name: "")))
    }
    await store.send(\.destination.add.nameChanged, "Pear") {
      $0.$destination[case: \.add]?.item.name = "Pear"
    }
    await store.send(\.destination.add.saveButtonTapped)
    await store.receive(\.destination.add.delegate.save) {
      $0.items = [ListFeature.Item(id: 0, name: "Pear")]
      $0.destination = nil
    }
  }

  @Test("The parent sees a popover a last time when the popover is dismissed from outside")
  func popover() async {
    let store = makeStore([apple])
    await store.send(\.duplicateButtonTapped, 1) {
      $0.destination = .duplicate(ItemForm.State(item: ListFeature.Item(id: 2, name: "Apple")))
    }
    await store.send(\.destination.duplicate.nameChanged, "Green apple") {
      XCTModify(&$0.destination, case: \.duplicate) { $0.item.name = "Green apple" }
    }
    await store.send(\.destination.dismiss) {
      $0.lastDiscarded = "Green apple"
      $0.destination = nil
    }
  }

  @Test("The timer of a drill-down ends when another case replaces the drill-down", .tags(.r55))
  func drillDown() async {
    let clock = TestClock()
    let store = makeStore([apple], clock: clock)
    await store.send(\.itemTapped, 1) {
      $0.destination = .edit(ItemForm.State(item: apple))
    }
    await store.send(\.destination.edit.timerButtonTapped) {
      $0.$destination[case: \.edit]?.isTimerOn = true
    }
    await clock.advance(by: .seconds(2))
    await store.receive(\.destination.edit.tick) { $0.$destination[case: \.edit]?.seconds = 1 }
    await store.receive(\.destination.edit.tick) { $0.$destination[case: \.edit]?.seconds = 2 }
    // Another case replaces it directly.
    await store.send(\.deleteButtonTapped, 1) {
      $0.destination = .alert(.delete(id: 1))
    }
    #expect(clock.sleeperCount == 0)
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
  }

  @Test("A drill-down dismisses itself after three seconds", .tags(.r80))
  func dismissesItself() async {
    let clock = TestClock()
    let store = makeStore([apple], clock: clock)
    store.exhaustivity = .off
    await store.send(\.itemTapped, 1)
    await store.send(\.destination.edit.timerButtonTapped)
    await clock.advance(by: .seconds(60))
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    #expect(store.state.items == [apple])
    #expect(clock.sleeperCount == 0)
  }

  @Test("An alert's button deletes the item and closes the alert", .tags(.r63))
  func alert() async {
    let store = makeStore([apple])
    await store.send(\.deleteButtonTapped, 1) { $0.destination = .alert(.delete(id: 1)) }
    await store.send(\.destination.alert.confirmDeletion, 1) {
      $0.items = []
      $0.destination = nil
    }
  }

  @Test("Cancelling an alert deletes nothing")
  func cancelledAlert() async {
    let store = makeStore([apple])
    await store.send(\.deleteButtonTapped, 1) { $0.destination = .alert(.delete(id: 1)) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }
}
