/// A reference model of a store, with which the library is compared.
struct Model {
  typealias Segment = ModelScreen.Segment

  private(set) var root: ModelScreen
  private(set) var nextID: Int
  /// The effects in flight.
  var effects: [Running] = []
  var issueCount = 0
  private(set) var actionCount = 0

  // The working data of the current step, and the number of the last effect.
  var effectCount = 0
  var queue: [(event: Event, group: Int)] = []
  private var pending: [Pending] = []
  var tasks: [Job] = []
  var wakes: [Job] = []

  /// An effect in flight.
  struct Running {
    let number: Int
    let token: Int?
    let owner: [Segment]
    let group: Int
    var id: Int?
    var end = End.none

    /// The reaction to a cancellation by id.
    enum End { case none, add, wake }
  }

  /// An effect that was returned in this step.
  struct Pending {
    let work: Work
    let owner: [Segment]
    /// Whether the step has unmounted its screen.
    var isTorn = false
  }

  /// A job on the store's executor, with the number of its effect.
  enum Job {
    case dismiss(Int)
    case register(Int, id: Int)
    case wake(Int)
  }

  init(_ changes: [Change]) {
    root = ModelScreen()
    nextID = 0
    for change in changes { root.apply(change, &nextID) }
  }

  // MARK: Operations

  /// Processes an event and all that it causes without waiting.
  mutating func send(_ event: Event, group: Int) {
    process(event, group)
    while !tasks.isEmpty { perform(tasks.removeFirst()) }
  }

  /// Cancels the effects that an event started.
  mutating func cancel(group: Int) { effects.removeAll { $0.group == group } }

  // MARK: Actions

  /// Processes an event and those that it queues. Effects that it wakes run after the tasks that it
  /// starts.
  mutating func process(_ event: Event, _ group: Int) {
    queue.append((event, group))
    while !queue.isEmpty {
      let (event, group) = queue.removeFirst()
      var root = root
      reduce(&root, [], event)
      self.root = root
      actionCount += 1
      let started = pending
      pending = []
      for pending in started { start(pending, group) }
      // A screen may have been removed by any screen above it.
      effects.removeAll { root[$0.owner] == nil }
    }
    tasks += wakes
    wakes = []
  }

  private mutating func reduce(_ screen: inout ModelScreen, _ here: [Segment], _ event: Event) {
    var ending: Segment??
    var popped: Int?
    switch event {
    case .act: break
    case .element(let id, let inner):
      if let index = screen.path.firstIndex(where: { $0.id == id }) {
        reduce(&screen.path[index].screen, here + [.element(id)], inner)
      } else {
        issueCount += 1
      }
    case .row(let id, let inner):
      if let index = screen.rows.firstIndex(where: { $0.id == id }) {
        reduce(&screen.rows[index], here + [.row(id)], inner)
      } else {
        issueCount += 1
      }
    case .destination(let kind, let inner):
      if screen.destination != nil { lookAtDestination(screen, here) }
      if case .screen(kind, var child) = screen.destination, let segment = screen.presented {
        reduce(&child, here + [segment], inner)
        screen.destination = .screen(kind, child)
        // The enum's reducer notices at once that the id of its case has changed (R70).
        lookAtDestination(screen, here)
      } else {
        issueCount += 1
      }
    case .button:
      // Nothing is presented, or another case.
      if !screen.showsAlert { issueCount += 1 }
      if screen.presented != nil { lookAtDestination(screen, here) }
    case .dismiss:
      if screen.destination == nil { issueCount += 1 } else { ending = screen.presented }
    case .popFrom(let id):
      if screen.has(.element(id)) { popped = id } else { issueCount += 1 }
    case .push(let id, let value): push(id, value, on: &screen)
    }
    let showedAlert = screen.showsAlert
    reduceCore(&screen, here, event)
    if let popped, let index = screen.path.firstIndex(where: { $0.id == popped }) {
      screen.path.removeSubrange(index...)
    }
    if let ending, screen.presented == ending { screen.destination = nil }
    if case .button(.confirm) = event, showedAlert { screen.destination = nil }
    look(screen, here)
  }

  private mutating func push(_ id: Int?, _ value: Int, on screen: inout ModelScreen) {
    let id = id ?? nextID
    if screen.has(.element(id)) {
      issueCount += 1
    } else {
      screen.path.append(.init(id: id, screen: ModelScreen(value: value)))
      nextID = max(nextID, id + 1)
    }
  }

  /// Applies what the screen's own reducer does.
  private mutating func reduceCore(
    _ screen: inout ModelScreen, _ here: [Segment], _ event: Event
  ) {
    var change: Change?
    var works: [Work] = []
    switch event {
    case .act(let act): (change, works) = (act.change, act.works)
    case .dismiss:
      change = screen.presentsOnDismiss.map { .present($0) }
      screen.presentsOnDismiss = nil
    case .button(.confirm): change = .add(1)
    case .button(.another): change = .alert("again")
    case .button(.proceed): change = .present(Presentation(kind: .screen, id: 1, value: 1))
    case .element, .destination, .row, .popFrom, .push:
      if let ask = event.ask { (change, works) = (ask.change, ask.works) }
    }
    if let change { screen.apply(change, &nextID) }
    pending += works.map { Pending(work: $0, owner: here) }
  }

  // MARK: Mounted screens

  /// Ends the effects of the screens that are no longer in `screen`.
  private mutating func look(_ screen: ModelScreen, _ here: [Segment]) {
    endEffects(below: here) { !screen.has($0) }
  }

  private mutating func lookAtDestination(_ screen: ModelScreen, _ here: [Segment]) {
    endEffects(below: here) { segment in
      if case .destination = segment { segment != screen.presented } else { false }
    }
  }

  private mutating func endEffects(below here: [Segment], _ isGone: (Segment) -> Bool) {
    func isGoing(_ owner: [Segment]) -> Bool {
      owner.count > here.count && owner.starts(with: here) && isGone(owner[here.count])
    }
    effects.removeAll { isGoing($0.owner) }
    for index in pending.indices where isGoing(pending[index].owner) {
      pending[index].isTorn = true
    }
  }
}
