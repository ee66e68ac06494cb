/// The way to sessions, for every transport: requests go in, and their outcomes come out.
///
/// A transport parses what a client sends into a ``SessionRequest`` or a ``CreationRequest``,
/// encodes the ``SessionReply``, calls ``SessionReply/store(_:)`` if the same request may come again,
/// and lets the client have the answer once ``SessionReply/whenStored(_:)`` calls back. Idempotency, quotas,
/// limits, turns, waiting and storing are the door's.
package protocol SessionDoor: Sendable {
  /// Processes a request to a session, which is activated first if it is passive.
  ///
  /// - Parameter reply: Called once: at once, or on another thread. It must not block.
  func perform(
    _ request: consuming SessionRequest, _ reply: @escaping @Sendable (SessionOutcome) -> Void)

  /// Creates a session, unless the same request has.
  ///
  /// - Parameter reply: Called once: at once, or on another thread. It must not block. The new
  ///   session is stored when it has called ``SessionReply/store(_:)`` or has returned.
  func create(_ request: CreationRequest, _ reply: @escaping @Sendable (SessionOutcome) -> Void)
}

/// The sender of a request, as the transport knows it.
package protocol RequestSender: AnyObject, Sendable {
  /// The hash of the client's identity, for turns among clients; `nil` if it has none.
  var client: Int? { get }

  /// The client as the history names it; `nil` if nothing is known of it.
  var author: VersionAuthor? { get }

  /// Called before the reply waits for long, which the transport may end at once by sending it.
  func willWait(for reply: PendingReply)
}

extension RequestSender {
  package var author: VersionAuthor? { nil }
}
