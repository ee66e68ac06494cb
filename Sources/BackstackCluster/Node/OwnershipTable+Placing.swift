package import BackstackSessions
import BackstackStorage

/// The questions of the node's directory to its table.
extension OwnershipTable: SessionPlacing {
  package func find(
    _ id: SessionID, for access: SessionAccess, _ referral: SessionReferral?,
    in directory: SessionDirectory,
    _ body: @escaping @Sendable (RouteDecision) -> Void
  ) {
    ClusterSessions(directory: directory, ownership: self)
      .find(id, for: access, referral?.content as? Referral ?? .home, body)
  }

  package var anywhere: SessionDestination { SessionDestination(.anywhere) }

  /// Returns an id whose home is this node, if it is any session's.
  package func newID(from make: () -> SessionID) throws(SessionError) -> SessionID {
    guard let number else { throw Self.notMember }
    let view = member.view
    var id = make()
    guard view.isReady(number) else { return id }
    // As many draws as there are nodes suffice on average.
    var draws = 0
    while view.home(of: id.placementKey) != number, draws < Self.maximumDraws {
      id = make()
      draws += 1
    }
    return id
  }

  private static let maximumDraws = 1000

  package func creating(
    _ id: SessionID, _ create: () throws(SessionError) -> SessionRegistry.Entry
  ) throws(SessionError) -> SessionRegistry.Entry {
    guard let number else { throw Self.notMember }
    noteCreation(of: id, epoch: 1, at: number)
    let entry: SessionRegistry.Entry
    do throws(SessionError) {
      entry = try create()
    } catch {
      didRemove(id)
      throw error
    }
    // Otherwise all sessions were dropped while this one was not in memory yet.
    guard owner(of: id) == number else {
      directory.directory?.drop(id)
      throw Self.notMember
    }
    return entry
  }

  private static var notMember: SessionError {
    .storage(.unavailable("the node is not a member of its cluster now"))
  }

  package func didRemove(_ id: SessionID) { handle(.removed, of: id) }

  package func sweep(_ directory: SessionDirectory) {
    ClusterSessions(directory: directory, ownership: self).handOverMisplacedSessionsWhileDraining()
  }
}
