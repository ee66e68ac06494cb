public import BackstackStorage

/// The stored sessions of a feature whose states have the same shape, and whether a host can load
/// them.
public struct StoredSessionShape: Hashable, Sendable {
  /// The name of the feature.
  public let feature: String
  /// The fingerprint that identifies the shape of the states.
  public let shape: String
  /// The number of sessions.
  public let sessions: Int
  /// Whether the host has the feature, and the feature has this shape or migrations that lead from
  /// it to its own. Other sessions may be readable as well:
  /// ``SessionArchive/obstacle(reading:of:)``.
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
  /// Returns the shapes of the stored sessions, so that a host can check whether it can load them.
  ///
  /// - Parameter features: The features of the host.
  /// - Returns: The shapes, by feature and shape.
  /// - Throws: `StorageError` if the storage can't be read.
  public func shapes(
    for features: [Feature]
  ) async throws(StorageError) -> [StoredSessionShape] {
    try await storage.shapes().map { StoredSessionShape($0, features: features) }
  }

  /// Returns why the state of a stored session can't be decoded, like
  /// ``Feature/obstacle(reading:)``; `nil` if it can.
  ///
  /// - Parameters:
  ///   - session: The header of the session.
  ///   - feature: The feature of the session.
  /// - Throws: `StorageError` if the storage can't be read.
  public func obstacle(
    reading session: SessionHeader, of feature: Feature
  ) async throws(StorageError) -> String? {
    let stored = try await storage.load(session.id)
    do throws(SessionError) {
      return feature.obstacle(reading: try StoredRecord.saved(stored, journal: []))
    } catch {
      return error.description
    }
  }
}
