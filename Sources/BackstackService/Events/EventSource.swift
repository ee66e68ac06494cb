import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// A source that sends the events of a session to one reader when the connection has room for them.
final class EventSource: HTTPStreamSource {
  private let feed: any EventFeed
  private let cursor: Guarded<EventCursor>
  private let isAllowed: (@Sendable () -> Bool)?
  /// The stream's share of its reader's quota.
  private let permit: Guarded<PrincipalUsage.StreamPermit?>

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - lastVersion: The version that the reader says it has.
  ///   - retry: The time after which the reader should reconnect if the stream breaks, in
  ///     milliseconds.
  ///   - isAllowed: Returns whether the reader may still follow the session, called after each
  ///     heartbeat; `nil` for always. A reader that may not is sent nothing more.
  ///   - permit: The stream's share of its reader's quota, released when the stream ends.
  init(
    of feed: any EventFeed, after lastVersion: Int?, retry: Int,
    isAllowed: (@Sendable () -> Bool)? = nil, permit: PrincipalUsage.StreamPermit? = nil
  ) {
    self.feed = feed
    self.isAllowed = isAllowed
    self.permit = Guarded(permit)
    cursor = Guarded(
      EventCursor(version: lastVersion, heartbeats: feed.heartbeats, retry: retry))
  }

  func start(_ waker: HTTPStreamWaker) {
    let version = cursor.withLock { $0.version }
    feed.add(ObjectIdentifier(self), after: version) { waker.wake() }
  }

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    if let isAllowed, hasHeartbeat, !isAllowed() { return .end }
    return cursor.withLock { cursor in
      // Until the rest was sent, no new events are looked up or made.
      if let progress = cursor.produceRest(into: &output, upTo: room) { return progress }
      let (changes, end, heartbeats) = feed.changes(after: cursor.version)
      return cursor.produce(
        changes, end: end, heartbeats: heartbeats, into: &output, upTo: room)
    }
  }

  /// Whether there was a heartbeat since the reader was last served.
  private var hasHeartbeat: Bool {
    cursor.withLock { $0.heartbeats != feed.heartbeats }
  }

  func drain() { cursor.withLock { $0.isDraining = true } }

  func finish(_ outcome: HTTPStreamOutcome) {
    feed.remove(ObjectIdentifier(self))
    permit.withLock { $0 = nil }
  }
}
