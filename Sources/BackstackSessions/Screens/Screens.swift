import BackstackCoding
import BackstackViews

/// What the view of a session's feature shows.
final class Screens: @unchecked Sendable {
  // Sound: the lock of the session's store guards everything that changes.

  /// The screen that was evaluated last.
  private var latest: (version: Int, screen: Screen)?
  private let memory: ScreenMemory

  /// - Parameter presentations: What was presented before, if the session was stored.
  init(presentations: [String: Int]) { memory = ScreenMemory(presentations: presentations) }

  /// What is presented, and since which version: stored with the session.
  var presentations: [String: Int] { memory.presentations.versions }

  /// Returns the screen of a version; evaluates it unless that was done before.
  ///
  /// - Throws: ``SessionError/screenNotAvailable(_:)``.
  func screen(
    of version: Int, _ make: (ScreenMemory) throws(ScreenFailure) -> Screen
  ) throws(SessionError) -> Screen {
    if let latest, latest.version == version { return latest.screen }
    memory.presentations.begin(at: version)
    do throws(ScreenFailure) {
      let screen = try make(memory)
      latest = (version, screen)
      return screen
    } catch {
      throw .screenNotAvailable(error.description)
    }
  }

  /// Returns the patch (RFC 6902) from an earlier version to a later one.
  static func patch(from base: ScreenBase, to now: ScreenBase) -> [UInt8] {
    if base.version == now.version { return Array("[]".utf8) }
    return SnapshotEncoder.patch(
      now.screen.patch(from: base.screen, at: "/screen"), from: base, link: now.link,
      effects: now.effects)
  }
}
