package import BackstackSessions

extension SessionDirectory {
  /// Creates the directory of a node of a cluster.
  ///
  /// - Parameter node: The node; `nil` if the process has the storage for itself, or shares it with
  ///   others that are not nodes.
  package convenience init(
    features: [Feature], configuration: SessionConfiguration, streams: EventStreams,
    large: LargeWork, as node: ClusterConfiguration?
  ) {
    let reference = DirectoryReference()
    let places = node.map { node in
      SessionPlaces(
        node, reading: features.reduce(into: []) { $0.formUnion($1.readableShapes) },
        in: reference, now: configuration.steady)
    }
    self.init(
      features: features, configuration: configuration, streams: streams, large: large,
      placing: places)
    reference.refer(to: self)
  }

  /// The directory as that of a node; `nil` if it is not one.
  package var cluster: ClusterSessions? {
    (placing as? SessionPlaces).map { ClusterSessions(directory: self, places: $0) }
  }
}
