import BackstackPlatform
import FoundationEssentials
import Synchronization

/// A member of the queue that writes to the storage when its permit comes.
protocol WriteClient: AnyObject, Sendable {
  /// Submits a write to the storage. ``WriteScheduler/finish(_:)`` or
  /// ``WriteScheduler/refuse(_:_:)`` ends the permit once the write is done, or immediately if
  /// there is nothing to write.
  func take(_ permit: WritePermit)
}

/// Gives sessions and requests permits to write to the storage, in the order of a ``WriteQueue``.
final class WriteScheduler: Sendable {
  private struct Member: Hashable, Sendable {
    let client: any WriteClient

    static func == (one: Self, other: Self) -> Bool { one.client === other.client }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(client)) }
  }

  private struct State: Sendable {
    var queue: WriteQueue<Member>
    /// The number of threads that give permits to waiting members, or are about to.
    var dispatchers = 0
  }

  /// As many as there are storage threads: so few permits whose size is not known yet need no
  /// bound.
  private static let maximumDispatchers = 2
  /// The number of permits that a dispatcher gives before it returns its thread.
  private static let permitsAtATime = 64
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
    state = Guarded(State(queue: WriteQueue(limits: limits)))
    self.timer = timer
    self.schedule = schedule
  }

  /// Whether effects wait for a permit: the storage can't keep up.
  var isCrowded: Bool { crowded.load(ordering: .relaxed) }

  /// Whether requests that have not changed anything yet are refused.
  var isFull: Bool { state.withLock { $0.queue.isFull } }

  /// Returns the number of members that wait.
  func waitingCount(for priority: WritePriority) -> Int {
    state.withLock { $0.queue.waitingCount(for: priority) }
  }

  /// Asks for a permit.
  ///
  /// - Returns: The permit, for the caller to take, if it is granted immediately. Otherwise the
  ///   client gets it later, on a storage thread.
  func enter(_ client: any WriteClient, for priority: WritePriority) -> WritePermit? {
    state.withLock { state in
      let permit = state.queue.enter(Member(client: client), for: priority)
      if permit == nil { noteCrowd(state) }
      return permit
    }
  }

  /// Runs a closure when its permit comes, on this thread or, later, on a storage thread.
  ///
  /// - Parameter write: Has to call its argument once its write is done.
  func run(_ write: @escaping @Sendable (_ finish: @escaping @Sendable () -> Void) -> Void) {
    let request = RequestClient(scheduler: self, write: write)
    if let permit = enter(request, for: .client) { request.take(permit) }
  }

  /// Records the size of a permit's write in bytes.
  func note(_ bytes: Int, in permit: inout WritePermit) {
    if bytes > Self.smallSize { permit = noted(bytes, permit) }
  }

  private func noted(_ bytes: Int, _ permit: WritePermit) -> WritePermit {
    state.withLock { state in
      var permit = permit
      state.queue.note(bytes, in: &permit)
      return permit
    }
  }

  /// Records that the write of a permit is done, or that there was nothing to write.
  func finish(_ permit: WritePermit) {
    let isDispatcherDue = state.withLock { state in
      state.queue.finish(permit)
      return shouldStartDispatcher(&state)
    }
    if isDispatcherDue { schedule { self.dispatch() } }
  }

  /// Records that the overloaded storage refused a write; its client gets another permit.
  func refuse(_ client: any WriteClient, _ permit: WritePermit) {
    let isPausing = state.withLock { state in
      defer { noteCrowd(state) }
      return state.queue.refuse(Member(client: client), permit)
    }
    if isPausing { _ = timer.schedule(after: Self.pause) { [weak self] in self?.tryAgain() } }
  }

  private func tryAgain() {
    let isDispatcherDue = state.withLock { state in
      state.queue.tryAgain()
      return shouldStartDispatcher(&state)
    }
    if isDispatcherDue { schedule { self.dispatch() } }
  }

  /// - Returns: Whether another thread has to give permits to waiting members.
  private func shouldStartDispatcher(_ state: inout State) -> Bool {
    guard state.dispatchers < Self.maximumDispatchers, state.queue.hasNext else { return false }
    state.dispatchers += 1
    return true
  }

  /// Gives permits to the waiting members while there are any.
  private func dispatch() {
    for _ in 0..<Self.permitsAtATime {
      let next = state.withLock { state -> (any WriteClient, WritePermit)? in
        guard let (member, permit) = state.queue.next() else {
          state.dispatchers -= 1
          return nil
        }
        noteCrowd(state)
        return (member.client, permit)
      }
      guard let (client, permit) = next else { return }
      client.take(permit)
    }
    schedule { self.dispatch() }
  }

  private func noteCrowd(_ state: borrowing State) {
    let isCrowded = state.queue.waitingCount(for: .effect) > 0
    if crowded.load(ordering: .relaxed) != isCrowded {
      crowded.store(isCrowded, ordering: .relaxed)
    }
  }
}

/// A request that needs a write before it can continue.
private final class RequestClient: WriteClient {
  private let scheduler: WriteScheduler
  private let write: @Sendable (_ finish: @escaping @Sendable () -> Void) -> Void

  init(
    scheduler: WriteScheduler,
    write: @escaping @Sendable (_ finish: @escaping @Sendable () -> Void) -> Void
  ) {
    self.scheduler = scheduler
    self.write = write
  }

  func take(_ permit: WritePermit) { write { [scheduler] in scheduler.finish(permit) } }
}
