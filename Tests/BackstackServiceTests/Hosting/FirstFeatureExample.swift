// example begins
import Backstack
import BackstackHost
import BackstackViews

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

struct AlbumView: View {
  @Bindable var store: StoreOf<Album>
  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      Button("Look at a photo") { store.send(.photoTapped) }.navigationTitle("Album")
    } destination: { photo in
      Button(photo.isLiked ? "Liked" : "Like") { photo.send(.likeButtonTapped) }
        .navigationTitle("Photo")
    }
  }
}

struct AlbumHost: BackstackHost {
  static var features: [Feature] {
    [
      Feature("album", initialState: Album.State()) {
        Album()
      } view: {
        AlbumView(store: $0)
      }
    ]
  }
}
// example ends
