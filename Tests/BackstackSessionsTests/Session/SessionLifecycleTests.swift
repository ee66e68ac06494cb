import Testing

@testable import BackstackSessions

@Suite("The life of a session")
struct SessionLifecycleTests {
  typealias Phase = SessionLifecycle.Phase
  typealias Event = SessionLifecycle.Event
  typealias Steps = SessionLifecycle.Steps

  /// A transition: a phase, an event, the phase afterwards, and the steps that follow.
  struct Row: Sendable, CustomTestStringConvertible {
    let before: Phase
    let event: Event
    let after: Phase
    let steps: Steps

    init(_ before: Phase, _ event: Event, _ after: Phase, _ steps: Steps = []) {
      self.before = before
      self.event = event
      self.after = after
      self.steps = steps
    }

    var testDescription: String { "\(before), \(event)" }
  }

  private static let over: Steps = [.endStore, .storeEnd, .wakeWaiters, .endEvents]
  private static let gone: Steps = [.endStore, .wakeWaiters, .endEvents]
  private static let exceeded: Steps = [.storeEnd, .leaveDirectory]
  private static let limit = SessionEndReason.tooManyActions

  static let table: [Row] = [
    Row(.creating, .enter, .active),
    // Its creation fails: there is nothing to end in the storage and in the directory.
    Row(.creating, .exceed(limit), .ended(limit)),
    Row(.creating, .end(.deleted), .ended(.deleted), over),
    Row(.creating, .suspend, .creating),
    Row(.creating, .resume, .creating),
    Row(.creating, .leave, .passive, gone),

    Row(.activating, .enter, .active),
    Row(.activating, .exceed(limit), .ended(limit), exceeded),
    Row(.activating, .end(.deleted), .ended(.deleted), over),
    Row(.activating, .suspend, .activating),
    Row(.activating, .resume, .activating),
    Row(.activating, .leave, .passive, gone),

    Row(.active, .enter, .active),
    Row(.active, .exceed(limit), .ended(limit), exceeded),
    Row(.active, .end(.expired), .ended(.expired), over),
    Row(.active, .suspend, .passivating, .holdEffects),
    Row(.active, .resume, .active),
    Row(.active, .leave, .passive, gone),

    Row(.passivating, .enter, .passivating),
    Row(.passivating, .exceed(limit), .ended(limit), exceeded),
    Row(.passivating, .end(.deleted), .ended(.deleted), over),
    Row(.passivating, .suspend, .passivating),
    Row(.passivating, .resume, .active, .releaseEffects),
    Row(.passivating, .leave, .passive, gone),

    Row(.passive, .enter, .passive),
    Row(.passive, .exceed(limit), .ended(limit), exceeded),
    Row(.passive, .end(.deleted), .passive),
    Row(.passive, .suspend, .passive),
    Row(.passive, .resume, .passive),
    Row(.passive, .leave, .passive),

    Row(.ended(limit), .enter, .ended(limit)),
    Row(.ended(limit), .exceed(.stateTooLarge), .ended(limit)),
    // The directory removes a session that exceeded a limit; the first reason counts.
    Row(.ended(limit), .end(.expired), .ended(limit), gone),
    Row(.ended(limit), .suspend, .ended(limit)),
    Row(.ended(limit), .resume, .ended(limit)),
    Row(.ended(limit), .leave, .passive, gone),
  ]

  /// Returns a life that has reached a phase.
  private func life(in phase: Phase) -> SessionLifecycle {
    var life = SessionLifecycle(isNew: phase != .activating)
    let events: [Event] =
      switch phase {
      case .creating, .activating: []
      case .active: [.enter]
      case .passivating: [.enter, .suspend]
      case .passive: [.enter, .leave]
      case .ended(let reason): [.enter, .exceed(reason)]
      }
    for event in events { _ = life.handle(event) }
    return life
  }

  @Test("Each event in each phase leads to one phase and its steps", arguments: table)
  func transition(_ row: Row) {
    var life = life(in: row.before)
    #expect(life.phase == row.before)
    #expect(life.handle(row.event) == row.steps)
    #expect(life.phase == row.after)
  }

  @Test("The table has each event in each phase")
  func isComplete() {
    func name(_ value: some Any) -> Substring { "\(value)".prefix { $0 != "(" } }
    let pairs = Set(Self.table.map { "\(name($0.before)) \(name($0.event))" })
    #expect(Self.table.count == 6 * 6 && pairs.count == 6 * 6)
  }

  @Test("Requests are refused once a session is passive or over, with the reason")
  func refusals() {
    for phase in [Phase.creating, .activating, .active, .passivating] {
      let life = life(in: phase)
      #expect(life.isRunning && life.refusal == nil && life.exceededLimit == nil)
    }
    let passive = life(in: .passive)
    guard !passive.isRunning, case .passivated? = passive.refusal else {
      Issue.record("A passive session accepts requests.")
      return
    }
    let ended = life(in: .ended(.stateTooLarge))
    guard !ended.isRunning, case .ended(SessionEndReason.stateTooLarge)? = ended.refusal else {
      Issue.record("A session that is over accepts requests.")
      return
    }
    #expect(ended.exceededLimit == .stateTooLarge)
    var deleted = life(in: .active)
    _ = deleted.handle(.end(.deleted))
    // Its last version can still be read.
    #expect(deleted.exceededLimit == nil && !deleted.isRunning)
  }
}
