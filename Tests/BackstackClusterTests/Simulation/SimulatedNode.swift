import BackstackCluster
import BackstackPlatform
import BackstackStorage

/// A process of a simulated cluster: what a server keeps, around the values that decide.
struct SimulatedNode {
  /// A session in memory.
  struct Memory {
    var epoch: UInt64
    var shape: String
    /// The marks of all actions that were processed.
    var state: [Int]
    /// How many of them are stored.
    var stored: Int
    /// The end of what is being written.
    var writing: Int?
    /// The visits that wait until a version is stored. The write shows that the session was still
    /// here when the request came, if it was sent after that.
    var unstored: [(visit: Visit, version: Int, isProven: Bool)] = []
    /// The visits that wait until the node holds its lease.
    var unleased: [(visit: Visit, version: Int)] = []
  }

  /// The ownership of a session at a node.
  struct Ownership {
    var local: OwnershipState
    var memory: Memory?
    /// The requests that wait for admission.
    var waiting: [Visit] = []
    /// The serial number of this node's own offer.
    var offering = 0
    var isDrainingSession = false
  }

  /// A request that came in at this node.
  struct Entry {
    let operation: Int
    let attempt: Int
    var dispatch: RoutingPlan
    /// Counts the steps of the dispatch, so that the result of an older one is ignored.
    var serial = 0
    /// Whether the dispatch waits for the view to change.
    var isWaiting = false
    /// The node that the request was sent to.
    var sentTo: UInt64?
  }

  var life: MembershipState
  var view = ClusterView()
  var ownerships: [Int: Ownership] = [:]
  var entries: [Int: Entry] = [:]
  var isRunning = true
  var pausedUntil: Int64 = 0
  /// Counts the processes of the machine.
  var incarnation = 0
  /// Counts the serial numbers of entries, offers and beats.
  var serial = 0
  /// The time from the end of a process that has left to the begin of the next.
  var restartDelay: Int64 = 0
  let isNew: Bool

  var shapes: Set<String> { isNew ? ["old", "new"] : ["old"] }
}

/// A request at a node: what it asks for, and where the response has to go.
struct Visit {
  enum Origin {
    /// It came in here.
    case entry(Int, serial: Int)
    /// Another machine sent it, maybe through a third one.
    case link(machine: Int, incarnation: Int, entry: Int, serial: Int, through: Int?)
    /// Another machine offers the session.
    case offer(machine: Int, serial: Int, owner: UInt64, epoch: UInt64)
  }

  let session: Int
  /// The client's operation; `nil` for an offer.
  var operation: Int?
  let origin: Origin

  var name: String { operation.map { "\($0)" } ?? "offer" }
}

/// A node's response to a request.
enum Outcome {
  /// The session has this version after the action, or in the read.
  case response(version: Int, state: [Int])
  /// It was not processed, and has to go there.
  case forward(Destination)
  /// It was not processed, or nobody knows.
  case unavailable
}
