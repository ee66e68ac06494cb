/// The wake-ups that a thread has deferred. The object lives until the thread ends.
final class PendingWakes {
  /// The maximum number of deferred wake-ups; one more triggers all of them.
  static let limit = 64

  private var depth = 0
  private var sleepers: [any Wakeable] = []

  private init() { sleepers.reserveCapacity(Self.limit) }

  // MARK: The thread's instance

  /// The variable with the thread's instance; `nil` when the process can't have another one.
  private static let instance = ThreadPointer { raw in
    // Sound: `makeForThread` retained the value, and the thread is ending, so no code uses it any
    // more.
    if let raw { Unmanaged<PendingWakes>.fromOpaque(raw).release() }
  }

  /// This thread's instance, if it has deferred a wake-up before.
  static var forThread: PendingWakes? {
    // Sound: the thread retains what `makeForThread` set until it ends.
    instance?.value.map { Unmanaged<PendingWakes>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns this thread's instance, creating it if needed; `nil` when there is no room for it.
  static func makeForThread() -> PendingWakes? {
    if let pending = forThread { return pending }
    guard let instance else { return nil }
    let pending = PendingWakes()
    // Sound: balanced when the thread ends, or below when the thread has no room for the value.
    let retained = Unmanaged.passRetained(pending)
    guard instance.set(retained.toOpaque()) else {
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
