// example begins
import Backstack
import BackstackService

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

func serveAlbum() throws {
  let album = Feature("album", initialState: Album.State()) { Album() }
  let server = BackstackServer(features: [album])
  try server.start()
  server.runUntilSignal()
}
// example ends
