import Backstack
import BackstackViews

/// One dish, and how many of it to order.
struct DishView: View {
  @Bindable var store: StoreOf<DishDetail>

  var body: some View {
    let dish = store.dish
    Form {
      Text(dish.summary)
      LabeledContent("Price") { Price(cents: dish.cents) }
      LabeledContent("Time", value: dish.preparation.inMinutes)
      Stepper(
        "Quantity: \(store.quantity)", value: $store.quantity, in: Basket.Line.quantities)
      Button(dish.isSoldOut ? "Sold out" : "Add to the order") { store.send(.addButtonTapped) }
        .disabled(dish.isSoldOut)
    }
    .navigationTitle(dish.name)
  }
}

extension Duration {
  /// Whole minutes, rounded up, as text.
  var inMinutes: String {
    let minutes = (components.seconds + 59) / 60
    return minutes == 1 ? "1 minute" : "\(minutes) minutes"
  }
}
