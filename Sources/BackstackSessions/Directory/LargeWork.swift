import BackstackPlatform
import Dispatch

/// A dispatcher that moves slow work on large sessions or requests to other threads, so that it
/// blocks neither event loops nor the threads that all sessions share.
///
/// Small work stays on its thread: moving it would take longer than doing it.
package struct LargeWork: Sendable {
  /// The weight beyond which work is moved: a fraction of a millisecond. The weight of work is the
  /// number of bytes that could be encoded in the same time.
  private static let threshold = 64 << 10

  /// Returns whether work of this weight is moved.
  package static func isDue(_ weight: Int) -> Bool { weight > threshold }

  private let schedule: @Sendable (_ key: Int, @escaping @Sendable () -> Void) -> Void

  /// Creates a dispatcher.
  ///
  /// - Parameter schedule: Runs a closure soon, on any thread; closures with the same key in order.
  package init(schedule: @escaping @Sendable (_ key: Int, @escaping @Sendable () -> Void) -> Void) {
    self.schedule = schedule
  }

  /// Creates a dispatcher with its own threads, half as many as there are cores.
  package init() {
    let count = max(1, SystemProcess.processorCount / 2)
    let queues = (0..<count).map { DispatchQueue(label: "backstack.large.\($0)") }
    self.init { key, work in
      queues[Int(UInt(bitPattern: key) % UInt(count))].async { work() }
    }
  }

  /// Moves work to another thread.
  ///
  /// - Parameters:
  ///   - weight: The number of bytes that could be encoded in the time that the work takes.
  ///   - key: Work with the same key runs in order.
  /// - Returns: `false`, with nothing done, if the work is small.
  @discardableResult
  package func take(_ weight: Int, key: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
    guard Self.isDue(weight) else { return false }
    schedule(key, work)
    return true
  }

  /// Moves work on a session to another thread; returns `false`, with nothing done, if it is small.
  func take(from context: SessionContext, _ work: @escaping @Sendable () -> Void) -> Bool {
    take(context.weight, key: context.id.hashValue, work)
  }

  /// Runs work on a session, immediately or soon on another thread.
  package func run(for context: SessionContext, _ work: @escaping @Sendable () -> Void) {
    if !take(from: context, work) { work() }
  }
}
