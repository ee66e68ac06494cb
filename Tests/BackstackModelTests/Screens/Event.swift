/// An action for a screen, with the path to the screen.
indirect enum Event: Equatable, Sendable {
  case act(Act)
  case element(Int, Event)
  case popFrom(Int)
  /// A push by a client, which may have an id.
  case push(id: Int?, Int)
  case destination(Kind, Event)
  case button(Button)
  case dismiss
  case row(Int, Event)

  /// The request of the innermost act to the current screen, if any.
  var ask: Ask? {
    var event = self
    var distance = 0
    while true {
      switch event {
      case .act(let act): return act.ask.flatMap { $0.levels == distance ? $0 : nil }
      case .element(_, let inner), .destination(_, let inner), .row(_, let inner):
        event = inner
        distance += 1
      case .popFrom, .push, .button, .dismiss: return nil
      }
    }
  }
}
