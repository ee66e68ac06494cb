import BackstackViews

/// What a person sees and can do, in any client: open /app/ in a browser.
struct LibraryView: View {
  @Bindable var store: StoreOf<Library>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      BookList(store: store)
        .navigationTitle("Library")
        .toolbar { Button("Add a book", systemImage: "plus") { store.send(.addButtonTapped) } }
        .sheet(item: $store.scope(state: \.form, action: \.form)) { form in
          BookFormView(store: form)
        }
    } destination: { screen in
      switch screen.case {
      case .book(let store): BookView(store: store)
      }
    }
  }
}

/// The books, or what to do while there are none.
struct BookList: View {
  let store: StoreOf<Library>

  var body: some View {
    if store.titles.isEmpty {
      ContentUnavailableView {
        Label("No books yet", systemImage: "book")
      } description: {
        Text("What you add is here, and stays.")
      } actions: {
        Button("Add a book") { store.send(.addButtonTapped) }
          .buttonStyle(.borderedProminent)
      }
    } else {
      List(store.titles, id: \.self) { title in
        Button {
          store.send(.bookTapped(title: title))
        } label: {
          Label(title, systemImage: "book")
        }
      }
    }
  }
}

/// The screen of a book.
struct BookView: View {
  let store: StoreOf<Book>

  var body: some View {
    Form {
      LabeledContent("Read", value: store.isRead ? "Yes" : "Not yet")
      Button(store.isRead ? "Mark as unread" : "Mark as read", systemImage: "checkmark") {
        store.send(.readButtonTapped)
      }
      Button("Close") { store.send(.closeButtonTapped) }
    }
    .navigationTitle(store.title)
  }
}

/// The sheet that adds a book.
struct BookFormView: View {
  @Bindable var store: StoreOf<BookForm>

  var body: some View {
    Form { TextField("Title", text: $store.title.sending(\.titleChanged)) }
      .navigationTitle("New book")
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") { store.send(.saveButtonTapped) }.disabled(store.title.isEmpty)
        }
      }
  }
}
