/// The rule that decides which sessions a directory may have in memory if several processes share a
/// storage, as in a cluster.
///
/// A directory without one may have all sessions of its storage.
package protocol SessionPlacing: AnyObject, Sendable {
  /// Calls a closure with a session that a request may use, or with where the request has to go;
  /// see
  /// ``SessionDirectory/find(_:for:_:_:)``.
  ///
  /// - Parameters:
  ///   - referral: What another process that has sent the request tells; `nil` if none has.
  ///   - body: Called at once, or on any thread once more is known.
  func find(
    _ id: SessionID, for access: SessionAccess, _ referral: SessionReferral?,
    in directory: SessionDirectory,
    _ body: @escaping @Sendable (RouteDecision) -> Void
  )

  /// Where a request has to go whose session has left this process before it was processed.
  var anywhere: SessionDestination { get }

  /// Returns one of the ids that a closure makes, for a new session.
  ///
  /// - Throws: ``SessionError/storage(_:)`` while there may be no session here.
  func newID(from make: () -> SessionID) throws(SessionError) -> SessionID

  /// Runs a closure that adds a new session to the directory, which may have it in memory from then
  /// on.
  ///
  /// - Throws: ``SessionError/storage(_:)`` while there may be no session here, or what the closure
  ///   throws.
  func creating(
    _ id: SessionID, _ create: () throws(SessionError) -> SessionRegistry.Entry
  ) throws(SessionError) -> SessionRegistry.Entry

  /// Returns the number by which the storage knows the owner of a session that was created here.
  func owner(of id: SessionID) -> UInt64?

  /// Records that a session has left the memory. Called under a lock of the registry, so that
  /// nothing claims the session before.
  func didRemove(_ id: SessionID)

  /// Looks, every ten seconds, for sessions that have to leave the memory.
  func sweep(_ directory: SessionDirectory)
}

/// Which process a request goes to.
package enum RouteDecision: Sendable {
  /// The session was found here, or nobody has it.
  case local(Result<SessionRegistry.Entry, SessionRefusal>)
  /// Another process has it, or may claim it.
  case forward(SessionDestination)
}

/// A message with a request from another process to the ``SessionPlacing`` of this one.
// A class, so that it costs a request next to nothing to have none.
package final class SessionReferral: Sendable {
  package let content: any Sendable

  package init(_ content: any Sendable) { self.content = content }
}

/// Where a request has to go that this process may not process, as a ``SessionPlacing`` names it.
// A class, so that it costs an outcome next to nothing to have none.
package final class SessionDestination: Sendable {
  package let content: any Sendable
  /// The error of a caller that can't follow the session there.
  package let error: SessionError

  package init(_ content: any Sendable, _ error: SessionError) {
    self.content = content
    self.error = error
  }
}
