import Backstack
import Foundation

@Reducer
struct RehearsalForm {
  @ObservableState
  struct State: Codable, Equatable {
    var focus: Field? = .title
    var rehearsal: Rehearsal

    init(focus: Field? = .title, rehearsal: Rehearsal) {
      self.focus = focus
      self.rehearsal = rehearsal
      if self.rehearsal.singers.isEmpty {
        @Dependency(\.uuid) var uuid
        self.rehearsal.singers.append(Singer(id: uuid()))
      }
    }

    enum Field: Hashable, Codable {
      case singer(Singer.ID)
      case title
    }
  }

  enum Action: BindableAction, Codable {
    case addSingerButtonTapped
    case binding(BindingAction<State>)
    case onDeleteSingers(IndexSet)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addSingerButtonTapped:
        let singer = Singer(id: uuid())
        state.rehearsal.singers.append(singer)
        state.focus = .singer(singer.id)
        return .none

      case .binding:
        return .none

      case .onDeleteSingers(let indices):
        state.rehearsal.singers.remove(atOffsets: indices)
        if state.rehearsal.singers.isEmpty {
          state.rehearsal.singers.append(Singer(id: uuid()))
        }
        guard let first = indices.first else { return .none }
        let index = min(first, state.rehearsal.singers.count - 1)
        state.focus = .singer(state.rehearsal.singers[index].id)
        return .none
      }
    }
  }
}
