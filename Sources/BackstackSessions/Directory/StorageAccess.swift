import BackstackStorage

/// The storage of a directory's sessions, for those that are not in memory: with the threads for
/// what follows an answer, and a record of each failure.
struct StorageAccess: Sendable {
  let storage: any SessionStorage
  private let health: StorageHealth
  private let clock: SessionClock
  private let streams: EventStreams

  init(
    _ storage: any SessionStorage, health: StorageHealth, clock: SessionClock,
    streams: EventStreams
  ) {
    self.storage = storage
    self.health = health
    self.clock = clock
    self.streams = streams
  }

  func ask(_ query: StorageQuery) { storage.ask(query) }

  func submit(_ write: StorageWrite) { storage.submit(write) }

  /// Runs a closure on a thread for storing, which no effect can occupy.
  func schedule(_ work: @escaping @Sendable () -> Void) { streams.schedule(work) }

  /// The time by which stored sessions expire.
  var expiryTime: StorageTime { StorageTime(clock.expiryDate) }

  /// Records that the storage works.
  func worked() { health.noteSuccess() }

  /// Records a failure to read one session, and returns it as a session's error.
  @discardableResult
  func failed(reading error: StorageError) -> SessionError {
    guard case .corrupted = error else { return failed(error) }
    health.noteDamage(error)
    return SessionError(error)
  }

  /// Records a failure, and returns it as a session's error.
  @discardableResult
  func failed(_ error: StorageError) -> SessionError {
    health.note(error)
    return SessionError(error)
  }
}
