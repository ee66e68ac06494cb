import Backstack
import BackstackViews

@Reducer
struct Rehearsals {
  @Reducer(state: .codable, .equatable, action: .codable)
  enum Path {
    case detail(RehearsalDetail)
    // Changed: a label, which is the name in JSON.
    case record(record: Record, rehearsal: Rehearsal)
    case recording(RehearsalRecording)
  }

  @ObservableState
  struct State: Codable, Equatable {
    var list = RehearsalList.State()
    var path = StackState<Path.State>()
  }

  enum Action: Codable {
    case list(RehearsalList.Action)
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) {
      RehearsalList()
    }
    Reduce { state, action in
      switch action {
      case .path(.element(_, .detail(.delegate(let delegateAction)))):
        switch delegateAction {
        case .start(let rehearsal):
          state.path.append(.recording(RehearsalRecording.State(rehearsal: rehearsal)))
          return .none
        }

      case .path:
        return .none

      case .list:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

struct RehearsalListView: View {
  let store: StoreOf<RehearsalList>

  var body: some View {
    List {
      ForEach(Array(store.$rehearsals)) { $rehearsal in
        NavigationLink(
          state: Rehearsals.Path.State.detail(RehearsalDetail.State(rehearsal: $rehearsal))
        ) {
          Text(rehearsal.title)
        }
      }
      .onDelete { indexSet in
        store.send(.onDelete(indexSet))
      }
    }
  }
}
