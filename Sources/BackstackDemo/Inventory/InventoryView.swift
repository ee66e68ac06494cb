import BackstackViews
import FoundationEssentials

/// The list of items, and what is shown over it.
struct InventoryView: View {
  @Bindable var store: StoreOf<Inventory>

  var body: some View {
    ItemList(store: store)
      .navigationTitle("Inventory")
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Button("Add an item", systemImage: "plus") { store.send(.addButtonTapped) }
        }
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
      .sheet(
        item: $store.scope(state: \.destination?.addItem, action: \.destination.addItem)
      ) { form in
        ItemFormView(store: form)
          .navigationTitle("New item")
          .toolbar {
            ToolbarItem(placement: .cancellationAction) {
              Button("Cancel") { store.send(.cancelAddItemButtonTapped) }
            }
            ToolbarItem(placement: .confirmationAction) {
              Button("Add") { store.send(.confirmAddItemButtonTapped) }
            }
          }
      }
      .popover(
        item: $store.scope(state: \.destination?.duplicateItem, action: \.destination.duplicateItem)
      ) { form in
        ItemFormView(store: form)
          .navigationTitle("Copy of an item")
          .toolbar {
            ToolbarItem(placement: .cancellationAction) {
              Button("Cancel") { store.send(.cancelDuplicateItemButtonTapped) }
            }
            ToolbarItem(placement: .confirmationAction) {
              Button("Add the copy") { store.send(.confirmDuplicateItemButtonTapped) }
            }
          }
      }
      .navigationDestination(
        item: $store.scope(state: \.destination?.editItem, action: \.destination.editItem)
      ) { form in
        ItemFormView(store: form)
          .navigationTitle(form.item.title)
      }
  }
}

private struct ItemList: View {
  let store: StoreOf<Inventory>

  var body: some View {
    if store.items.isEmpty {
      ContentUnavailableView {
        Label("No items yet", systemImage: "shippingbox")
      } description: {
        Text("Add what you keep in stock.")
      } actions: {
        Button("Add an item") { store.send(.addButtonTapped) }
      }
    } else {
      List(store.items) { item in
        Button {
          store.send(.itemButtonTapped(id: item.id))
        } label: {
          HStack {
            if let color = item.color { Color(color.rawValue).accessibilityHidden(true) }
            VStack(alignment: .leading) {
              Text(item.title).font(.headline)
              Text(item.availability).font(.caption).foregroundStyle(.secondary)
            }
          }
        }
        .swipeActions {
          Button("Copy", systemImage: "doc.on.doc") {
            store.send(.duplicateButtonTapped(id: item.id))
          }
          Button("Delete", systemImage: "trash", role: .destructive) {
            store.send(.deleteButtonTapped(id: item.id))
          }
        }
      }
    }
  }
}

/// The form of an item.
struct ItemFormView: View {
  @Bindable var store: StoreOf<ItemForm>

  var body: some View {
    Form {
      TextField("Name", text: $store.item.name)
      Picker("Color", selection: $store.item.color) {
        Text("None").tag(Item.Color?.none)
        ForEach(Item.Color.allCases, id: \.self) { color in
          Text(color.rawValue.capitalized).tag(Item.Color?.some(color))
        }
      }
      Section("Availability") {
        Picker("Status", selection: $store.item.status) {
          Text("In stock").tag(Item.Status.inStock(quantity: store.item.quantity ?? 1))
          Text("Out of stock").tag(Item.Status.outOfStock(isOnBackOrder: store.item.isOnBackOrder))
        }
        .pickerStyle(.segmented)
        switch store.item.status {
        case .inStock(let quantity):
          Stepper(
            "Quantity: \(quantity)",
            value: Binding(
              get: { quantity }, set: { $store.item.status.wrappedValue = .inStock(quantity: $0) }),
            in: ItemForm.quantities)
        case .outOfStock(let isOnBackOrder):
          Toggle(
            "On back order",
            isOn: Binding(
              get: { isOnBackOrder },
              set: { $store.item.status.wrappedValue = .outOfStock(isOnBackOrder: $0) }))
        }
      }
      Section {
        if let ticksLeft = store.ticksLeft {
          Button("Stop: closes in \(ticksLeft) s", systemImage: "stop") {
            store.send(.timerButtonTapped)
          }
        } else {
          Button("Close in \(ItemForm.ticksUntilDismissal) seconds", systemImage: "timer") {
            store.send(.timerButtonTapped)
          }
        }
      }
    }
  }
}

extension Item {
  fileprivate var title: String { name.isEmpty ? "Unnamed" : name }

  fileprivate var quantity: Int? {
    if case .inStock(let quantity) = status { quantity } else { nil }
  }

  fileprivate var isOnBackOrder: Bool {
    if case .outOfStock(let isOnBackOrder) = status { isOnBackOrder } else { false }
  }

  fileprivate var availability: String {
    switch status {
    case .inStock(let quantity): "\(quantity) in stock"
    case .outOfStock(isOnBackOrder: true): "Out of stock, on back order"
    case .outOfStock(isOnBackOrder: false): "Out of stock"
    }
  }
}
