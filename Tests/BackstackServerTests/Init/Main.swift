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

  #if DEBUG
    // `swift run` has the inspector. What is built for release has one if its options say so.
    static func configure(_ host: inout HostConfiguration) {
      guard host.service.inspector == nil, host.service.adminAddresses.isEmpty else { return }
      host.service.inspector = InspectorConfiguration(mode: .full)
      host.service.adminAddresses = [.ip("127.0.0.1", port: 0)]
    }
  #endif
}
