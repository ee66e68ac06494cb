import BackstackHTTP
import BackstackLocking

/// Sends the events of a session to one reader, when the connection has room for them.
final class EventSource: HTTPStreamSource {
  private let session: any Session
  private let cursor: Guarded<EventCursor>
  private let encode: @Sendable (Snapshot) -> [UInt8]
  private let isAllowed: (@Sendable () -> Bool)?
  /// The room that the stream takes of its reader's quota.
  private let permit: Guarded<PrincipalUsage.StreamPermit?>

  /// - Parameters:
  ///   - lastVersion: The version that the reader says it has.
  ///   - retry: How soon the reader is to come back when the stream breaks, in milliseconds.
  ///   - isAllowed: Whether the reader may still follow the session, asked after each heartbeat; `nil` for
  ///     always. A reader that may not is sent nothing more.
  ///   - permit: The room that it takes of its reader's quota until it ends.
  ///   - encode: Makes the document that is sent of a snapshot.
  init(
    of session: any Session, after lastVersion: Int?, retry: Int,
    isAllowed: (@Sendable () -> Bool)? = nil, permit: PrincipalUsage.StreamPermit? = nil,
    encode: @escaping @Sendable (Snapshot) -> [UInt8]
  ) {
    self.session = session
    self.encode = encode
    self.isAllowed = isAllowed
    self.permit = Guarded(permit)
    cursor = Guarded(
      EventCursor(version: lastVersion, heartbeats: session.events.heartbeats, retry: retry))
  }

  func start(_ waker: HTTPStreamWaker) {
    let version = cursor.withLock { $0.version }
    session.events.add(
      ObjectIdentifier(self), waker, after: version, of: session, encode: encode)
  }

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    if let isAllowed, hasHeartbeat, !isAllowed() { return .end }
    return cursor.withLock { cursor in
      // Nothing new is looked for, or made, before.
      if let progress = cursor.produceRest(into: &output, upTo: room) { return progress }
      let (news, end, heartbeats) = session.events.news(after: cursor.version, of: session)
      return cursor.produce(
        news, end: end, heartbeats: heartbeats, into: &output, upTo: room)
    }
  }

  /// Whether there was a heartbeat since the reader was sent something.
  private var hasHeartbeat: Bool {
    cursor.withLock { $0.heartbeats != session.events.heartbeats }
  }

  func drain() { cursor.withLock { $0.isDraining = true } }

  func finish(_ outcome: HTTPStreamOutcome) {
    session.events.remove(ObjectIdentifier(self))
    permit.withLock { $0 = nil }
  }
}
