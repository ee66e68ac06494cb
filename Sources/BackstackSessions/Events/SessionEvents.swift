import BackstackPlatform
import FoundationEssentials

/// The events of one session, and their readers.
///
/// Without readers nothing is published, and the log stays for readers that reconnect.
package final class SessionEvents: Sendable {
  private struct State {
    var log = EventLog()
    var end: SessionEndReason?
    var heartbeats = 0
    /// The closures that wake the readers.
    var readers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    /// When the last reader left.
    var lastReading: Date?
    /// Whether everything is published since there are readers.
    var isCurrent = false
    /// The base of the next patch.
    var base: PatchBase?
    /// Whether a reader waits for a snapshot.
    var wantsSnapshot = false
    /// Whether a thread publishes or is about to, and whether it has to check for changes again.
    var isPublishing = false
    var isStale = false
  }

  private let state = Guarded(State())
  private let representation: Representation
  /// Weak: the session has its events. A reader, and a write under way, keep the session.
  private weak let session: (any Session)?
  private let streams: EventStreams
  private let now: @Sendable () -> Date

  /// Creates the events of a session.
  ///
  /// - Parameters:
  ///   - representation: The content of the events.
  ///   - session: The session.
  ///   - streams: All sessions that have readers.
  ///   - now: Returns the current date.
  init(
    _ representation: Representation, of session: (any Session)?, streams: EventStreams,
    now: @escaping @Sendable () -> Date
  ) {
    self.representation = representation
    self.session = session
    self.streams = streams
    self.now = now
  }

  // MARK: Readers

  /// Adds a reader, which keeps the session until it is removed.
  ///
  /// - Parameters:
  ///   - version: The version that it has.
  ///   - wake: Called when there are new events, on any thread. It must not block.
  package func add(
    _ reader: ObjectIdentifier, after version: Int?, wake: @escaping @Sendable () -> Void
  ) {
    streams.readersChanged(by: 1)
    let isFirst = state.withLock { state in
      state.readers[reader] = wake
      if version == nil { state.wantsSnapshot = true }
      return state.readers.count == 1
    }
    if isFirst { streams.update(self) }
    sessionChanged()
  }

  /// Removes a reader, if it was added.
  package func remove(_ reader: ObjectIdentifier) {
    let (isRemoved, isLast) = state.withLock { state in
      guard state.readers.removeValue(forKey: reader) != nil else { return (false, false) }
      guard state.readers.isEmpty else { return (true, false) }
      state.lastReading = now()
      state.isCurrent = false
      // The state may be encodable again for another reader.
      if state.end?.isOfContent == true { state.end = nil }
      return (true, true)
    }
    guard isRemoved else { return }
    streams.readersChanged(by: -1)
    if isLast { streams.update(self) }
  }

  /// Returns the events to send to a reader, which is woken once a missing snapshot was made.
  ///
  /// - Parameter version: The version that it has.
  package func changes(
    after version: Int?
  ) -> (changes: EventLog.Changes, end: SessionEndReason?, heartbeats: Int) {
    let (changes, end, heartbeats, isMissing) = state.withLock { state in
      // The log of earlier readers may be outdated.
      let isKnown = state.isCurrent || state.end != nil
      let changes = isKnown ? state.log.changes(after: version) : .nothing
      guard case .missingSnapshot = changes, state.end == nil else {
        return (changes, state.end, state.heartbeats, false)
      }
      defer { state.wantsSnapshot = true }
      return (changes, state.end, state.heartbeats, !state.wantsSnapshot)
    }
    if isMissing { sessionChanged() }
    return (changes, end, heartbeats)
  }

  /// The number of readers.
  var readerCount: Int { state.withLock { $0.readers.count } }

  /// Whether there are readers.
  var hasReaders: Bool { state.withLock { !$0.readers.isEmpty } }

  /// Returns whether there are readers, or were after a date.
  func hadReaders(since date: Date) -> Bool {
    state.withLock { state in
      !state.readers.isEmpty || state.lastReading.map { $0 > date } ?? false
    }
  }

  /// The number of heartbeats so far.
  package var heartbeats: Int { state.withLock { $0.heartbeats } }

  // MARK: The session

  /// Sends a heartbeat to every reader.
  func beat() {
    state.withLock { $0.heartbeats += 1 }
    wakeReaders()
  }

  /// Ends the events. What is wrong with their content, and ``SessionEndReason/passivated``, do not
  /// replace the end of the session itself.
  func end(_ end: SessionEndReason) {
    state.withLock { state in
      // Neither replaces the end of the session itself.
      let isEnd = !end.isOfContent && end != .passivated
      if state.end == nil || isEnd || state.end?.isOfContent == true { state.end = end }
    }
    wakeReaders()
  }

  /// Publishes the present state of the session soon, on another thread, if there are readers.
  func sessionChanged() {
    guard let session else { return }
    let isDue = state.withLock { state in
      if state.readers.isEmpty { return false }
      if state.isPublishing || state.end != nil {
        state.isStale = true
        return false
      }
      state.isPublishing = true
      return true
    }
    if isDue { schedule(session) { self.publish() } }
  }

  /// Runs work for a session soon, on another thread.
  private func schedule(_ session: any Session, _ work: @escaping @Sendable () -> Void) {
    let isOffloaded = session.context.runtime.large.offload(from: session.context, work)
    if !isOffloaded { streams.schedule(work) }
  }

  /// Runs work that may change the session, and publishes its change on this thread: to call another
  /// one takes longer than that, if the session is small and has few readers.
  package func publishing(_ work: () -> Void) {
    let isMine = state.withLock { state in
      let isFree = !state.isPublishing && state.end == nil
      guard isFree, state.readers.count <= Self.fewReaders, representation == .state else {
        return false
      }
      // Other threads only note that the session has changed.
      state.isPublishing = true
      return true
    }
    work()
    guard isMine, !isUpToDate(), let session else { return }
    let isLarge = LargeWork.isLarge(session.context.weight)
    guard isLarge || publish(session) && !isUpToDate() else { return }
    schedule(session) { self.publish() }
  }

  /// The number of readers up to which the thread that changes the session wakes them.
  private static let fewReaders = 8

  private func publish() {
    repeat {
      guard let session, publish(session) else { return }
    } while !isUpToDate()
  }

  /// Publishes the present state; returns `false` if that has to wait until it is stored.
  private func publish(_ session: any Session) -> Bool {
    let changes: SessionChanges
    let (isCurrent, base, wantsSnapshot) = state.withLock {
      ($0.isCurrent, $0.base, $0.wantsSnapshot)
    }
    // Before the session is read, so that no change is missed.
    if !isCurrent, let reason = session.tellReaders() {
      end(reason, of: session)
      return true
    }
    do throws(SessionError) {
      changes = try session.changes(of: representation, since: base, wantsSnapshot: wantsSnapshot)
    } catch {
      switch error {
      case .stateNotEncodable: end(.notEncodable)
      case .screenNotAvailable: end(.screenNotAvailable)
      case .ended(let reason): end(reason, of: session)
      default: end(.passivated)
      }
      return true
    }
    if let writer = session.writer, !writer.isStored {
      writer.whenStored { [weak self] failure in
        // Without the session nothing more is published. Changes that could not be stored never are.
        guard let self, let session = self.session, failure == nil else { return }
        schedule(session) {
          self.publish(changes, of: session)
          if !self.isUpToDate() { self.publish() }
        }
      }
      return false
    }
    publish(changes, of: session)
    return true
  }

  /// Ends the events once the end of a session is stored, which told it only to readers that it had by then.
  private func end(_ reason: SessionEndReason, of session: any Session) {
    session.whenStored { [weak self] failure in self?.end(failure == nil ? reason : .passivated) }
  }

  private func publish(_ changes: SessionChanges, of session: any Session) {
    note(changes, of: session)
    wakeReaders()
  }

  private func isUpToDate() -> Bool {
    state.withLock { state in
      if state.isStale, state.end == nil {
        state.isStale = false
        return false
      }
      state.isStale = false
      state.isPublishing = false
      return true
    }
  }

  /// Adds changes to the log; called by one thread at a time.
  private func note(_ changes: SessionChanges, of session: any Session) {
    let version = changes.base.version
    let format = streams.format
    let isMissing = state.withLock { !$0.log.hasSnapshot(of: version) }
    let snapshot = isMissing ? changes.snapshot.flatMap { format?.snapshot(session, $0) } : nil
    state.withLock { state in
      if state.log.head != version, let format {
        state.log.append(version, stateSize: changes.stateSize) { base in
          format.patch(changes.patch, base, version)
        }
      }
      state.base = changes.base
      // The readers may have left meanwhile.
      state.isCurrent = !state.readers.isEmpty
      if let snapshot { state.log.keep(snapshot) }
      if state.log.hasSnapshot(of: version) { state.wantsSnapshot = false }
    }
  }

  private func wakeReaders() {
    let wakes = state.withLock { $0.readers.values.map(\.self) }
    for wake in wakes { wake() }
  }
}
