import BackstackSessions

/// The events of a session, from wherever they come, for any number of readers.
protocol EventFeed: Sendable {
  /// The number of heartbeats so far.
  var heartbeats: Int { get }
  /// Whether the events have ended because there is no such session any more for this client.
  var isRefused: Bool { get }

  /// Adds a reader.
  ///
  /// - Parameters:
  ///   - version: The version that it has.
  ///   - wake: Called when there are new events, on any thread. It must not block.
  func add(
    _ reader: ObjectIdentifier, after version: Int?, wake: @escaping @Sendable () -> Void)

  /// Returns the events to send to a reader, which is woken once a missing snapshot was made.
  ///
  /// - Parameter version: The version that it has.
  func changes(
    after version: Int?
  ) -> (changes: EventLog.Changes, end: SessionEndReason?, heartbeats: Int)

  /// Returns whether a version is the present one, as far as that is known.
  func isPresent(_ version: Int) -> Bool

  /// Removes a reader, if it was added.
  func remove(_ reader: ObjectIdentifier)

  /// Runs work that may change the session, whose events may be there afterwards.
  func publishing(_ work: () -> Void)
}

extension EventFeed {
  var isRefused: Bool { false }

  func isPresent(_ version: Int) -> Bool { true }

  func publishing(_ work: () -> Void) { work() }
}

/// The events of a session that is active in this process.
struct SessionFeed: EventFeed {
  /// The session, which stays in memory while it has readers.
  private let session: any Session
  private let events: SessionEvents

  init(of session: any Session, _ representation: Representation) {
    self.session = session
    events = session.events(representation)
  }

  var heartbeats: Int { events.heartbeats }

  func add(
    _ reader: ObjectIdentifier, after version: Int?, wake: @escaping @Sendable () -> Void
  ) {
    events.add(reader, after: version, wake: wake)
  }

  func changes(
    after version: Int?
  ) -> (changes: EventLog.Changes, end: SessionEndReason?, heartbeats: Int) {
    events.changes(after: version)
  }

  func isPresent(_ version: Int) -> Bool { session.version == version }

  func remove(_ reader: ObjectIdentifier) { events.remove(reader) }

  func publishing(_ work: () -> Void) { events.publishing(work) }
}
