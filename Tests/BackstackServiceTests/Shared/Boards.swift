import Backstack

/// A feature whose screens share notes with the list below them.
@Reducer
struct Boards {
  struct Note: Codable, Equatable, Sendable, Identifiable {
    let id: Int
    var text: String
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Shared var notes: IdentifiedArrayOf<Note>
    @Shared(.inMemory("changes")) var changes = 0
    var path = StackState<Pad.State>()
  }

  enum Action: Codable, Sendable {
    case open(Int)
    case remove(Int)
    case append(String)
    case visit
    case log(String)
    case logLater(String)
    /// Sets `changes` to the length of the log.
    case countLog
    case path(StackActionOf<Pad>)
  }

  @Dependency(\.continuousClock) var clock

  static var initialState: State {
    State(notes: Shared(value: [Note(id: 1, text: "a"), Note(id: 2, text: "b")]))
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let id):
        guard let note = Shared(state.$notes[id: id]) else { return .none }
        state.path.append(Pad.State(note: note))
      case .remove(let id): state.$notes.withLock { _ = $0.remove(id: id) }
      case .append(let text):
        state.$notes.withLock { notes in for id in notes.ids { notes[id: id]?.text += text } }
      case .visit:
        @Shared(.appStorage("visits")) var visits = 0
        $visits.withLock { $0 += 1 }
      case .log(let text):
        @Shared(.inMemory("log")) var log: [String] = []
        $log.withLock { $0.append(text) }
      case .logLater(let text):
        return .run { [clock] _ in
          try await clock.sleep(for: .seconds(1))
          @Shared(.inMemory("log")) var log: [String] = []
          $log.withLock { $0.append(text) }
        }
      case .countLog:
        @Shared(.inMemory("log")) var log: [String] = []
        state.$changes.withLock { [count = log.count] in $0 = count }
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Pad() }
  }
}

/// A screen that shows a note.
@Reducer
struct Pad {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Shared var note: Boards.Note
    @Shared(.inMemory("changes")) var changes = 0
  }

  enum Action: Codable, Sendable {
    case write(String)
    case later(String)
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let text):
        state.$note.withLock { $0.text = text }
        state.$changes.withLock { $0 += 1 }
        return .none
      case .later(let text):
        return .run { [note = state.$note, clock] _ in
          try await clock.sleep(for: .seconds(1))
          note.withLock { $0.text = text }
        }
      }
    }
  }
}
