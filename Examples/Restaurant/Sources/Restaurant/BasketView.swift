import Backstack
import BackstackViews

/// What is about to be ordered.
struct BasketView: View {
  @Bindable var store: StoreOf<BasketReview>

  var body: some View {
    let basket = store.basket
    Form {
      Section("Dishes") {
        ForEach(basket.lines) { line in
          Button {
            store.send(.lineTapped(id: line.id))
          } label: {
            LabeledContent("\(line.quantity) × \(line.dish.name)") { Price(cents: line.cents) }
          }
        }
      }
      Section("For the kitchen") {
        if !basket.note.isEmpty { Text(basket.note) }
        Button(basket.note.isEmpty ? "Add a note" : "Change the note") {
          store.send(.noteButtonTapped)
        }
      }
      Section("Guest") { TextField("Name", text: $store.guestName) }
      LabeledContent("Total") { Price(cents: basket.cents) }
      Button("Order and pay") { store.send(.payButtonTapped) }
        .buttonStyle(.borderedProminent)
        .disabled(basket.lines.isEmpty)
    }
    .navigationTitle("Your order")
    .sheet(item: $store.scope(state: \.destination?.line, action: \.destination.line)) { line in
      LineEditorView(store: line)
    }
    .sheet(item: $store.scope(state: \.destination?.note, action: \.destination.note)) { note in
      NoteEditorView(store: note)
    }
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
  }
}

private struct LineEditorView: View {
  @Bindable var store: StoreOf<LineEditor>

  var body: some View {
    Form {
      Stepper(
        "Quantity: \(store.line.quantity)",
        value: $store.line.quantity.sending(\.quantityChanged), in: Basket.Line.quantities)
      Button("Remove from the order", role: .destructive) { store.send(.removeButtonTapped) }
    }
    .navigationTitle(store.line.dish.name)
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveButtonTapped) }
      }
    }
  }
}

private struct NoteEditorView: View {
  @Bindable var store: StoreOf<NoteEditor>

  var body: some View {
    Form { TextEditor(text: $store.text).accessibilityLabel("Note") }
      .navigationTitle("A note for the kitchen")
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") { store.send(.saveButtonTapped) }
        }
      }
  }
}
