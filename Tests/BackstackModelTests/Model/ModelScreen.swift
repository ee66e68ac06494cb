/// A model of a screen's state, made of values and arrays without types of the library.
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

  /// The identity of a screen within the screen that contains it.
  enum Segment: Hashable {
    case element(Int)
    case destination(Kind, id: Int)
    case row(Int)
  }

  /// The segment of the presented screen, or `nil` if no screen is presented.
  var presented: Segment? {
    guard case .screen(let kind, let screen) = destination else { return nil }
    return .destination(kind, id: screen.id)
  }

  var showsAlert: Bool {
    if case .alert = destination { true } else { false }
  }

  /// Returns whether this screen directly contains the screen of a segment.
  func has(_ segment: Segment) -> Bool {
    switch segment {
    case .element(let id): path.contains { $0.id == id }
    case .destination: presented == segment
    case .row(let id): rows.contains { $0.id == id }
    }
  }

  /// The segments of the screens that this screen directly contains.
  var segments: [Segment] {
    path.map { .element($0.id) } + rows.map { .row($0.id) } + (presented.map { [$0] } ?? [])
  }

  /// The screen at the end of a path of segments, if it exists.
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

  /// The ids of the elements of all stacks, except saved copies.
  var elementIDs: [Int] {
    var ids = path.map(\.id)
    for element in path { ids += element.screen.elementIDs }
    for row in rows { ids += row.elementIDs }
    if case .screen(_, let screen) = destination { ids += screen.elementIDs }
    return ids
  }
}

extension Event {
  /// Creates the event that sends `event` to the screen at the end of a path of segments.
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
