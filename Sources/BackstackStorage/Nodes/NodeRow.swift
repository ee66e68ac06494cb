/// The state of a node in its cluster.
package enum NodeState: Int, Hashable, Sendable {
  /// The node beats, and does not claim sessions yet.
  case joining = 0
  /// The node claims sessions, and is the home of its share of them.
  case ready = 1
  /// The node gives its sessions away, and is nobody's home.
  case draining = 2
  /// The node has left: it owns nothing any more. This is final.
  case left = 3
  /// Another node has declared the node dead. This is final.
  case dead = 4

  /// The name of the state, for people and metrics.
  package var name: String {
    switch self {
    case .joining: "joining"
    case .ready: "ready"
    case .draining: "draining"
    case .left: "left"
    case .dead: "dead"
    }
  }

  /// Whether a node in this state never changes again.
  package var isFinal: Bool { self == .left || self == .dead }

  /// Returns whether a node may set itself to a state: states only move forward, and a node does not
  /// declare itself dead.
  func mayBecome(_ next: NodeState) -> Bool {
    !isFinal && next != .dead && next.rawValue >= rawValue
  }
}

/// The description that a node publishes of itself; it stays the same as long as the node has its
/// number.
package struct NodeProfile: Hashable, Sendable {
  /// The name that the operator gave to the node.
  package var name: String
  /// The address at which other nodes reach it, with the port.
  package var address: String
  /// The node's share of the sessions next to that of other nodes, 1 to 100.
  package var weight: Int
  /// The fingerprints of the shapes of states that the node can read.
  package var shapes: Set<String>
  /// The secret that authenticates the requests of other nodes to this one.
  package var secret: NodeSecret

  /// Creates a profile.
  package init(
    name: String, address: String, weight: Int = 1, shapes: Set<String> = [],
    secret: NodeSecret = NodeSecret(bytes: [])
  ) {
    self.name = name
    self.address = address
    self.secret = secret
    self.weight = min(max(weight, 1), 100)
    self.shapes = shapes
  }
}

/// A node as the cluster's table has it.
package struct NodeRow: Hashable, Sendable {
  /// The node's number, which no other node ever gets; 1 or more.
  package var number: UInt64
  /// The description that the node publishes of itself.
  package var profile: NodeProfile
  /// The state of the node.
  package var state: NodeState
  /// The number of the node's beats.
  package var beat: UInt64

  /// Creates a row.
  package init(number: UInt64, profile: NodeProfile, state: NodeState, beat: UInt64) {
    self.number = number
    self.profile = profile
    self.state = state
    self.beat = beat
  }
}

/// All living nodes at one moment.
package struct NodeReading: Hashable, Sendable {
  /// The rows of the nodes whose state is not final, in the order of their numbers.
  package var rows: [NodeRow]
  /// The number that the next node to join gets. Nodes with smaller numbers that are not among the
  /// rows are dead or have left.
  package var next: UInt64

  /// Creates a reading.
  package init(rows: [NodeRow], next: UInt64) {
    self.rows = rows
    self.next = next
  }
}
