import BackstackHost

struct Main: BackstackHost {
  static var features: [Feature] {
    [
      Feature("library", initialState: Library.State(), link: Library.State.init(link:)) {
        Library()
      } view: {
        LibraryView(store: $0)
      }
    ]
  }
}
