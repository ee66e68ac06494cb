import BackstackTestSupport

/// One step of a test.
enum Step {
  case send(Event, ifReachable: Bool)
  /// Cancels the effects that an earlier step started.
  case cancel(step: Int)
}

/// The depth to which screens are nested in a test.
struct Scenario: Sendable {
  let depth: Int

  /// Screens on one stack, in one destination, in one list.
  static let flat = Scenario(depth: 1)
  /// Stacks in destinations in lists in stacks.
  static let nested = Scenario(depth: 3)
}

/// A generator of random steps.
struct StepMaker {
  typealias Segment = ModelScreen.Segment

  private var random: SeededGenerator
  private let scenario: Scenario
  private let number: Int
  private var tokenCount = 0

  /// - Parameter number: The number of the step, which makes the numbers of its tokens unique.
  init(seed: UInt64, scenario: Scenario, number: Int) {
    random = SeededGenerator(seed: seed)
    self.scenario = scenario
    self.number = number
  }

  /// Returns the changes that create the initial state of a store.
  mutating func start() -> [Change] {
    var screen = ModelScreen()
    var nextID = 0
    return (0..<random.below(6)).map { _ in
      let change = change(of: screen, at: [])
      screen.apply(change, &nextID)
      return change
    }
  }

  mutating func step(_ model: Model) -> Step {
    if number > 0, random.percent(4) { return .cancel(step: random.below(number)) }
    return .send(event(model), ifReachable: random.percent(10))
  }

  private mutating func event(_ model: Model) -> Event {
    let way = way(in: model.root)
    let screen = model.root[way] ?? ModelScreen()
    let isAtBottom = way.count == scenario.depth
    switch random.below(100) {
    case ..<8 where !isAtBottom:
      let ids = screen.path.map(\.id) + [random.below(model.nextID + 1)]
      return Event(way, .popFrom(random.pick(ids)))
    case ..<14 where !isAtBottom:
      let known = screen.path.map { Optional($0.id) }
      let id = random.pick(known + [nil, nil, nil, nil, model.nextID + random.below(3)])
      return Event(way, .push(id: id, random.below(9)))
    case ..<21 where !isAtBottom: return Event(way, .dismiss)
    case ..<26 where !isAtBottom: return Event(way, .button(random.pick(Button.allCases)))
    case ..<31: return Event(way + [strayed(model)], .act(.add(1)))
    default: return Event(way, .act(act(of: screen, at: way, in: model.root)))
    }
  }

  /// Returns the path of segments to a random screen that exists.
  private mutating func way(in root: ModelScreen) -> [Segment] {
    var way: [Segment] = []
    while way.count < scenario.depth, random.percent(70) {
      guard let screen = root[way], !screen.segments.isEmpty else { break }
      way.append(random.pick(screen.segments))
    }
    return way
  }

  /// Returns a segment for which there is mostly no screen.
  private mutating func strayed(_ model: Model) -> Segment {
    switch random.below(3) {
    case 0: .element(random.below(model.nextID + 2))
    case 1: .row(random.below(6))
    default: .destination(random.pick(Kind.allCases), id: 0)
    }
  }

  // MARK: Acts

  private mutating func act(
    of screen: ModelScreen, at way: [Segment], in root: ModelScreen
  ) -> Act {
    var act = Act()
    if random.percent(60) { act.change = change(of: screen, at: way) }
    act.works = works(atMost: 2)
    if !way.isEmpty, random.percent(25) {
      let outer = way.dropLast(1 + random.below(way.count))
      act.ask = Ask(levels: way.count - outer.count)
      if let screen = root[outer], random.percent(85) {
        act.ask?.change = change(of: screen, at: Array(outer))
      }
      act.ask?.works = works(atMost: 1)
    }
    return act
  }

  private mutating func works(atMost limit: Int) -> [Work] {
    (0..<random.below(limit + 1)).map { _ in work() }
  }

