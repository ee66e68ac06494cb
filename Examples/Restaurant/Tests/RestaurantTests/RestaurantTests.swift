import Backstack
import BackstackTesting
import Foundation
import Testing

@testable import Restaurant

let noon = Date(timeIntervalSince1970: 1_900_000_800)
let soup = IdentifiedArrayOf<Dish>.today[0]
let cake = IdentifiedArrayOf<Dish>.today[4]

extension Basket {
  /// A basket with two soups.
  static var soups: Self { Basket(lines: [Line(dish: soup, quantity: 2)]) }
}

extension Dish {
  /// The dish at another price.
  func costing(_ cents: Int) -> Self {
    var dish = self
    dish.cents = cents
    return dish
  }
}

struct Failure: Error {}

struct RestaurantTests {
  @Test func `a visit begins with the menu`() async {
    let store = TestStore(initialState: Restaurant.State()) {
      Restaurant()
    } withDependencies: {
      $0.kitchen.menu = { [soup, cake] }
    }
    await store.send(.began)
    await store.receive(\.menuLoaded) { $0.dishes = [soup, cake] }
  }

  @Test func `a menu that can't be read is an alert`() async {
    let store = TestStore(initialState: Restaurant.State()) {
      Restaurant()
    } withDependencies: {
      $0.kitchen.menu = { throw Failure() }
    }
    await store.send(.began)
    await store.receive(\.menuFailed) { $0.alert = .menuFailed }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func `a link opens its dish once the menu is there`() async {
    let state = Restaurant.State(link: "/restaurant/soup")
    let store = TestStore(initialState: state ?? Restaurant.State()) {
      Restaurant()
    } withDependencies: {
      $0.kitchen.menu = { [soup] }
    }
    await store.send(.began)
    await store.receive(\.menuLoaded) {
      $0.dishes = [soup]
      $0.linkedDish = nil
    }
    await store.receive(\.dishTapped, "soup") {
      $0.path[id: 0] = .dish(DishDetail.State(dish: Shared($0.$dishes[id: "soup"])!))
    }
    #expect(store.state.link == "/restaurant/soup")
    await store.send(\.path.popFrom, 0) { $0.path[id: 0] = nil }
    #expect(store.state.link == nil)
    await store.send(.dishTapped(id: "pizza")) { $0.alert = .unknownDish }
  }

  @Test func `links of other features lead nowhere`() {
    #expect(Restaurant.State(link: "/restaurant") == nil)
    #expect(Restaurant.State(link: "/hotel/soup") == nil)
  }

  @Test func `a client has no say in prices`() async {
    let dish = soup.costing(1)
    let basket = Basket(lines: [Basket.Line(dish: dish, quantity: 2)])
    let state = Restaurant.State(dishes: [dish], basket: basket)
    let store = TestStore(initialState: state) {
      Restaurant()
    } withDependencies: {
      $0.kitchen.menu = { [soup] }
    }
    await store.send(.began) { $0.dishes = [] }
    await store.receive(\.menuLoaded) {
      $0.dishes = [soup]
      $0.basket = .soups
    }
  }

  @Test func `what is sold out leaves the basket`() async {
    let state = Restaurant.State(dishes: [soup, cake], basket: .soups)
    let store = TestStore(initialState: state) { Restaurant() }
    await store.send(.soldOut(dish: "soup")) {
      $0.dishes[id: "soup"]?.isSoldOut = true
      $0.basket = Basket()
      $0.alert = .soldOut(["Tomato soup"])
    }
  }

  @Test func `an order is paid, cooked and ready`() async {
    let state = Restaurant.State(dishes: [soup], basket: .soups, guestName: "Ada")
    let tickets = LockIsolated<[UUID]>([])
    let store = TestStore(initialState: state) {
      Restaurant()
    } withDependencies: {
      $0.bank.charge = { _, cents in "R-\(cents)" }
      $0.kitchen.cook = { order, _ in tickets.withValue { $0.append(order.id) } }
      $0.date.now = noon
      $0.uuid = .incrementing
    }
    await store.send(.basketButtonTapped) {
      $0.path[id: 0] = .basket(BasketReview.State(basket: $0.$basket, guestName: $0.$guestName))
    }
    await store.send(\.path[id: 0].basket.payButtonTapped)
    await store.receive(\.path[id: 0].basket.delegate.place) {
      $0.orders = [Order(id: UUID(0), guestName: "Ada", basket: .soups, placedAt: noon)]
      $0.basket = Basket()
      $0.path = StackState([.status(OrderStatus.State(order: Shared($0.$orders[id: UUID(0)])!))])
    }
    await store.receive(\.charge)
    await store.receive(\.charged) {
      $0.orders[id: UUID(0)]?.receipt = "R-1300"
      $0.orders[id: UUID(0)]?.stage = .cooking
    }
    #expect(tickets.value == [UUID(0)])
    await store.send(.ready(order: UUID(0))) {
      $0.orders[id: UUID(0)]?.stage = .ready
      $0.alert = .ready
    }
  }

  @Test func `nothing is ordered that the menu does not have`() async {
    let store = TestStore(initialState: Restaurant.State(basket: .soups, guestName: "Ada")) {
      Restaurant()
    }
    await store.send(.basketButtonTapped) {
      $0.path[id: 0] = .basket(BasketReview.State(basket: $0.$basket, guestName: $0.$guestName))
    }
    await store.send(.soldOut(dish: "soup"))
    await store.send(\.path[id: 0].basket.payButtonTapped)
    await store.receive(\.path[id: 0].basket.delegate.place) {
      $0.basket = Basket()
      $0.alert = .soldOut(["Tomato soup"])
    }
  }

  @Test func `the bank may decline`() async {
    let order = Order(id: UUID(0), guestName: "Ada", basket: .soups, placedAt: noon)
    let store = TestStore(initialState: Restaurant.State(orders: [order])) {
      Restaurant()
    } withDependencies: {
      $0.bank.charge = { _, _ in throw Failure() }
    }
    await store.send(.charge(order: UUID(0)))
    await store.receive(\.declined) { $0.orders[id: UUID(0)]?.stage = .declined }
  }

  @Test func `nobody pays for what is not cooked`() async {
    let order = Order(id: UUID(0), guestName: "Ada", basket: .soups, placedAt: noon)
    let refunds = LockIsolated<[UUID]>([])
    let store = TestStore(initialState: Restaurant.State(orders: [order])) {
      Restaurant()
    } withDependencies: {
      $0.bank.charge = { _, _ in "R-1" }
      $0.bank.refund = { id in refunds.withValue { $0.append(id) } }
      $0.kitchen.cook = { _, _ in throw Failure() }
    }
    await store.send(.charge(order: UUID(0)))
    await store.receive(\.declined) { $0.orders[id: UUID(0)]?.stage = .declined }
    #expect(refunds.value == [UUID(0)])
  }

  @Test func `an order that is cancelled is refunded`() async {
    let order = Order(
      id: UUID(0), guestName: "Ada", basket: .soups, placedAt: noon, stage: .cooking,
      receipt: "R-1")
    let store = TestStore(initialState: Restaurant.State(tab: .orders, orders: [order])) {
      Restaurant()
    } withDependencies: {
      $0.bank.refund = { _ in }
    }
    await store.send(.orderTapped(id: UUID(0))) {
      $0.tab = .menu
      $0.path[id: 0] = .status(OrderStatus.State(order: Shared($0.$orders[id: UUID(0)])!))
    }
    await store.send(\.path[id: 0].status.cancelButtonTapped) {
      $0.path[id: 0, case: \.status]?.dialog = .cancel
    }
    await store.send(\.path[id: 0].status.dialog.cancelConfirmed) {
      $0.path[id: 0, case: \.status]?.dialog = nil
    }
    await store.receive(\.path[id: 0].status.delegate.cancel, UUID(0)) {
      $0.orders[id: UUID(0)]?.stage = .cancelled
    }
    await store.receive(\.refund)
    await store.receive(\.refunded) { $0.orders[id: UUID(0)]?.receipt = nil }
  }
}
