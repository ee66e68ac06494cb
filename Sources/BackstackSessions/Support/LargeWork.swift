import BackstackPlatform
import Dispatch
import Synchronization

/// A dispatcher that moves slow work on large sessions or requests to other threads, so that it
/// blocks neither event loops nor the threads that all sessions share.
///
/// Small work stays on its thread: moving it would take longer than doing it. Work that waits has the
/// order of a ``LargeWorkQueue``.
package struct LargeWork: Sendable {
  /// The weight beyond which work is moved: a fraction of a millisecond. The weight of work is the
  /// number of bytes that could be encoded in the same time.
  private static let threshold = 64 << 10

  /// Returns whether work of this weight is moved to another thread.
  package static func isLarge(_ weight: Int) -> Bool { weight > threshold }

  /// Returns the weight of processing content that a client sends, before anything is known about it.
  ///
  /// - Parameter isMany: Whether it may be many actions, or a whole state, or leads to one. Each part
  ///   takes longer than its bytes tell.
  package static func weight(ofContent bytes: Int, isMany: Bool) -> Int {
    bytes * (isMany ? 64 : 16)
  }

  private struct State: Sendable {
    var queue: LargeWorkQueue
    /// The threads that are neither busy nor about to be.
    var idle: [Int]
    /// The number of threads that are about to take work.
    var called = 0

    /// Returns the threads to call, so that there is one for each work that can be done now.
    mutating func callThreads() -> ArraySlice<Int> {
      let count = min(idle.count, queue.readyCount - called)
      guard count > 0 else { return [] }
      called += count
      defer { idle.removeLast(count) }
      return idle.suffix(count)
    }
  }

  private final class Pool: Sendable {
    private let state: Guarded<State>
    private let schedule: @Sendable (_ thread: Int, @escaping @Sendable () -> Void) -> Void

    init(
      threads: Int, _ queue: LargeWorkQueue,
      schedule: @escaping @Sendable (_ thread: Int, @escaping @Sendable () -> Void) -> Void
    ) {
      state = Guarded(State(queue: queue, idle: Array(0..<threads)))
      self.schedule = schedule
    }

    /// Adds work; returns `false`, with nothing done, if it is a request for which there is no room.
    func add(
      _ work: @escaping LargeWorkQueue.Work, from source: LargeWorkSource, request bytes: Int?
    ) -> Bool {
      let threads = state.withLock { state -> ArraySlice<Int>? in
        if let bytes {
          guard state.queue.append(work, from: source, request: bytes) else { return nil }
        } else {
          state.queue.append(work, from: source)
        }
        return state.callThreads()
      }
      call(threads ?? [])
      return threads != nil
    }

    func counts() -> (waiting: Int, refused: Int) {
      state.withLock { ($0.queue.count, $0.queue.refusedCount) }
    }

    private func call(_ threads: ArraySlice<Int>) {
      for thread in threads { schedule(thread) { self.work(on: thread) } }
    }

    private func work(on thread: Int) {
      let next = state.withLock { state in
        state.called -= 1
        return state.queue.next()
      }
      next?.work()
      let threads = state.withLock { state in
        if let source = next?.source { state.queue.finish(source) }
        state.idle.append(thread)
        return state.callThreads()
      }
      call(threads)
    }
  }

  private let pool: Pool

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - limits: The limits of waiting requests.
  ///   - schedule: Runs a closure soon, on a thread with a number below `threads`.
  package init(
    threads: Int = 64, limits: LargeWorkLimits = LargeWorkLimits(),
    schedule: @escaping @Sendable (_ thread: Int, @escaping @Sendable () -> Void) -> Void
  ) {
    pool = Pool(threads: threads, LargeWorkQueue(limits: limits), schedule: schedule)
  }

  /// Creates a dispatcher with its own threads, half as many as there are cores.
  package init(limits: LargeWorkLimits = LargeWorkLimits()) {
    let count = max(1, SystemProcess.processorCount / 2)
    let queues = (0..<count).map { DispatchQueue(label: "backstack.large.\($0)") }
    self.init(threads: count, limits: limits) { thread, work in queues[thread].async { work() } }
  }

  /// The number of pieces of work that wait.
  package var waitingCount: Int { pool.counts().waiting }
  /// The number of requests that were refused because too much waited.
  package var refusedCount: Int { pool.counts().refused }

  /// Moves a request to another thread.
  ///
  /// - Parameters:
  ///   - bytes: The size of its content.
  ///   - source: Where it comes from; work of one source runs in order.
  /// - Returns: `false`, with nothing done, if so much waits that the request has to be refused.
  package func offloadRequest(
    _ bytes: Int, from source: LargeWorkSource, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    pool.add(work, from: source, request: bytes)
  }

  /// Moves work to another thread, however much waits: it completes what has begun.
  ///
  /// - Parameters:
  ///   - weight: The number of bytes that could be encoded in the time that the work takes.
  ///   - source: Where it comes from; work of one source runs in order.
  /// - Returns: `false`, with nothing done, if the work is small.
  @discardableResult
  package func offload(
    _ weight: Int, from source: @autoclosure () -> LargeWorkSource,
    _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    guard Self.isLarge(weight) else { return false }
    return pool.add(work, from: source(), request: nil)
  }

  /// Moves work on a session to another thread; returns `false`, with nothing done, if it is small.
  func offload(from context: SessionContext, _ work: @escaping @Sendable () -> Void) -> Bool {
    offload(context.weight, from: LargeWorkSource(context), work)
  }

  /// Runs work on a session, immediately or soon on another thread.
  package func run(for context: SessionContext, _ work: @escaping @Sendable () -> Void) {
    if !offload(from: context, work) { work() }
  }
}

