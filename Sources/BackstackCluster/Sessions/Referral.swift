/// Why a request is sent to a node.
package enum Referral: Hashable, Sendable {
  /// The node is the session's home.
  case home
  /// The storage says that the node owns the session under this epoch.
  case owner(epoch: UInt64)
  /// The owner does not have the session in memory, and lets the node claim it from this epoch.
  case consent(of: UInt64, epoch: UInt64)
  /// The node can read the session's shape, which its home can't.
  case shape(String)
}

/// The decision about a request at a node that it has reached.
package enum OwnershipDecision: Hashable, Sendable {
  /// The node has the session, and processes the request.
  case process
  /// The node will know soon; the request waits for ``OwnershipState/Step/admitRequests`` or
  /// ``OwnershipState/Step/sendRequestsOn(_:)``. The steps have to be done first.
  case wait([OwnershipState.Step])
  /// The request was not processed, and has to go elsewhere.
  case forward(Destination)
}

/// Where a request has to go that a node has not processed.
package enum Destination: Hashable, Sendable {
  /// To this node.
  case node(UInt64, Referral)
  /// To where a new request would go: what the node knew when this one came is outdated.
  case anywhere
}
