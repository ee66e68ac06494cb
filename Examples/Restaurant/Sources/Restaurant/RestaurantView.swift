import Backstack
import BackstackViews
import Foundation

/// The menu with the screens on it, and the orders.
struct RestaurantView: View {
  @Bindable var store: StoreOf<Restaurant>

  var body: some View {
    TabView(selection: $store.tab) {
      Tab("Menu", systemImage: "fork.knife", value: Restaurant.Tab.menu) {
        NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
          MenuView(store: store)
        } destination: { screen in
          switch screen.case {
          case .dish(let store): DishView(store: store)
          case .basket(let store): BasketView(store: store)
          case .status(let store): OrderStatusView(store: store)
          }
        }
      }
      Tab("Orders", systemImage: "list.bullet", value: Restaurant.Tab.orders) {
        OrdersView(store: store)
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}

private struct MenuView: View {
  @Bindable var store: StoreOf<Restaurant>

  var body: some View {
    let search = store.search
    let found = store.dishes.filter {
      search.isEmpty || $0.name.localizedCaseInsensitiveContains(search)
    }
    List {
      ForEach(found) { dish in
        Button {
          store.send(.dishTapped(id: dish.id))
        } label: {
          LabeledContent(dish.name) {
            if dish.isSoldOut { Text("Sold out") } else { Price(cents: dish.cents) }
          }
        }
      }
      if found.isEmpty { ContentUnavailableView("No dish", systemImage: "magnifyingglass") }
    }
    .navigationTitle("Menu")
    .searchable(text: $store.search, prompt: "A dish")
    .toolbar {
      Button("Your order (\(store.basket.lines.count))") { store.send(.basketButtonTapped) }
        .disabled(store.basket.lines.isEmpty)
    }
  }
}

private struct OrdersView: View {
  let store: StoreOf<Restaurant>

  var body: some View {
    List {
      ForEach(store.orders) { order in
        Button {
          store.send(.orderTapped(id: order.id))
        } label: {
          LabeledContent(order.stage.title) { Price(cents: order.basket.cents) }
        }
      }
      if store.orders.isEmpty {
        ContentUnavailableView("Nothing ordered yet", systemImage: "tray")
      }
    }
    .navigationTitle("Orders")
  }
}

/// An amount of money, as the guest's locale writes it.
struct Price: View {
  let cents: Int

  var body: some View { Text(Decimal(cents) / 100, format: .currency(code: "EUR")) }
}
