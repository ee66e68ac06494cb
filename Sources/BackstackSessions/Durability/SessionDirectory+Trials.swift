import BackstackCoding
import BackstackStorage
import Synchronization

/// The decoding of some sessions of a shape, to find out whether its migrations work.
private struct ShapeTrial {
  /// The number of sessions in the shape.
  let sessions: Int
  private(set) var tried = 0
  private(set) var unreadable = 0
  /// Why the first of the unreadable sessions can't be decoded.
  private(set) var reason = ""
  private var hasCrashed = false

  init(sessions: Int) { self.sessions = sessions }

  func needsMore(than limit: Int) -> Bool { !hasCrashed && tried < min(sessions, limit) }

  mutating func note(obstacle: String?) {
    tried += 1
    guard let obstacle else { return }
    if unreadable == 0 { reason = obstacle }
    unreadable += 1
  }

  mutating func noteCrash() { hasCrashed = true }
}

/// The identity of a shape.
private struct ShapeKey: Hashable, Comparable {
  let feature: String
  let fingerprint: String

  static func < (left: Self, right: Self) -> Bool {
    (left.feature, left.fingerprint) < (right.feature, right.fingerprint)
  }
}

extension SessionDirectory {
  /// The number of sessions of each earlier shape that a server decodes when it starts.
  private static let triedSessions = 100
  /// The number of stored sessions among which it looks for them.
  private static let visitedSessions = 10_000

  /// Decodes some stored sessions of each earlier shape, and logs how many can't be, with the reason
  /// for the first one.
  ///
  /// - Parameter shapes: The shapes of the stored sessions.
  func tryStates(in shapes: [StoredShape]) async {
    guard let storage = configuration.storage else { return }
    var trials: [ShapeKey: ShapeTrial] = [:]
    for shape in shapes {
      guard let feature = features[shape.feature],
        feature.stateShape.description != shape.fingerprint
      else { continue }
      trials[ShapeKey(feature: shape.feature, fingerprint: shape.fingerprint)] = ShapeTrial(
        sessions: shape.sessions)
    }
    var cursor: StorageCursor?
    var visited = 0
    repeat {
      guard visited < Self.visitedSessions, !isStopped.load(ordering: .relaxed),
        trials.values.contains(where: { $0.needsMore(than: Self.triedSessions) }),
        let page = try? await storage.sessions(by: .id, after: cursor, limit: 500)
      else { break }
      for header in page.sessions {
        let key = ShapeKey(feature: header.feature, fingerprint: header.fingerprint)
        guard trials[key]?.needsMore(than: Self.triedSessions) == true else { continue }
        if header.crashes.last != nil {
          // The migration may have ended the process: it must not do so at each start.
          trials[key]?.noteCrash()
        } else if let saved = await saved(header, in: storage) {
          trials[key]?.note(obstacle: obstacle(reading: saved))
        }
      }
      visited += page.sessions.count
      cursor = page.next
    } while cursor != nil
    for (key, trial) in trials.sorted(by: { $0.key < $1.key }) where trial.unreadable > 0 {
      report(trial, of: key)
    }
  }

  /// Returns a stored session without its journal; `nil` if it is no longer stored, or its record is
  /// damaged, which has nothing to do with its shape.
  private func saved(
    _ header: SessionHeader, in storage: any SessionStorage
  ) async -> SavedSession? {
    guard let stored = try? await storage.load(header.id) else { return nil }
    return try? StoredRecord.saved(stored, journal: [])
  }

  private func obstacle(reading saved: SavedSession) -> String? {
    guard let runtime = runtimes[saved.feature], let id = SessionID(saved.id) else { return nil }
    let context = SessionContext(id: id, principal: nil, isResumed: true, runtime: runtime)
    // A migration that traps is recorded as a crash of the session, as if a client had used it.
    return ThreadActivity.perform(.decoding, context) { runtime.feature.obstacle(reading: saved) }
  }

  private func report(_ trial: ShapeTrial, of key: ShapeKey) {
    configuration.logEvent(.error, "sessions-unreadable") { line in
      line.member("feature", key.feature)
      line.member("shapes", key.fingerprint)
      line.member("sessions", trial.sessions)
      line.member("tried", trial.tried)
      line.member("unreadable", trial.unreadable)
      line.member(
        "message",
        "Of the tried sessions, so many can't be read, and are kept. The first: "
          + trial.reason.prefix(500))
    }
  }
}