/// The weight of work whose costs only its past tells.
///
/// It follows the slowest recent work: each faster one afterwards takes an eighth off.
package struct LearnedWeight: ~Copyable, Sendable {
  /// The clocks by which work is measured.
  struct Clocks: Sendable {
    /// The time that passes, which takes little to read.
    let elapsed: @Sendable () -> MonotonicInstant
    /// The time for which the thread has used a processor.
    let used: @Sendable () -> MonotonicInstant
  }

  /// The nanoseconds in which a byte could be encoded, and many times that: work of less than two
  /// milliseconds is small.
  private static let nanosecondsPerByte: Int64 = 32
  /// The value after work that took long, perhaps because the thread had to wait for a processor: only
  /// from then on is the use of the processor measured, until so much work was quick.
  private static let suspected: UInt32 = 16

  private let value = Atomic<UInt32>(0)

  package init() {}

  package var weight: Int { Int(value.load(ordering: .relaxed)) }

  /// Runs work, and learns from the time that it takes.
  func measure<Result, Failure: Error>(
    _ clocks: Clocks, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if value.load(ordering: .relaxed) == 0 {
      let start = clocks.elapsed().nanoseconds
      defer { suspect(clocks.elapsed().nanoseconds &- start) }
      return try work()
    } else {
      let start = clocks.used().nanoseconds
      defer { note(clocks.used().nanoseconds &- start) }
      return try work()
    }
  }

  /// Returns the weight of work that takes as long.
  private static func weight(_ nanoseconds: Int64) -> UInt32 {
    let weight = UInt32(clamping: nanoseconds / nanosecondsPerByte)
    return LargeWork.isLarge(Int(weight)) ? weight : 0
  }

  private func suspect(_ nanoseconds: Int64) {
    if Self.weight(nanoseconds) > 0 { value.store(Self.suspected, ordering: .relaxed) }
  }

  private func note(_ nanoseconds: Int64) {
    let old = value.load(ordering: .relaxed)
    let rest = old <= Self.suspected ? max(old, 1) - 1 : old - old / 8
    let isKept = rest < Self.suspected || LargeWork.isLarge(Int(rest))
    // Of two threads, either may win.
    value.store(max(Self.weight(nanoseconds), isKept ? rest : 0), ordering: .relaxed)
  }
}

extension LearnedWeight.Clocks {
  init(_ configuration: SessionConfiguration) {
    elapsed = configuration.steady
    used = configuration.threadTime
  }
}
