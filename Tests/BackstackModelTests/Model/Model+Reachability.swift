extension Model {
  /// Returns whether every screen that an event passes through exists.
  func isReachable(_ event: Event) -> Bool { Self.isReachable(event, root) }

  private static func isReachable(_ event: Event, _ screen: ModelScreen) -> Bool {
    switch event {
    case .act, .push: true
    case .element(let id, let inner):
      screen.path.first { $0.id == id }.map { isReachable(inner, $0.screen) } ?? false
    case .popFrom(let id): screen.has(.element(id))
    case .destination(let kind, let inner):
      if case .screen(kind, let child) = screen.destination {
        isReachable(inner, child)
      } else {
        false
      }
    case .button: screen.showsAlert
    case .dismiss: screen.destination != nil
    case .row(let id, let inner):
      screen.rows.first { $0.id == id }.map { isReachable(inner, $0) } ?? false
    }
  }
}
