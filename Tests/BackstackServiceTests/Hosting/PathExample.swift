import Backstack

// example begins
@Reducer(state: .codable, action: .codable)
enum AlbumPath {
  case album(Album)
  case photo(Photo)
}
// example ends
