import Glibc

/// The wake-ups that a thread puts off. It goes when the thread ends.
final class PendingWakes {
  /// How many are put off at most; with one more all of them happen.
  static let limit = 64

  private var depth = 0
  private var sleepers: [any Wakeable] = []

  private init() { sleepers.reserveCapacity(Self.limit) }

  // MARK: The thread's own

  /// `nil` when the process has as many as there can be.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { raw in
      // Sound: what the key has is retained by `makeOfThread`, and nobody uses it when its thread ends.
      if let raw { Unmanaged<PendingWakes>.fromOpaque(raw).release() }
    }
    return result == 0 ? key : nil
  }()

  /// Those of this thread, if it has put any off before.
  static var ofThread: PendingWakes? {
    guard let key, let raw = pthread_getspecific(key) else { return nil }
    // Sound: the thread keeps what was set by `makeOfThread` until it ends.
    return Unmanaged<PendingWakes>.fromOpaque(raw).takeUnretainedValue()
  }

  /// Those of this thread; `nil` when there is no room for them.
  static func makeOfThread() -> PendingWakes? {
    if let pending = ofThread { return pending }
    guard let key else { return nil }
    let pending = PendingWakes()
    // Sound: released when the thread ends, or here when the thread has no place for it.
    let retained = Unmanaged.passRetained(pending)
    guard pthread_setspecific(key, retained.toOpaque()) == 0 else {
      retained.release()
      return nil
    }
    return pending
  }

  // MARK: Putting off

  var isPuttingOff: Bool { depth > 0 }

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
