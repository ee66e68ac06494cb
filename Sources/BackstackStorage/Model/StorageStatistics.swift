/// The size of a storage.
public struct StorageStatistics: Hashable, Sendable {
  /// The number of sessions that have not ended.
  public var sessions: Int
  /// The number of ended sessions that are remembered.
  public var ended: Int
  /// The number of stored answers. The content of a long answer, which is stored under the answer's
  /// key and " content", is no answer of its own.
  public var answers: Int
  /// The number of bytes that the storage takes, including space that was freed and not reused.
  public var bytes: Int

  /// Creates the statistics of a storage.
  public init(sessions: Int, ended: Int, answers: Int, bytes: Int) {
    self.sessions = sessions
    self.ended = ended
    self.answers = answers
    self.bytes = bytes
  }
}

/// The amount of data that is stored for an owner.
public struct OwnerUsage: Hashable, Sendable {
  /// The number of sessions that have not ended.
  public var sessions: Int
  /// The bytes of their states and journals, and of stored answers with their keys. A state that is also
  /// in the journal may count once.
  public var bytes: Int

  /// Creates the usage of an owner.
  public init(sessions: Int, bytes: Int) {
    self.sessions = sessions
    self.bytes = bytes
  }
}

/// The number of a feature's sessions whose states have the same shape.
public struct StoredShape: Hashable, Sendable {
  /// The feature that the sessions run.
  public var feature: String
  /// The fingerprint that identifies the shape of the states.
  public var fingerprint: String
  /// The number of sessions that have not ended.
  public var sessions: Int

  /// Creates the count of a shape.
  public init(feature: String, fingerprint: String, sessions: Int) {
    self.feature = feature
    self.fingerprint = fingerprint
    self.sessions = sessions
  }
}

/// The numbers of sessions by state shape.
package struct ShapeCounts: Sendable {
  private struct Key: Hashable {
    let feature: String
    let fingerprint: String
  }

  private var counts: [Key: Int] = [:]

  package init() {}

  /// Counts a session.
  package mutating func count(feature: String, fingerprint: String) {
    counts[Key(feature: feature, fingerprint: fingerprint), default: 0] += 1
  }

  /// The shapes, sorted by feature and fingerprint.
  package var shapes: [StoredShape] {
    counts.map { key, count in
      StoredShape(feature: key.feature, fingerprint: key.fingerprint, sessions: count)
    }.sorted { ($0.feature, $0.fingerprint) < ($1.feature, $1.fingerprint) }
  }
}
