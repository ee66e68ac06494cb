import Backstack
import BackstackViews

/// How far an order is.
struct OrderStatusView: View {
  @Bindable var store: StoreOf<OrderStatus>

  var body: some View {
    let order = store.order
    Form {
      Section {
        Text(order.stage.title).font(.headline)
        if order.stage == .paying { ProgressView() }
        if order.stage == .cooking, let remaining = store.remaining {
          Text(remaining > .zero ? "Ready in \(remaining.inMinutes)" : "Any moment now")
        }
        LabeledContent("Ordered") { Text(order.placedAt, style: .time) }
        LabeledContent("Guest", value: order.guestName)
        if let receipt = order.receipt { LabeledContent("Receipt", value: receipt) }
      }
      Section("Dishes") {
        ForEach(order.basket.lines) { line in Text("\(line.quantity) × \(line.dish.name)") }
        if !order.basket.note.isEmpty { Text(order.basket.note).italic() }
      }
      if order.stage == .cooking {
        Button("Cancel the order", role: .destructive) { store.send(.cancelButtonTapped) }
      }
    }
    .navigationTitle("Order")
    .confirmationDialog($store.scope(state: \.dialog, action: \.dialog))
    .task { await store.send(.task).finish() }
  }
}

extension Order.Stage {
  var title: String {
    switch self {
    case .paying: "Paying…"
    case .declined: "The bank has declined the payment"
    case .cooking: "In the kitchen"
    case .ready: "Ready"
    case .cancelled: "Cancelled"
    }
  }
}
