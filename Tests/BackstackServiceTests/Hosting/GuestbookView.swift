// example begins
import BackstackViews

struct GuestbookView: View {
  @Bindable var store: StoreOf<Guestbook>

  var body: some View {
    List(store.names, id: \.self) { name in Text(name) }
      .navigationTitle("Guestbook")
      .toolbar { Button("Sign as Ada") { store.send(.sign(name: "Ada")) } }
      .alert($store.scope(state: \.welcome, action: \.welcome))
  }
}
// example ends
