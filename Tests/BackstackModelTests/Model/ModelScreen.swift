/// What a screen's state is to be: values, arrays, nothing of the library.
struct ModelScreen: Equatable {
  var id = 0
  var value = 0
  var path: [Element] = []
  var saved: [Element]?
  var destination: Destination?
  var presentsOnDismiss: Presentation?
  var rows: [ModelScreen] = []

  struct Element: Equatable {
    var id: Int
    var screen: ModelScreen
  }

  indirect enum Destination: Equatable {
    case screen(Kind, ModelScreen)
    case alert(String)
  }

  /// A step from a screen to one inside of it: what makes that one another.
  enum Segment: Hashable {
    case element(Int)
    case destination(Kind, id: Int)
    case row(Int)
  }

  /// The way to what is presented, if that is a screen.
  var presented: Segment? {
    guard case .screen(let kind, let screen) = destination else { return nil }
    return .destination(kind, id: screen.id)
  }

  var showsAlert: Bool {
    if case .alert = destination { true } else { false }
  }

  /// Whether there is such a screen right inside of this one.
  func has(_ segment: Segment) -> Bool {
    switch segment {
    case .element(let id): path.contains { $0.id == id }
    case .destination: presented == segment
    case .row(let id): rows.contains { $0.id == id }
    }
  }

  /// The ways to the screens right inside of this one.
  var segments: [Segment] {
    path.map { .element($0.id) } + rows.map { .row($0.id) } + (presented.map { [$0] } ?? [])
  }

  /// The screen at the end of a way.
  subscript(way: some Collection<Segment>) -> ModelScreen? {
    guard let first = way.first else { return self }
    let rest = way.dropFirst()
    switch first {
    case .element(let id): return path.first { $0.id == id }?.screen[rest]
    case .row(let id): return rows.first { $0.id == id }?[rest]
    case .destination:
      guard presented == first, case .screen(_, let screen) = destination else { return nil }
      return screen[rest]
    }
  }

  /// The ids of all elements of all stacks, without those of saved copies.
  var elementIDs: [Int] {
    var ids = path.map(\.id)
    for element in path { ids += element.screen.elementIDs }
    for row in rows { ids += row.elementIDs }
    if case .screen(_, let screen) = destination { ids += screen.elementIDs }
    return ids
  }
}

extension Event {
  /// An event of the screen at the end of a way.
  init(_ way: some BidirectionalCollection<ModelScreen.Segment>, _ event: Event) {
    self = way.reversed().reduce(event) { event, segment in
      switch segment {
      case .element(let id): .element(id, event)
      case .destination(let kind, _): .destination(kind, event)
      case .row(let id): .row(id, event)
      }
    }
  }
}
