// example begins
import Backstack
import BackstackHost

@Reducer
struct Photo {
  struct State: Codable, Sendable { var isLiked = false }
  enum Action: Codable, Sendable { case likeButtonTapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.isLiked.toggle()
      return .none
    }
  }
}

@Reducer
struct Album {
  struct State: Codable, Sendable { var path = StackState<Photo.State>() }
  enum Action: Codable, Sendable {
    case photoTapped
    case path(StackActionOf<Photo>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .photoTapped = action { state.path.append(Photo.State()) }
      return .none
    }
    .forEach(\.path, action: \.path) { Photo() }
  }
}

struct AlbumHost: BackstackHost {
  static var features: [Feature] { [Feature("album", initialState: Album.State()) { Album() }] }
}
// example ends
