import BackstackCoding
import BackstackViews

/// The screens that the view of a session's feature makes.
final class Screens: @unchecked Sendable {
  // Sound: the lock of the session's store guards everything that changes.

  /// The screen that was evaluated last.
  private var latest: (version: Int, screen: Screen)?
  private let memory: ScreenMemory
  private var build: String?

  /// - Parameter stored: What was shown before, if the session was stored.
  init(_ stored: ShownScreens) {
    memory = ScreenMemory(presentations: stored.presentations)
    build = stored.build
  }

  /// The screens that clients have seen, to be stored with the session.
  var shown: ShownScreens {
    ShownScreens(presentations: memory.presentations.versions, build: build)
  }

  /// Forgets what a presentation showed.
  ///
  /// - Parameter action: The action that would have dismissed it, as JSON.
  func forgetPresentation(dismissedBy action: [UInt8]) {
    memory.presentations.forget(dismissedBy: action)
  }

  /// Returns the screen of a version; evaluates it unless that was done before.
  ///
  /// - Parameter build: The build of this program.
  /// - Throws: ``SessionError/screenNotAvailable(_:)``.
  func screen(
    of version: Int, by build: String?, _ make: (ScreenMemory) throws(ScreenFailure) -> Screen
  ) throws(SessionError) -> Screen {
    if let latest, latest.version == version { return latest.screen }
    memory.presentations.begin(at: version)
    do throws(ScreenFailure) {
      let screen = try make(memory)
      latest = (version, screen)
      self.build = build
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

/// The stored part of the screens that clients have seen of a session.
package struct ShownScreens: Sendable, Hashable {
  /// The versions since which screens present what they present, by names that distinguish it.
  var presentations: [String: Int] = [:]
  /// The build of the program that made the screens; `nil` for none.
  var build: String?
}

extension ShownScreens {
  init(_ saved: SavedSession) {
    self.init(presentations: saved.presentations ?? [:], build: saved.build)
  }

  /// Creates the value for a session that is resumed: in another build than before, it gets a
  /// version of which nobody has a screen.
  init(_ saved: SavedSession, now build: String?) {
    self.init(saved)
    if self.build != build { self.build = nil }
  }
}
