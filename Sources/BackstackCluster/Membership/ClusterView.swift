package import BackstackStorage

/// The nodes of a cluster, as one node knows them. What another node knows may be older or newer;
/// the storage decides whom a session belongs to.
package struct ClusterView: Hashable, Sendable {
  /// A living node.
  package struct Member: Hashable, Sendable {
    /// The description that the node publishes of itself.
    package var profile: NodeProfile
    /// The state of the node.
    package var state: NodeState
  }

  /// The living nodes by their numbers.
  package private(set) var members: [UInt64: Member] = [:]
  /// The number below which all nodes are known: those that are not members are dead or have left.
  package private(set) var next: UInt64 = 1

  /// Creates a view without nodes.
  package init() {}

  /// Creates a view of the nodes that were read.
  package init(_ reading: NodeReading) {
    for row in reading.rows {
      members[row.number] = Member(profile: row.profile, state: row.state)
    }
    next = reading.next
  }

  /// The nodes that never come back, whose sessions may be claimed.
  package var deadNodes: DeadNodes { DeadNodes(below: next, except: Set(members.keys)) }

  /// Returns whether a node never comes back; a node that the view does not know yet may live.
  package func isDead(_ number: UInt64) -> Bool { number < next && members[number] == nil }

  /// Returns whether a node claims sessions.
  package func isReady(_ number: UInt64) -> Bool { members[number]?.state == .ready }

  /// Removes a node that was declared dead.
  mutating func remove(_ number: UInt64) { members[number] = nil }

  /// Returns the shapes that other nodes can read, and this one can't.
  ///
  /// - Complexity: O(*n*) in the number of all nodes' shapes.
  func avoidedShapes(of number: UInt64) -> Set<String> {
    var shapes: Set<String> = []
    for (other, member) in members where other != number && member.state == .ready {
      shapes.formUnion(member.profile.shapes)
    }
    return shapes.subtracting(members[number]?.profile.shapes ?? [])
  }
}
