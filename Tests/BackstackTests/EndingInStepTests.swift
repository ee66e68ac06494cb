import Backstack
import Synchronization
import Testing

/// A holder of the store to end, which is set later.
private final class Ender: Sendable {
  let store = Mutex<StoreOf<Shelf>?>(nil)
}

@Reducer
private struct Shelf {
  struct State: Sendable {
    var path = StackState<Book.State>()
    @Presents var note: Book.State?
  }

  enum Action: Sendable {
    case path(StackActionOf<Book>)
    case note(PresentationAction<Book.Action>)
  }

  let end: @Sendable () -> Void

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.path, action: \.path) { Book(end: end) }
      .ifLet(\.$note, action: \.note) { Book(end: end) }
  }
}

@Reducer
private struct Book {
  struct State: Sendable {
    var marks = 0
    @Presents var note: Note.State?
  }

  enum Action: Sendable {
    case end
    case note(PresentationAction<Note.Action>)
  }

  @Reducer
  struct Note {
    struct State: Sendable { var marks = 0 }

    enum Action: Sendable { case end }

    let end: @Sendable () -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        end()
        state.marks += 1
        return .run { _ in Issue.record("An effect ran in a store that has ended.") }
      }
    }
  }

  let end: @Sendable () -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .end = action { end() }
      state.marks += 1
      return .none
    }
    .ifLet(\.$note, action: \.note) { Note(end: end) }
  }
}

@Suite("Stores that end in their own reducer")
struct EndingInStepTests {
  @Test(
    "Reducers that run while their store ends still return, and their effects don't start",
    arguments: 0..<4)
  func end(shape: Int) {
    let ender = Ender()
    let store = Store(
      initialState: Shelf.State(
        path: StackState([Book.State(note: Book.Note.State())]),
        note: Book.State(note: Book.Note.State()))
    ) {
      Shelf { ender.store.withLock { $0 }?.end() }
    }
    defer { ender.store.withLock { $0 = nil } }
    ender.store.withLock { $0 = store }
    let id = store.path.ids[0]
    // The action mounts its features first, so that the end of the store unmounts them.
    switch shape {
    case 0: store.send(.path(.element(id: id, action: .end)))
    case 1: store.send(.path(.element(id: id, action: .note(.presented(.end)))))
    case 2: store.send(.note(.presented(.end)))
    default: store.send(.note(.presented(.note(.presented(.end)))))
    }
    let state = store.state
    let marks = (state.path.first?.marks ?? 0) + (state.note?.marks ?? 0)
    #expect(marks == 1)
    #expect(store.isEnded)
    #expect(store.effectCount == 0)
  }
}
