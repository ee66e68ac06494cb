import Synchronization

/// What a ``SessionPlacing`` has the directory do, and the directory asks it.
extension SessionDirectory {
  /// Whether the sessions were released, and no others may come.
  package var isReleased: Bool { isStopped.load(ordering: .sequentiallyConsistent) }

  /// Removes a session from memory, without storing more of it than is under way.
  package func drop(_ id: SessionID) {
    guard let context = registry.find(id)?.session.context else { return }
    registry.remove(context)?.session.passivate()
  }

  /// Removes all sessions from memory, as ``drop(_:)`` does.
  package func dropAll() {
    for entry in registry.removeAll() { entry.session.passivate() }
  }

  /// Removes a session from memory, which ``placing`` knows already, and has the rest of it stored.
  ///
  /// - Parameter completion: Called with whether all of it is stored, on a thread for storing.
  /// - Returns: Whether the session was in memory. Otherwise the completion is not called.
  package func takeAway(
    _ id: SessionID, _ completion: @escaping @Sendable (_ isStored: Bool) -> Void
  ) -> Bool {
    guard let context = registry.find(id)?.session.context,
      let session = registry.takeAway(context)?.session
    else { return false }
    session.passivate()
    session.whenStored { [self] failure in storageQueue { completion(failure == nil) } }
    return true
  }

  /// Passivates the idle ones of the sessions that a closure chooses.
  ///
  /// - Returns: The others that it has chosen.
  /// - Complexity: O(*n*), where *n* is the number of sessions in memory.
  package func passivate(where isChosen: (SessionID) -> Bool) -> [SessionID] {
    let chosen = registry.all.filter { isChosen($0.session.context.id) }
    passivate(chosen, atMost: .max)
    return chosen.map(\.session.context.id).filter { registry.find($0) != nil }
  }

  /// Demands a search for stored sessions with pending effects that no process works on.
  package func searchPending() { pendingSearch.request() }

  /// Returns an id for a new session.
  ///
  /// - Throws: ``SessionError/storage(_:)`` while there may be no session here.
  func newID() throws(SessionError) -> SessionID {
    var generator = configuration.makeRandomNumberGenerator()
    guard let placing else { return SessionID(using: &generator) }
    return try placing.newID { SessionID(using: &generator) }
  }

  /// Runs a closure that adds a new session to the directory.
  ///
  /// - Parameter id: The id of the session; `nil` if the session was claimed.
  /// - Throws: ``SessionError/storage(_:)`` while there may be no session here, or what the closure
  ///   throws.
  func creating(
    _ id: SessionID?, _ create: () throws(SessionError) -> SessionRegistry.Entry
  ) throws(SessionError) -> SessionRegistry.Entry {
    guard let placing, let id else { return try create() }
    return try placing.creating(id, in: self, create)
  }
}
