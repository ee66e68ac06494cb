package import BackstackCluster
package import BackstackHTTP
package import BackstackStorage

/// The configuration of a server as a node of a cluster.
package struct ClusterNode: Sendable {
  /// Its profile and the timing of its sessions.
  package var sessions: ClusterConfiguration
  /// The address to listen on for other nodes.
  package var address: HTTPListenAddress
  /// Where other nodes reach it, such as `10.0.0.7:7000`; `nil` for the address it listens on.
  package var advertisedAddress: String?
  /// Makes the node's connection to the table of the nodes.
  package var makeDirectory: @Sendable () -> any NodeDirectory

  /// Creates a node.
  package init(
    _ sessions: ClusterConfiguration, at address: HTTPListenAddress,
    advertisedAddress: String? = nil, makeDirectory: @escaping @Sendable () -> any NodeDirectory
  ) {
    self.sessions = sessions
    self.address = address
    self.advertisedAddress = advertisedAddress
    self.makeDirectory = makeDirectory
  }
}
