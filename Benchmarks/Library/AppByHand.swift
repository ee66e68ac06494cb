/// The same stack of screens as a manually written `switch` over a struct, with ascending ids.
struct AppByHand: Sendable {
  var screens: [(id: Int, screen: Screen)] = []
  var total = 0
  private var nextID = 0

  enum Screen: Sendable {
    case counter(Counter.State)
    case detail(Detail.State)
  }

  enum Action: Sendable {
    indirect case element(id: Int, ElementAction)
    case push(Screen)
    case popFrom(id: Int)
    case next(Int)
  }

  enum ElementAction: Sendable {
    case counter(Counter.Action)
    case detail(Detail.Action)
  }

  /// Processes an action.
  ///
  /// - Returns: The action that follows, if any.
  @inline(never)
  mutating func send(_ action: Action) -> Action? {
    switch action {
    case .element(let id, let elementAction):
      guard let index = index(of: id) else { return nil }
      switch (elementAction, screens[index].screen) {
      case (.counter(let action), .counter(var counter)):
        switch action {
        case .increment: counter.count += 1
        case .decrement:
          counter.count -= 1
          total -= 1
        case .start: break
        case .ask: return .element(id: id, .counter(.increment))
        }
        screens[index].screen = .counter(counter)
      case (.detail(.edit(let text)), .detail(var detail)):
        detail.text = text
        screens[index].screen = .detail(detail)
      default: break
      }
    case .push(let screen):
      screens.append((nextID, screen))
      nextID += 1
    case .popFrom(let id):
      guard let index = index(of: id) else { return nil }
      screens.removeSubrange(index...)
    case .next(let remaining):
      total += 1
      if remaining > 0 { return .next(remaining - 1) }
    }
    return nil
  }

  private func index(of id: Int) -> Int? {
    var lower = 0
    var upper = screens.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if screens[middle].id < id { lower = middle + 1 } else { upper = middle }
    }
    return lower < screens.count && screens[lower].id == id ? lower : nil
  }
}
