import BackstackStorage

/// A consistent copy of the parts of a session that need a write.
package struct SessionCapture: Sendable {
  let version: Int
  /// The state as JSON; `nil` if the stored version is the latest.
  let state: [UInt8]?
  let nextElementID: Int
  let pending: PendingEffects
  let screens: ShownScreens
  /// The entries since the stored version.
  let entries: [JournalEntry]
}
