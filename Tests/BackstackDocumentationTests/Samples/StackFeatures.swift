import Backstack

/// The screens of the article on stacks.
enum Stack {
  @Reducer
  struct ListFeature {
    struct State: Equatable, Codable {
      var items: [String] = []
    }

    enum Action: Codable {
      case itemTapped(Int)
    }
  }

  @Reducer
  struct DetailFeature {
    struct State: Equatable, Codable {
      var item: String
    }

    enum Action: Codable {
      case editButtonTapped
    }
  }

  @Reducer
  struct EditFeature {
    struct State: Equatable, Codable {
      var text: String
    }

    enum Action: Codable {
      case saveButtonTapped
      case textChanged(String)
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .saveButtonTapped:
          return .run { _ in await dismiss() }
        case .textChanged(let text):
          state.text = text
          return .none
        }
      }
    }
  }

  // sample: stack-root
  @Reducer
  struct RootFeature {
    @Reducer(state: .equatable, .codable, action: .codable)
    enum Path {
      case list(ListFeature)
      case detail(DetailFeature)
      case edit(EditFeature)
    }

    struct State: Equatable, Codable {
      var path = StackState<Path.State>()
    }

    enum Action: Codable {
      case path(StackActionOf<Path>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path(.element(let id, action: .detail(.editButtonTapped))):
          guard let detail = state.path[id: id]?.detail else { return .none }
          state.path.append(.edit(EditFeature.State(text: detail.item)))
          return .none
        case .path(.element(let id, action: .edit(.saveButtonTapped))):
          guard let edit = state.path[id: id]?.edit,
            let detail = state.path.ids.last(where: { $0 < id })
          else { return .none }
          state.path[id: detail, case: \.detail]?.item = edit.text
          return .none
        case .path(.element(let id, action: .list(.itemTapped(let index)))):
          // A client may send any index.
          guard let list = state.path[id: id]?.list, list.items.indices.contains(index)
          else { return .none }
          state.path.append(.detail(DetailFeature.State(item: list.items[index])))
          return .none
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
  }
  // end
}
