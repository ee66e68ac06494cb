/// The methods that a ``SessionPlacing`` calls, and the questions that the directory asks it.
extension SessionDirectory {
  /// Whether the sessions were released, and no others may come.
  package var isReleased: Bool { stopFlag.isSet }

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
  /// - Parameter completion: Called with whether all of it is stored, on a thread for storing; at
  ///   once if the session is not in memory: it has just ended, or was dropped.
  package func takeAway(
    _ id: SessionID, _ completion: @escaping @Sendable (_ isStored: Bool) -> Void
  ) {
    guard let context = registry.find(id)?.session.context,
      let session = registry.takeAway(context)?.session
    else { return completion(false) }
    session.passivate()
    session.whenStored { [self] failure in storageQueue { completion(failure == nil) } }
  }

  /// Passivates the idle ones of the sessions that a closure chooses.
  ///
  /// - Returns: The others that it has chosen.
  /// - Complexity: O(*n*), where *n* is the number of sessions in memory.
  package func passivate(where isChosen: (SessionID) -> Bool) -> [SessionID] {
    let chosen = registry.all.filter { isChosen($0.session.context.id) }
    passivation.passivate(chosen, atMost: .max)
    return chosen.map(\.session.context.id).filter { registry.find($0) != nil }
  }

  /// Demands a search for stored sessions with pending effects that no process works on.
  package func searchPending() { pendingSearch.request() }
}
