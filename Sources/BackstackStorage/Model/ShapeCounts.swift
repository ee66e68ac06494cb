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
