import BackstackJSON

/// Patches from one snapshot of a session to another.
///
/// They apply to a client's copy of the snapshot, and change its `state` alone: the version that they
/// lead to is told beside them.
enum SnapshotPatch {
  /// The patch from one state to another.
  static func make(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    do throws(JSONSyntaxError) {
      return try JSONPatch.make(from: old, to: new, at: "/state")
    } catch {
      // What a feature has encoded by code of its own may be more than our decoder takes.
      return JSONPatch.replacing("/state", with: new)
    }
  }

  /// Whether two documents say the same.
  static func isEmpty(from old: [UInt8], to new: [UInt8]) -> Bool {
    old == new || make(from: old, to: new) == Array("[]".utf8)
  }

  /// The patch that makes a snapshot of whatever a client has.
  static func replacingAll(with snapshot: [UInt8]) -> [UInt8] {
    JSONPatch.replacing("", with: snapshot)
  }
}