  private mutating func work() -> Work {
    let id = random.below(3)
    switch random.below(20) {
    case ..<5: return .hold(token())
    case ..<8: return .holdAs(token(), id: id, cancelInFlight: false)
    case ..<10: return .holdAs(token(), id: id, cancelInFlight: true)
    case ..<12: return .chain(token(), id: id)
    case ..<13: return .wholeChain(token(), id: id)
    case ..<15: return .watch(token(), id: id)
    case ..<16: return .add(1)
    case ..<18: return .cancel(id)
    default: return .dismiss
    }
  }

  private mutating func token() -> Int {
    tokenCount += 1
    return number * 10 + tokenCount
  }

  // MARK: Changes

  private mutating func change(of screen: ModelScreen, at way: [Segment]) -> Change {
    guard way.count < scenario.depth else { return ownChange(at: way) }
    switch random.below(20) {
    case ..<2: return ownChange(at: way)
    case ..<10: return stackChange(screen)
    case ..<14: return destinationChange()
    case ..<17: return rowsChange(screen)
    default: return innerChange(screen, at: way)
    }
  }

  /// Returns a change that affects no other screen.
  private mutating func ownChange(at way: [Segment]) -> Change {
    if random.percent(20) { return .roundTrip }
    // In a list, a row with another id is a different row.
    if case .row = way.last { return .add(1) }
    return random.percent(50) ? .add(1) : .changeID(random.below(3))
  }

  private mutating func stackChange(_ screen: ModelScreen) -> Change {
    let position = random.below(screen.path.count + 1)
    switch random.below(20) {
    case ..<6 where screen.path.count < 5: return .push(values(1 + random.below(2)))
    case ..<8 where screen.path.count < 5: return .splice(position..<position, values(1))
    case ..<9:
      let end = position + random.below(screen.path.count - position + 1)
      return .splice(position..<end, values(random.below(3)))
    case ..<10: return .popLast
    case ..<11: return .popTo(position)
    case ..<12: return .popFrom(position)
    case ..<13: return .remove(position)
    case ..<14: return .removeEven
    case ..<15: return .removeAll
    case ..<16: return .replaceAll(values(random.below(4)))
    case ..<17: return .replace(position, by: random.below(9))
    case ..<18: return random.percent(70) ? .save : .reverse
    default: return .restore
    }
  }

  private mutating func destinationChange() -> Change {
    let presentation = Presentation(
      kind: random.pick(Kind.allCases), id: random.below(2), value: random.below(9))
    switch random.below(10) {
    case ..<6: return .present(presentation)
    case ..<7: return .presentOnDismiss(presentation)
    case ..<9: return .alert("first")
    default: return .nilOut
    }
  }

  private mutating func rowsChange(_ screen: ModelScreen) -> Change {
    let id = random.below(5)
    switch random.below(10) {
    case ..<3: return .addRow(id, random.below(9))
    case ..<5: return .insertRow(id, random.below(9), at: random.below(screen.rows.count + 1))
    case ..<6: return .putRow(id, random.below(9))
    case ..<8: return .removeRow(id)
    case ..<9: return .removeEvenRows
    default: return .reverseRows
    }
  }

  /// Returns a change of a screen that this one contains, which bypasses the operators there.
  private mutating func innerChange(_ screen: ModelScreen, at way: [Segment]) -> Change {
    guard !screen.segments.isEmpty else { return .add(1) }
    let segment = random.pick(screen.segments)
    let change = change(of: screen[[segment]] ?? ModelScreen(), at: way + [segment])
    switch segment {
    case .element(let id):
      return .inElement(screen.path.firstIndex { $0.id == id } ?? 0, change)
    case .row(let id): return .inRow(screen.rows.firstIndex { $0.id == id } ?? 0, change)
    case .destination: return .inDestination(change)
    }
  }

  private mutating func values(_ count: Int) -> [Int] { (0..<count).map { _ in random.below(9) } }
}
