/// The form in which the readers of events get them. Each event is encoded once for all readers of
/// a session.
package struct EventFormat: Sendable {
  /// Encodes the whole session at a version; `nil` if it is not in memory any more.
  let snapshot: @Sendable (any Session, Snapshot) -> [UInt8]?
  /// Encodes the patch (RFC 6902) that leads from one version to another.
  let patch: @Sendable (_ patch: [UInt8], _ base: Int, _ version: Int) -> [UInt8]

  /// Creates a format.
  package init(
    snapshot: @escaping @Sendable (any Session, Snapshot) -> [UInt8]?,
    patch: @escaping @Sendable (_ patch: [UInt8], _ base: Int, _ version: Int) -> [UInt8]
  ) {
    self.snapshot = snapshot
    self.patch = patch
  }
}
