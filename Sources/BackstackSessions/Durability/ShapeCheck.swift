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

/// The check, at the start of a directory, of the shapes of the stored sessions: whether migrations
/// lead from them to those of its features, and whether they work.
struct ShapeCheck: Sendable {
  private let configuration: SessionConfiguration
  private let storage: StorageAccess?
  private let runtimes: [String: FeatureRuntime]
  private let stop: StopFlag

  init(
    _ configuration: SessionConfiguration, _ storage: StorageAccess?,
    of runtimes: [String: FeatureRuntime], until stop: StopFlag
  ) {
    self.configuration = configuration
    self.storage = storage
    self.runtimes = runtimes
    self.stop = stop
  }

  /// Begins the check. Returns immediately.
  func begin() {
    report { shapes in
      // Decoding takes long: a server that starts has other work.
      Task.detached(priority: .background) { await tryStates(in: shapes) }
    }
  }

  // MARK: Reporting

  /// Logs, per feature, how many stored sessions have shapes from which no migration leads. Returns
  /// immediately.
  ///
  /// - Parameter completion: Called with the shapes of the stored sessions, if they are known.
  func report(_ completion: @escaping @Sendable ([StoredShape]) -> Void = { _ in }) {
    guard let storage else { return }
    let query = StorageQuery.shapes { [self] result in
      switch result {
      case .success(let shapes):
        reportUnmigrated(shapes)
        completion(shapes)
      case .failure(let error): storage.failed(error)
      }
    }
    storage.ask(query)
  }

  private func reportUnmigrated(_ shapes: [StoredShape]) {
    let unmigrated = shapes.map { StoredSessionShape($0, features: runtimes.values.map(\.feature)) }
      .filter { !$0.isReadable }
    for (feature, shapes) in Dictionary(grouping: unmigrated, by: \.feature).sorted(by: {
      $0.key < $1.key
    }) {
      report(of: feature, shapes)
    }
  }

  private func report(of feature: String, _ shapes: [StoredSessionShape]) {
    let count = shapes.reduce(0) { $0 + $1.sessions }
    let exists = runtimes[feature] != nil
    // Sessions of a feature that exists may lack only properties with default values: then all is
    // well, so that nobody should be alarmed.
    configuration.logEvent(
      exists ? .info : .error, exists ? "sessions-unmigrated" : "sessions-unreadable"
    ) { line in
      line.member("feature", feature)
      line.member("sessions", count)
      line.member("shapes", shapes.prefix(10).map(\.shape).joined(separator: ","))
      line.member(
        "message",
        exists
          ? "No migration leads from their shapes. Sessions that lack only properties with default "
            + "values can be read; the others are kept, but not read. `doctor` counts them."
          : "There is no such feature; its stored sessions are kept.")
    }
  }

  // MARK: Trying

  /// The number of sessions of each earlier shape that a server decodes when it starts.
  private static let triedSessions = 100
  /// The number of stored sessions among which it looks for them.
  private static let visitedSessions = 10_000

  /// Decodes some stored sessions of each earlier shape, and logs how many can't be, with the
  /// reason for the first one.
  ///
  /// - Parameter shapes: The shapes of the stored sessions.
  func tryStates(in shapes: [StoredShape]) async {
    guard let storage = storage?.storage else { return }
    var trials: [ShapeKey: ShapeTrial] = [:]
    for shape in shapes {
      guard let feature = runtimes[shape.feature]?.feature,
        feature.stateShape.description != shape.fingerprint
      else { continue }
      trials[ShapeKey(feature: shape.feature, fingerprint: shape.fingerprint)] = ShapeTrial(
        sessions: shape.sessions)
    }
    var cursor: StorageCursor?
    var visited = 0
    repeat {
      guard visited < Self.visitedSessions, !stop.isSet,
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

  /// Returns a stored session without its journal; `nil` if it is no longer stored, or its record
  /// is damaged, which has nothing to do with its shape.
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
