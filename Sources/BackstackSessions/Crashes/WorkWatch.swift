import BackstackPlatform
import Dispatch

/// A thread that may work on a session.
struct BusyThread: Sendable, Hashable {
  let number: UInt
  /// Which work it does: another number for other work.
  let mark: Int

  /// Whether it works on a session.
  var isBusy: Bool { Self.depth(of: mark) > 0 }

  /// How much a mark grows with each change.
  static var change: Int { 1 << 16 }

  /// Returns the number of notes, of which each is within the one before.
  static func depth(of mark: Int) -> Int { mark & (change - 1) }
}

/// Finds threads whose work on a session has used a processor for too long, as an endless loop does.
struct WorkWatch: Sendable {
  /// The time for which work may use a processor, in nanoseconds.
  let limit: Int64
  /// The time that each thread that worked had used when its present work was seen first.
  private var started: [BusyThread: Int64] = [:]

  init(limit: Int64) { self.limit = limit }

  /// Notes the threads.
  ///
  /// - Parameters:
  ///   - threads: All threads.
  ///   - used: Returns the time for which a thread has used a processor; `nil` if that is not known.
  /// - Returns: The numbers of those that have exceeded the limit.
  mutating func exceeding(
    _ threads: [BusyThread], _ used: (_ thread: UInt) -> Int64?
  ) -> [UInt] {
    var present: [BusyThread: Int64] = [:]
    var exceeding: [UInt] = []
    for thread in threads where thread.isBusy {
      guard let time = used(thread.number) else { continue }
      let start = started[thread] ?? time
      present[thread] = start
      if time - start >= limit { exceeding.append(thread.number) }
    }
    started = present
    return exceeding
  }
}

extension WorkWatch {
  /// Ends the process, from now on, as a trap in the work would once a thread exceeds the limit.
  ///
  /// - Parameter report: Called before the process ends.
  /// - Returns: What keeps watching until it is cancelled.
  consuming func begin(_ report: @escaping @Sendable () -> Void) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "backstack.watch"))
    let interval = DispatchTimeInterval.nanoseconds(Int(limit / 2))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: interval)
    let watch = Guarded(self)
    timer.setEventHandler {
      ThreadActivity.withAll { threads in
        let exceeding = watch.withLock { $0.exceeding(threads, PlatformThread.processorTime) }
        guard let thread = exceeding.first else { return }
        report()
        PlatformThread.trap(thread)
      }
    }
    timer.resume()
    return timer
  }
}
