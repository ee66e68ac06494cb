import Backstack
import BackstackTesting
import Foundation
import Testing

@testable import Restaurant

extension BasketReview.Action {
  /// The action of the field with the name. Asynchronous code can't name a setter of a shared value.
  fileprivate static func named(_ name: String) -> Self { .set(\.guestName, name) }
}

/// The reducers of the screens, each on its own.
struct ScreenTests {
  @Test func `a dish is added, and its screen leaves`() async {
    let store = TestStore(initialState: DishDetail.State(dish: Shared(value: soup))) {
      DishDetail()
    }
    await store.send(.set(\.quantity, 99)) { $0.quantity = 20 }
    await store.send(.addButtonTapped)
    await store.receive(\.delegate.add)
    #expect(store.isDismissed)
  }

  @Test func `a dish that is sold out is not added`() async {
    var dish = soup
    dish.isSoldOut = true
    let store = TestStore(initialState: DishDetail.State(dish: Shared(value: dish))) {
      DishDetail()
    }
    await store.send(.addButtonTapped)
  }

  @Test func `a line is changed and removed on its sheet`() async {
    let store = basketStore()
    await store.send(.lineTapped(id: "soup")) {
      $0.destination = .line(LineEditor.State(line: Basket.Line(dish: soup, quantity: 2)))
    }
    await store.send(\.destination.line.quantityChanged, 0) {
      $0.$destination[case: \.line]?.line.quantity = 1
    }
    await store.send(\.destination.line.saveButtonTapped) {
      $0.basket.lines[id: "soup"]?.quantity = 1
      $0.destination = nil
    }
    await store.send(.lineTapped(id: "soup")) {
      $0.destination = .line(LineEditor.State(line: Basket.Line(dish: soup)))
    }
    await store.send(\.destination.line.removeButtonTapped) {
      $0.basket = Basket()
      $0.destination = nil
    }
  }

  @Test func `a note is written on its sheet`() async {
    let store = basketStore()
    await store.send(.noteButtonTapped) {
      $0.destination = .note(NoteEditor.State(text: ""))
    }
    let text = String(repeating: "No salt. ", count: 100)
    await store.send(\.destination.note.binding.text, text) {
      $0.$destination[case: \.note]?.text = String(text.prefix(200))
    }
    await store.send(\.destination.note.saveButtonTapped) {
      $0.basket.note = String(text.prefix(200))
      $0.destination = nil
    }
  }

  @Test func `an order needs a name`() async {
    let store = basketStore()
    await store.send(.payButtonTapped) { $0.destination = .alert(.noName) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.send(.named("Ada")) { $0.guestName = "Ada" }
    await store.send(.payButtonTapped)
    await store.receive(\.delegate.place)
  }

  private func basketStore() -> TestStoreOf<BasketReview> {
    TestStore(
      initialState: BasketReview.State(
        basket: Shared(value: .soups), guestName: Shared(value: ""))
    ) {
      BasketReview()
    }
  }

  @Test func `the time until an order is ready passes`() async {
    let clock = TestClock()
    let order = Order(
      id: UUID(0), guestName: "Ada", basket: .soups, placedAt: noon, stage: .cooking)
    let store = TestStore(initialState: OrderStatus.State(order: Shared(value: order))) {
      OrderStatus()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = noon + 180
    }
    await store.send(.task) { $0.remaining = .seconds(120) }
    await clock.advance(by: .seconds(120))
    await store.receive(\.minutePassed) { $0.remaining = .seconds(60) }
    await store.receive(\.minutePassed) { $0.remaining = .zero }
  }
}
