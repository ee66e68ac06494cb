import BackstackPlatform
import FoundationEssentials
import Synchronization

/// A member of the line that writes to the storage when its turn comes.
protocol TurnTaker: AnyObject, Sendable {
  /// Submits a write to the storage. ``StorageTurns/finish(_:)`` or ``StorageTurns/refuse(_:_:)``
  /// ends the turn once the write is done, or immediately if there is nothing to write.
  func take(_ turn: WriteTurn)
}

/// The turns of sessions and requests to write to the storage, in the order of a ``WriteLine``.
final class StorageTurns: Sendable {
  private struct Member: Hashable, Sendable {
    let taker: any TurnTaker

    static func == (one: Self, other: Self) -> Bool { one.taker === other.taker }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(taker)) }
  }

  private struct State: Sendable {
    var line: WriteLine<Member>
    /// The number of threads that give turns to waiting members, or are about to.
    var dispatchers = 0
  }

  /// As many as there are storage threads: so few turns whose size is not known yet need no bound.
  private static let maximumDispatchers = 2
  /// The number of turns that a dispatcher gives before it returns its thread.
  private static let turnsAtATime = 64
  /// The number of seconds before a storage that refuses all writes is tried again.
  static let pause = 0.1
  /// The maximum size, in bytes, of a write whose size is not recorded.
  private static let smallSize = 8192

  private let state: Guarded<State>
  private let crowded = Atomic(false)
  /// Runs a closure soon, on a storage thread.
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

  /// Whether effects wait for a turn: the storage can't keep up.
  var isCrowded: Bool { crowded.load(ordering: .relaxed) }

  /// Whether requests that have not changed anything yet are refused.
  var isFull: Bool { state.withLock { $0.line.isFull } }

  /// Returns the number of members that wait.
  func waitingCount(for priority: WritePriority) -> Int {
    state.withLock { $0.line.waitingCount(for: priority) }
  }

  /// Asks for a turn.
  ///
  /// - Returns: The turn, for the caller to take, if it is granted immediately. Otherwise the taker
  ///   gets it later, on a storage thread.
  func enter(_ taker: any TurnTaker, for priority: WritePriority) -> WriteTurn? {
    state.withLock { state in
      let turn = state.line.enter(Member(taker: taker), for: priority)
      if turn == nil { noteCrowd(state) }
      return turn
    }
  }

  /// Runs a closure when its turn comes, on this thread or, later, on a storage thread.
  ///
  /// - Parameter write: Has to call its argument once its write is done.
  func run(_ write: @escaping @Sendable (_ finish: @escaping @Sendable () -> Void) -> Void) {
    let request = RequestTurn(turns: self, write: write)
    if let turn = enter(request, for: .client) { request.take(turn) }
  }

  /// Records the size of a turn's write in bytes.
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

  /// Records that the write of a turn is done, or that there was nothing to write.
  func finish(_ turn: WriteTurn) {
    let isDispatcherDue = state.withLock { state in
      state.line.finish(turn)
      return shouldStartDispatcher(&state)
    }
    if isDispatcherDue { schedule { self.dispatch() } }
  }

  /// Records that the overloaded storage refused a write; its taker gets another turn.
  func refuse(_ taker: any TurnTaker, _ turn: WriteTurn) {
    let isPausing = state.withLock { state in
      defer { noteCrowd(state) }
      return state.line.refuse(Member(taker: taker), turn)
    }
    if isPausing { _ = timer.schedule(after: Self.pause) { [weak self] in self?.tryAgain() } }
  }

  private func tryAgain() {
    let isDispatcherDue = state.withLock { state in
      state.line.tryAgain()
      return shouldStartDispatcher(&state)
    }
    if isDispatcherDue { schedule { self.dispatch() } }
  }

  /// - Returns: Whether another thread has to give turns to waiting members.
  private func shouldStartDispatcher(_ state: inout State) -> Bool {
    guard state.dispatchers < Self.maximumDispatchers, state.line.hasNext else { return false }
    state.dispatchers += 1
    return true
  }

  /// Gives turns to the waiting members while there are any.
  private func dispatch() {
    for _ in 0..<Self.turnsAtATime {
      let next = state.withLock { state -> (any TurnTaker, WriteTurn)? in
        guard let (member, turn) = state.line.next() else {
          state.dispatchers -= 1
          return nil
        }
        noteCrowd(state)
        return (member.taker, turn)
      }
      guard let (taker, turn) = next else { return }
      taker.take(turn)
    }
    schedule { self.dispatch() }
  }

  private func noteCrowd(_ state: borrowing State) {
    let isCrowded = state.line.waitingCount(for: .effect) > 0
    if crowded.load(ordering: .relaxed) != isCrowded {
      crowded.store(isCrowded, ordering: .relaxed)
    }
  }
}

/// A request that needs a write before it can continue.
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
