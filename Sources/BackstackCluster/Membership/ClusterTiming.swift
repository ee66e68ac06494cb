/// How long the nodes of a cluster wait for each other.
///
/// The waits depend on each other: a node stops relying on its memory before any other node may take
/// its sessions, although the two clocks are never compared. All nodes of a cluster have the same
/// timing.
package struct ClusterTiming: Hashable, Sendable {
  /// The time from one beat of a node to the next; 250 ms unless it is set.
  package var beatInterval: Duration
  /// The time for which a node's beat has to stand still before other nodes declare the node dead;
  /// at least four beat intervals, 1 s unless it is set.
  package var deathDelay: Duration
  /// The time for which a node looks for the node that can process a request; 5 s unless it is set.
  package var patience: Duration
  /// The time for which a node waits for another one to take a session that it offers; 2 s unless
  /// it is set.
  package var offerTimeout: Duration

  /// The number of polls in a row that have to see the same beat before a node is declared dead.
  static let pollsBeforeDeath = 4
  /// The time for which a node remembers where a session went.
  static let forwardingTime = Duration.seconds(30)
  /// The time after which a request that led nowhere is tried again.
  static let retryInterval = Duration.milliseconds(50)

  /// Creates a timing.
  package init(
    beatInterval: Duration = .milliseconds(250), deathDelay: Duration = .seconds(1),
    patience: Duration = .seconds(5), offerTimeout: Duration = .seconds(2)
  ) {
    self.beatInterval = beatInterval
    self.deathDelay = deathDelay
    self.patience = patience
    self.offerTimeout = offerTimeout
  }

  /// The time for which a beat lets a node rely on its memory, from when the beat was sent.
  ///
  /// Others count the whole delay from when they saw the beat, which is later. The tenth between
  /// the two is for clocks of different speed: they may differ by a twentieth.
  package var leaseLength: Duration { deathDelay * 9 / 10 }

  /// The maximum time between two polls that both count as evidence about other nodes. When a
  /// poll takes longer, the database may have stood still, and others could not beat either.
  var maximumPollGap: Duration { beatInterval * 2 }
}
