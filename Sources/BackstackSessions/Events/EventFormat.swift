/// The form in which the readers of a session's events get them. Each event is encoded once for all
/// readers.
package struct EventFormat: Sendable {
  /// Encodes the whole session at a version.
  let snapshot: @Sendable (Snapshot) -> [UInt8]
  /// Encodes the patch (RFC 6902) that leads from one version to another.
  let patch: @Sendable (_ patch: [UInt8], _ base: Int, _ version: Int) -> [UInt8]

  /// Creates a format.
  package init(
    snapshot: @escaping @Sendable (Snapshot) -> [UInt8],
    patch: @escaping @Sendable (_ patch: [UInt8], _ base: Int, _ version: Int) -> [UInt8]
  ) {
    self.snapshot = snapshot
    self.patch = patch
  }
}
