import BackstackCoding
import BackstackViews

/// What the view of a session's feature shows, and the readers of its changes.
final class Screens: @unchecked Sendable {
  // Sound: the lock of the session's store guards everything that changes.

  let events: SessionEvents
  /// The screen that was evaluated last.
  private var latest: (version: Int, content: [UInt8])?

  init(events: SessionEvents) { self.events = events }

  /// Returns the screen of a version as JSON; evaluates it unless that was done before.
  ///
  /// - Throws: ``SessionError/screenNotAvailable(_:)``.
  func content(
    of version: Int, _ make: () throws(ScreenFailure) -> Screen
  ) throws(SessionError) -> [UInt8] {
    if let latest, latest.version == version { return latest.content }
    do throws(ScreenFailure) {
      let content = try make().json
      latest = (version, content)
      return content
    } catch {
      throw .screenNotAvailable(error.description)
    }
  }

  /// Returns the patch (RFC 6902) from an earlier version to a later one.
  static func patch(from base: ScreenBase, to now: ScreenBase) -> [UInt8] {
    if base.version == now.version { return Array("[]".utf8) }
    let patch =
      (try? JSONPatch.make(from: base.json, to: now.json, at: "/screen"))
      ?? JSONPatch.replacing("/screen", with: now.json)
    return SnapshotEncoder.patch(patch, from: base, link: now.link, effects: now.effects)
  }
}
