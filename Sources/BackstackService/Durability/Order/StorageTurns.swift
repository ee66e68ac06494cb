import BackstackLocking
import FoundationEssentials
import Synchronization

/// What comes to the storage when it is its turn.
protocol TurnTaker: AnyObject, Sendable {
  /// Gives the storage a write. The turn is ended by ``StorageTurns/finish(_:)`` or
  /// ``StorageTurns/refuse(_:_:)`` once it is done, or at once if there is nothing to write.
  func take(_ turn: WriteTurn)
}

/// Has sessions and requests come to the storage in the order of a ``WriteLine``.
final class StorageTurns: Sendable {
  private struct Member: Hashable, Sendable {
    let taker: any TurnTaker

    static func == (one: Self, other: Self) -> Bool { one.taker === other.taker }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(taker)) }
  }

  private struct State: Sendable {
    var line: WriteLine<Member>
    /// How many threads give turns to those who wait, or are about to.
    var ushers = 0
  }

  /// As many as there are threads for storing: so few have been called, and have not said yet how much
  /// they write, that it needs no bound.
  private static let maximumUshers = 2
  /// How many turns an usher gives before it returns its thread.
  private static let turnsAtATime = 64
  /// How long is waited before a storage is asked again that takes nothing, in seconds.
  static let pause = 0.1
  /// What a write may have without its bytes being noted, in bytes.
  private static let smallSize = 8192

  private let state: Guarded<State>
  private let crowded = Atomic(false)
  /// Runs something soon on a thread for storing.
  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let timer: any DeadlineTimer

  init(
    limits: WriteLimits, timer: any DeadlineTimer,
    schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    state = Guarded(State(line: WriteLine(limits: limits)))
    self.timer = timer
    self.schedule = schedule
  }

  /// Whether effects wait for their turn: the storage can't keep up.
  var isCrowded: Bool { crowded.load(ordering: .relaxed) }

  /// Whether requests that have changed nothing yet are to be refused.
  var isFull: Bool { state.withLock { $0.line.isFull } }

  /// How many wait.
  func waitingCount(for priority: WritePriority) -> Int {
    state.withLock { $0.line.waitingCount(for: priority) }
  }

  /// Asks for a turn.
  ///
  /// - Returns: The turn, if it is there at once, to be taken by the caller. Otherwise it is given later,
  ///   on a thread for storing.
  func enter(_ taker: any TurnTaker, for priority: WritePriority) -> WriteTurn? {
    state.withLock { state in
      let turn = state.line.enter(Member(taker: taker), for: priority)
      if turn == nil { noteCrowd(state) }
      return turn
    }
  }

  /// Gives a closure its turn, on this thread or, later, on one for storing.
  ///
  /// - Parameter write: Has to call what it gets when its write is done.
  func run(_ write: @escaping @Sendable (_ finish: @escaping @Sendable () -> Void) -> Void) {
    let request = RequestTurn(turns: self, write: write)
    if let turn = enter(request, for: .client) { request.take(turn) }
  }

  /// Notes how many bytes the write of a turn has.
  func note(_ bytes: Int, in turn: inout WriteTurn) {
    if bytes > Self.smallSize { turn = noted(bytes, turn) }
  }

  private func noted(_ bytes: Int, _ turn: WriteTurn) -> WriteTurn {
    state.withLock { state in
      var turn = turn
      state.line.note(bytes, in: &turn)
      return turn
    }
  }

  /// Notes that the write of a turn is done, or that there was nothing to write.
  func finish(_ turn: WriteTurn) {
    let isUsherDue = state.withLock { state in
      state.line.finish(turn)
      return callUsher(&state)
    }
    if isUsherDue { schedule { self.usher() } }
  }

  /// Notes that the storage had too much to do to take a write; its taker gets another turn.
  func refuse(_ taker: any TurnTaker, _ turn: WriteTurn) {
    let isPausing = state.withLock { state in
      defer { noteCrowd(state) }
      return state.line.refuse(Member(taker: taker), turn)
    }
    if isPausing { _ = timer.schedule(after: Self.pause) { [weak self] in self?.tryAgain() } }
  }

  private func tryAgain() {
    let isUsherDue = state.withLock { state in
      state.line.tryAgain()
      return callUsher(&state)
    }
    if isUsherDue { schedule { self.usher() } }
  }

  /// - Returns: Whether a thread is to begin giving turns to those who wait.
  private func callUsher(_ state: inout State) -> Bool {
    guard state.ushers < Self.maximumUshers, state.line.hasNext else { return false }
    state.ushers += 1
    return true
  }

  /// Gives turns to those who wait, for as long as there are any.
  private func usher() {
    for _ in 0..<Self.turnsAtATime {
      let next = state.withLock { state -> (any TurnTaker, WriteTurn)? in
        guard let (member, turn) = state.line.next() else {
          state.ushers -= 1
          return nil
        }
        noteCrowd(state)
        return (member.taker, turn)
      }
      guard let (taker, turn) = next else { return }
      taker.take(turn)
    }
    schedule { self.usher() }
  }

  private func noteCrowd(_ state: borrowing State) {
    let isCrowded = state.line.waitingCount(for: .effect) > 0
    if crowded.load(ordering: .relaxed) != isCrowded {
      crowded.store(isCrowded, ordering: .relaxed)
    }
  }
}

/// A request that has something written before it can go on.
private final class RequestTurn: TurnTaker {
  private let turns: StorageTurns
  private let write: @Sendable (_ finish: @escaping @Sendable () -> Void) -> Void

  init(
    turns: StorageTurns,
    write: @escaping @Sendable (_ finish: @escaping @Sendable () -> Void) -> Void
  ) {
    self.turns = turns
    self.write = write
  }

  func take(_ turn: WriteTurn) { write { [turns] in turns.finish(turn) } }
}
