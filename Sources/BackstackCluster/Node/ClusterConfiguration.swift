package import BackstackStorage

/// How a directory is a node of a cluster, whose nodes share its storage.
package struct ClusterConfiguration: Sendable {
  /// The description that the node publishes. The shapes that it can read are added.
  package var profile: NodeProfile
  /// How long the nodes wait for each other.
  package var timing: ClusterTiming
  /// Called when the table of the nodes can't be read or changed.
  package var report: @Sendable (String?) -> Void

  /// Creates a configuration.
  package init(
    _ profile: NodeProfile, timing: ClusterTiming = ClusterTiming(),
    report: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    self.profile = profile
    self.timing = timing
    self.report = report
  }
}
