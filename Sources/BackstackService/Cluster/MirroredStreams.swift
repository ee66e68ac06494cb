import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// The sessions of other nodes whose events are read at this one.
final class MirroredStreams: Sendable {
  /// Readers with the same rights share a stream.
  struct Key: Hashable, Sendable {
    let session: SessionID
    let representation: Representation
    let principal: HTTPPrincipal?
  }

  private let all = Guarded<[Key: MirroredEvents]>([:])

  /// The number of streams from other nodes.
  var count: Int { all.withLock { $0.count } }

  /// Adds a reader to the events of a session, which are made if nobody reads them yet.
  ///
  /// - Parameters:
  ///   - join: Adds the reader; returns `false` if the events are over.
  ///   - make: Makes the events, with the closure to call when they are over.
  /// - Returns: Whether the reader was added.
  func follow(
    _ key: Key, joining join: (MirroredEvents) -> Bool,
    make: (_ whenOver: @escaping @Sendable (MirroredEvents) -> Void) -> MirroredEvents
  ) -> Bool {
    // Those that are over are about to be forgotten.
    for _ in 0..<2 {
      let events = all.withLock { all in
        if let events = all[key] { return events }
        let events = make { [weak self] in self?.forget($0, key) }
        all[key] = events
        return events
      }
      if join(events) { return true }
      forget(events, key)
    }
    return false
  }

  private func forget(_ events: MirroredEvents, _ key: Key) {
    all.withLock { if $0[key] === events { $0[key] = nil } }
  }
}
