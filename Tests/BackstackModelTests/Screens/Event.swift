/// An action on its way to the screen that it is for.
indirect enum Event: Equatable, Sendable {
  case act(Act)
  case element(Int, Event)
  case popFrom(Int)
  /// A push by a client, which may bring an id along.
  case push(id: Int?, Int)
  case destination(Kind, Event)
  case button(Button)
  case dismiss
  case row(Int, Event)

  /// What the act inside asks of the screen that this goes through.
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
