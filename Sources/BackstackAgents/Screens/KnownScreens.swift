import BackstackPlatform
import BackstackSessions

/// The screens that agents have seen last, so that a screen that has not changed is neither sent nor
/// read again: most calls begin with the one that the call before has shown.
///
/// Only a cache: without it, results are the same, and take longer.
final class KnownScreens: Sendable {
  /// The maximum number of screens.
  private static let maximumCount = 64
  /// The maximum number of bytes of all documents; in memory, a screen takes some five times as much.
  private static let maximumBytes = 512 * 1024

  private final class Known {
    let screen: ScreenReading
    let bytes: Int
    var lastUse: Int

    init(_ screen: ScreenReading, bytes: Int, lastUse: Int) {
      self.screen = screen
      self.bytes = bytes
      self.lastUse = lastUse
    }
  }

  private struct Memory {
    /// The screens by the ids of their sessions.
    var screens: [String: Known] = [:]
    var bytes = 0
    var uses = 0

    mutating func remove(_ session: String) {
      if let known = screens.removeValue(forKey: session) { bytes -= known.bytes }
    }
  }

  private let memory = Guarded(Memory())

  /// Returns the screen of a session that was noted last.
  subscript(session: String) -> ScreenReading? {
    memory.withLock { memory in
      memory.uses += 1
      let known = memory.screens[session]
      known?.lastUse = memory.uses
      return known?.screen
    }
  }

  /// Reads the document of a session with its screen, of which the known screen may have parts already.
  ///
  /// - Returns: `nil` for anything else.
  func reading(of document: [UInt8]) -> ScreenReading? {
    let id = document.dropFirst(#"{"id":""#.utf8.count).prefix(SessionID.textCount)
    return ScreenReading(document, after: self[String(decoding: id, as: UTF8.self)])
  }

  /// Notes a screen in place of an earlier one, and forgets those that were used longest ago if there
  /// are too many.
  ///
  /// - Parameter bytes: The size of its document.
  func note(_ screen: ScreenReading, of bytes: Int) {
    let session = screen.session
    memory.withLock { memory in
      memory.remove(session)
      // The issues of an action are told once.
      guard screen.issues.isEmpty, bytes <= Self.maximumBytes / 4 else {
        return
      }
      memory.uses += 1
      memory.screens[session] = Known(screen, bytes: bytes, lastUse: memory.uses)
      memory.bytes += bytes
      while memory.screens.count > Self.maximumCount || memory.bytes > Self.maximumBytes {
        guard let oldest = memory.screens.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
          break
        }
        memory.remove(oldest.key)
      }
    }
  }

  /// Forgets the screen of a session.
  func forget(_ session: String) { memory.withLock { $0.remove(session) } }
}
