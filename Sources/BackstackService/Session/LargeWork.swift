import Dispatch
import Glibc

/// Runs what takes long because a session is large, or a request is, so that it delays nobody else: event loops
/// and the threads that all sessions share have no part in it.
///
/// What is small stays where it is: to pass it on would take longer than to do it.
struct LargeWork: Sendable {
  /// What takes as long as encoding so many bytes is passed on: a fraction of a millisecond.
  private static let threshold = 64 << 10

  /// Whether what takes as long as encoding so many bytes is passed on.
  static func isDue(_ weight: Int) -> Bool { weight > threshold }

  private let schedule: @Sendable (_ key: Int, @escaping @Sendable () -> Void) -> Void

  /// - Parameter schedule: Runs a closure soon, on any thread; what has the same key in order.
  init(schedule: @escaping @Sendable (_ key: Int, @escaping @Sendable () -> Void) -> Void) {
    self.schedule = schedule
  }

  /// Runs it on threads of its own, half as many as there are cores.
  init() {
    let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) / 2)
    let queues = (0..<count).map { DispatchQueue(label: "backstack.large.\($0)") }
    self.init { key, work in
      queues[Int(UInt(bitPattern: key) % UInt(count))].async { work() }
    }
  }

  /// Passes something on that takes as long as encoding so many bytes.
  ///
  /// - Parameter key: What has the same key is run in order.
  /// - Returns: `false`, with nothing done, when that is little.
  @discardableResult
  func take(_ weight: Int, key: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
    guard Self.isDue(weight) else { return false }
    schedule(key, work)
    return true
  }

  /// Passes work on a session on; returns `false`, with nothing done, when the session is small.
  func take(from context: SessionContext, _ work: @escaping @Sendable () -> Void) -> Bool {
    take(context.weight, key: context.id.hashValue, work)
  }

  /// Works on a session, at once or soon.
  func run(for context: SessionContext, _ work: @escaping @Sendable () -> Void) {
    if !take(from: context, work) { work() }
  }
}
