import Backstack
import BackstackHTTP
import BackstackJSON
import Synchronization

/// The events of one session, and who reads them.
///
/// While nobody reads, the session is not watched, and what was noted stays for who comes back.
final class SessionEvents: Sendable {
  private struct State {
    var log = EventLog()
    var end: SessionEndReason?
    var heartbeats = 0
    var readers: [ObjectIdentifier: HTTPStreamWaker] = [:]
    var observation: ObserveToken?
    /// Whether a thread publishes or is going to, and whether it has to look again.
    var isPublishing = false
    var isStale = false
  }

  private let state = Mutex(State())
  private let streams: EventStreams

  init(streams: EventStreams) { self.streams = streams }

  // MARK: Readers

  /// Adds a reader, which is woken when there are news.
  func add(_ reader: ObjectIdentifier, _ waker: HTTPStreamWaker, of session: any Session) {
    streams.readersChanged(by: 1)
    let isFirst = state.withLock { state in
      state.readers[reader] = waker
      return state.readers.count == 1
    }
    if isFirst { streams.update(self) }
    sessionChanged(session)
  }

  /// Removes a reader, if it was added.
  func remove(_ reader: ObjectIdentifier) {
    var observation: ObserveToken?
    let (isRemoved, isLast) = state.withLock { state in
      guard state.readers.removeValue(forKey: reader) != nil else { return (false, false) }
      guard state.readers.isEmpty else { return (true, false) }
      swap(&observation, &state.observation)
      // Another reader may have more luck.
      if state.end == .notEncodable { state.end = nil }
      return (true, true)
    }
    guard isRemoved else { return }
    streams.readersChanged(by: -1)
    if isLast { streams.update(self) }
  }

  /// What a reader is to be sent.
  ///
  /// - Parameters:
  ///   - version: The version that it has.
  ///   - encode: Makes the document that is sent of a snapshot.
  func news(
    after version: Int?, encode: (Snapshot) -> [UInt8]
  ) -> (news: EventLog.News, end: SessionEndReason?, heartbeats: Int) {
    state.withLock { state in
      // What was noted for earlier readers may be old as long as the session is not watched again.
      let isKnown = state.observation != nil || state.end != nil
      let news = isKnown ? state.log.news(after: version, encode: encode) : .nothing
      return (news, state.end, state.heartbeats)
    }
  }

  /// Whether anybody reads.
  var hasReaders: Bool { state.withLock { !$0.readers.isEmpty } }

  /// How many heartbeats there were so far.
  var heartbeats: Int { state.withLock { $0.heartbeats } }

  // MARK: The session

  /// Has a heartbeat sent to every reader.
  func beat() {
    state.withLock { $0.heartbeats += 1 }
    wakeReaders()
  }

  /// Ends the events; what the session itself ended by stays.
  func end(_ end: SessionEndReason) {
    state.withLock { state in
      if state.end == nil || end != .notEncodable { state.end = end }
    }
    wakeReaders()
  }

  /// Publishes the session as it is, soon and on another thread.
  private func sessionChanged(_ session: any Session) {
    let isDue = state.withLock { state in
      if state.isPublishing || state.end != nil {
        state.isStale = true
        return false
      }
      state.isPublishing = true
      return true
    }
    if isDue { streams.schedule { self.publish(session) } }
  }

  private func publish(_ session: any Session) {
    repeat {
      // Before the session is read, so that no change is missed.
      let observation = observe(session)
      let snapshot: Snapshot
      do throws(Problem) {
        snapshot = try session.snapshot()
      } catch {
        end(error.kind == .stateNotEncodable ? .notEncodable : .putAside)
        continue
      }
      let isWaiting = session.whenStored { [weak self, weak session] failure in
        // Without the session there is nothing more to tell; what could not be stored is never told.
        guard let self, let session, failure == nil else { return }
        streams.schedule {
          self.publish(snapshot, observation)
          if !self.isUpToDate() { self.publish(session) }
        }
      }
      if isWaiting { return }
      publish(snapshot, observation)
    } while !isUpToDate()
  }

  private func publish(_ snapshot: Snapshot, _ observation: ObserveToken?) {
    note(snapshot)
    // Only now: before, readers would be sent what was noted for earlier ones.
    if let observation { keep(observation) }
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

  /// Begins to watch the session, unless it is watched or nobody reads.
  private func observe(_ session: any Session) -> ObserveToken? {
    guard state.withLock({ $0.observation == nil && !$0.readers.isEmpty }) else { return nil }
    return session.watch { [weak self, weak session] in
      if let self, let session { sessionChanged(session) }
    }
  }

  private func keep(_ observation: ObserveToken) {
    state.withLock { state in
      // The readers may have left meanwhile.
      if !state.readers.isEmpty { state.observation = observation }
    }
  }

  /// Notes a snapshot, if it is newer; called by one thread at a time.
  private func note(_ snapshot: Snapshot) {
    let head = state.withLock { $0.log.head }
    if let head, head.version >= snapshot.version { return }
    let patch = head.map { SnapshotPatch.make(from: $0.state, to: snapshot.state) } ?? []
    state.withLock { $0.log.append(snapshot, patch: patch) }
  }

  private func wakeReaders() {
    let wakers = state.withLock { $0.readers.values.map(\.self) }
    for waker in wakers { waker.wake() }
  }
}
