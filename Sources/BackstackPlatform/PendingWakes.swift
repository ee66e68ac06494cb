#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The wake-ups that a thread has deferred. The object lives until the thread ends.
final class PendingWakes {
  /// The largest number of deferred wake-ups; one more triggers all of them.
  static let limit = 64

  private var depth = 0
  private var sleepers: [any Wakeable] = []

  private init() { sleepers.reserveCapacity(Self.limit) }

  // MARK: The thread's instance

  /// The key of the thread's instance; `nil` when the process has no more keys.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { raw in
      // Sound: `makeForThread` retained the value, and the thread is ending, so no code uses it any
      // more.
      if let raw { Unmanaged<PendingWakes>.fromOpaque(raw).release() }
    }
    return result == 0 ? key : nil
  }()

  /// This thread's instance, if it has deferred a wake-up before.
  static var forThread: PendingWakes? {
    guard let key, let raw = pthread_getspecific(key) else { return nil }
    // Sound: the thread retains what `makeForThread` set until it ends.
    return Unmanaged<PendingWakes>.fromOpaque(raw).takeUnretainedValue()
  }

  /// Returns this thread's instance, creating it if needed; `nil` when there is no room for it.
  static func makeForThread() -> PendingWakes? {
    if let pending = forThread { return pending }
    guard let key else { return nil }
    let pending = PendingWakes()
    // Sound: balanced when the thread ends, or below when the thread has no room for the value.
    let retained = Unmanaged.passRetained(pending)
    guard pthread_setspecific(key, retained.toOpaque()) == 0 else {
      retained.release()
      return nil
    }
    return pending
  }

  // MARK: Deferring

  var isCoalescing: Bool { depth > 0 }

  func begin() { depth += 1 }

  func end() {
    depth -= 1
    if depth == 0 { wakeAll() }
  }

  func add(_ sleeper: any Wakeable) {
    if sleepers.contains(where: { $0 === sleeper }) { return }
    if sleepers.count == Self.limit { wakeAll() }
    sleepers.append(sleeper)
  }

  private func wakeAll() {
    for sleeper in sleepers { sleeper.wake() }
    sleepers.removeAll(keepingCapacity: true)
  }
}
