public import BackstackStorage

/// How many stored sessions of a feature have a shape, and whether they can go on.
public struct StoredSessionShape: Hashable, Sendable {
  /// The feature that they run.
  public let feature: String
  /// What tells the shape of their states from others.
  public let shape: String
  /// How many there are.
  public let sessions: Int
  /// Whether the feature is hosted and has the shape, or migrations that lead from it to its own.
  public let isReadable: Bool

  init(_ stored: StoredShape, features: [Feature]) {
    feature = stored.feature
    shape = stored.fingerprint
    sessions = stored.sessions
    isReadable =
      features.first { $0.name == stored.feature }?.canRead(shape: stored.fingerprint) ?? false
  }
}

extension SessionArchive {
  /// Which shapes the sessions have, for a host to tell whether it can go on with them.
  ///
  /// - Parameter features: The features that the host has.
  /// - Returns: The shapes, by feature and shape.
  /// - Throws: What keeps the storage from being asked.
  public func shapes(
    for features: [Feature]
  ) async throws(StorageError) -> [StoredSessionShape] {
    try await storage.shapes().map { StoredSessionShape($0, features: features) }
  }
}

extension SessionService {
  /// Logs, for each feature, how many stored sessions have shapes that it can't read. Returns at once.
  func reportShapes() {
    guard let storage = configuration.storage else { return }
    storage.ask(.shapes) { [self] result in
      guard case .success(.shapes(let shapes)) = result else {
        if case .failure(let error) = result { storageHealth.note(error) }
        return
      }
      let unreadable = shapes.map { StoredSessionShape($0, features: Array(features.values)) }
        .filter { !$0.isReadable }
      for (feature, shapes) in Dictionary(grouping: unreadable, by: \.feature).sorted(by: {
        $0.key < $1.key
      }) {
        reportShapes(of: feature, shapes)
      }
    }
  }

  private func reportShapes(of feature: String, _ shapes: [StoredSessionShape]) {
    let count = shapes.reduce(0) { $0 + $1.sessions }
    configuration.logEvent(.error, "sessions-unreadable") { line in
      line.member("feature", feature)
      line.member("sessions", count)
      line.member("shapes", shapes.prefix(10).map(\.shape).joined(separator: ","))
      line.member(
        "message",
        features[feature] == nil
          ? "There is no such feature; its stored sessions are kept."
          : "The feature can't read their shapes, and no migration leads from them; they are kept.")
    }
  }
}
