import BackstackPlatform
import BackstackStorage
package import FoundationEssentials
import Synchronization

/// The sessions of a directory, by id, with the time at which each expires.
///
/// Sessions are spread over shards, each with a lock that is held only for a lookup.
package final class SessionRegistry: Sendable {
  /// A session and its expiry.
  package struct Entry: Sendable {
    package let session: any Session
    /// The number of seconds for which the session lives without a request.
    package let timeToLive: TimeInterval
    /// When it expires unless it is used before.
    private(set) var expiry: MonotonicInstant
    /// The same as a date, for clients.
    package private(set) var expiresAt: Date
    /// When the shard checks its expiry.
    fileprivate var lookAt: MonotonicInstant
    /// The number of requests to it that wait: it does not expire under them.
    fileprivate var waiting = 0

    fileprivate init(_ session: any Session, timeToLive: TimeInterval, now: SessionTime) {
      self.session = session
      self.timeToLive = timeToLive
      expiry = now.instant.later(by: Int64(nanosecondsIn: timeToLive))
      expiresAt = now.date.addingTimeInterval(timeToLive)
      lookAt = expiry
    }

    /// Prolongs the session's life after a use.
    fileprivate mutating func prolong(now: SessionTime) {
      expiry = now.instant.later(by: Int64(nanosecondsIn: timeToLive))
      expiresAt = now.date.addingTimeInterval(timeToLive)
    }

    /// When the session was used last.
    package var lastUse: SessionUse {
      let nanoseconds = expiry.later(by: -Int64(nanosecondsIn: timeToLive)).nanoseconds
      return SessionUse(instant: nanoseconds, id: session.context.id)
    }

    /// Returns whether nobody has used the session in time.
    fileprivate func hasExpired(by instant: MonotonicInstant) -> Bool {
      instant >= expiry && waiting == 0
    }

    /// Returns whether the session was not used since an instant.
    func isIdle(since instant: MonotonicInstant) -> Bool {
      expiry <= instant.later(by: Int64(nanosecondsIn: timeToLive))
    }
  }

  /// The result of looking an id up.
  package enum Lookup {
    case found(Entry)
    /// The session ended or expired a while ago.
    case ended(SessionEndReason)
    /// The same, but the end is not stored yet: responses about it wait for the writer.
    case ending(SessionEndReason, SessionWriter)
    /// There is or was a session that the request may not use.
    case hidden
    case unknown

    /// Returns the session if it was found, or the refusal.
    ///
    /// - Parameter absence: The error of an id that is unknown to the registry.
    package consuming func result(else absence: SessionError) -> Result<Entry, SessionRefusal> {
      do throws(SessionRefusal) {
        return .success(try entry(else: absence))
      } catch {
        return .failure(error)
      }
    }

    /// Returns the session if it was found.
    ///
    /// - Parameter absence: The error of an id that is unknown to the registry.
    /// - Throws: ``SessionRefusal``.
    consuming func entry(else absence: SessionError) throws(SessionRefusal) -> Entry {
      switch self {
      case .found(let entry): return entry
      case .ended(let reason): throw SessionRefusal(.ended(reason))
      case .ending(let reason, let writer): throw SessionRefusal(.ended(reason), until: writer)
      case .hidden: throw SessionRefusal(.unknownSession)
      case .unknown: throw SessionRefusal(absence)
      }
    }
  }

  /// The data that is remembered of a session that ended.
  private struct Tombstone {
    let context: SessionContext
    let reason: SessionEndReason
    let until: MonotonicInstant
    /// The writer that stores the end; `nil` once it is stored.
    var writer: SessionWriter?

    var lookup: Lookup { writer.map { .ending(reason, $0) } ?? .ended(reason) }
  }

  private struct Shard {
    var entries: [SessionID: Entry] = [:]
    var ended: [SessionID: Tombstone] = [:]
    /// When each session is checked for expiry, including some sessions that have ended. A session that was
    /// used is checked when it would have expired, and then scheduled again.
    var schedule = Schedule<SessionID>()
    /// The position in the schedule where the next search for idle sessions begins.
    var hand = 0
    /// The number of items that a search has left for the next one; `nil` for none.
    var left: Int?

    /// Returns where the entry of an activation is; `nil` if it has left.
    func index(of context: SessionContext) -> Dictionary<SessionID, Entry>.Index? {
      guard let index = entries.index(forKey: context.id),
        entries.values[index].session.context === context
      else { return nil }
      return index
    }

    /// Schedules the check of a session's expiry.
    mutating func schedule(_ id: SessionID, at instant: MonotonicInstant) {
      schedule.insert(Scheduled(instant: instant, id: id))
      // The items of ended sessions remain for the rest of their time to live.
      if schedule.count > 2 * entries.count + 64 {
        schedule = Schedule(entries.map { Scheduled(instant: $0.value.lookAt, id: $0.key) })
      }
    }
  }

  private final class LockedShard: Sendable {
    let shard = Guarded(Shard())
  }

  /// The maximum number of ended sessions that a shard remembers.
  private static let endedPerShard = 1024

  private let shards: [LockedShard]
  private let capacity: Int
  private let count = Atomic(0)
  private let memoryOfEnded: Int64
  private let whenRemoved: @Sendable (SessionID) -> Void
  /// The shard in which the next search for idle sessions begins.
  private let nextShard = Atomic(0)

  /// Creates a registry.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of sessions.
  ///   - memoryOfEnded: How long an ended session is remembered, in seconds.
  ///   - whenRemoved: Called for each session that leaves the registry, under a lock.
  init(
    capacity: Int, memoryOfEnded: TimeInterval,
    whenRemoved: @escaping @Sendable (SessionID) -> Void = { _ in }
  ) {
    self.capacity = capacity
    self.whenRemoved = whenRemoved
    self.memoryOfEnded = Int64(nanosecondsIn: memoryOfEnded)
    shards = (0..<64).map { _ in LockedShard() }
  }

  /// The number of sessions, including reservations.
  var sessionCount: Int { count.load(ordering: .relaxed) }

  /// The number of scheduled checks.
  var scheduleCount: Int { shards.reduce(0) { $0 + $1.shard.withLock { $0.schedule.count } } }

  /// The sessions, in no particular order.
  var all: [Entry] { shards.flatMap { $0.shard.withLock { Array($0.entries.values) } } }

  /// Reserves room for one more session; returns `nil` if the limit is reached.
  func reserve() -> SessionReservation? {
    guard count.wrappingAdd(1, ordering: .relaxed).newValue <= capacity else {
      count.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    return SessionReservation { [weak self] in self?.count.wrappingSubtract(1, ordering: .relaxed) }
  }

  /// Adds a session, which uses its reservation.
  ///
  /// - Returns: Its entry, or `nil` if there is a session with its id.
  func add(
    _ session: any Session, at reservation: SessionReservation, timeToLive: TimeInterval,
    now: SessionTime
  ) -> Entry? {
    let entry = Entry(session, timeToLive: timeToLive, now: now)
    let id = session.context.id
    let isNew = shard(of: id).shard.withLock { shard in
      guard shard.entries[id] == nil else { return false }
      shard.entries[id] = entry
      shard.schedule(id, at: entry.lookAt)
      return true
    }
    guard isNew else { return nil }
    reservation.take()
    return entry
  }

  /// Finds a session and, if there is one, prolongs its life.
  ///
  /// - Parameters:
  ///   - prolongs: Whether it does; `false` only finds the session.
  ///   - isAllowed: Returns whether the session may be used, or its end be known; otherwise it stays
  ///     as it is. Called under a lock.
  func use(
    _ id: SessionID, now: SessionTime, prolongs: Bool = true,
    if isAllowed: (SessionContext) -> Bool = { _ in true }
  ) -> Lookup {
    var expired: Entry?
    let lookup = shard(of: id).shard.withLock { shard -> Lookup in
      guard let index = shard.entries.index(forKey: id) else {
        guard let tombstone = shard.ended[id] else { return .unknown }
        return isAllowed(tombstone.context) ? tombstone.lookup : .hidden
      }
      var entry = shard.entries.values[index]
      guard isAllowed(entry.session.context) else { return .hidden }
      if entry.hasExpired(by: now.instant) {
        expired = remove(id, .expired, from: &shard, now: now.instant)
        return expired?.session.writer.map { .ending(.expired, $0) } ?? .ended(.expired)
      }
      if prolongs {
        entry.prolong(now: now)
        shard.entries.values[index].prolong(now: now)
      }
      return .found(entry)
    }
    if prolongs, case .found(let entry) = lookup { entry.session.writer?.noteUse(at: now.date) }
    if let expired { end(expired, .expired) }
    return lookup
  }

  // MARK: Waiting

  /// The number of seconds after which the expiry of a session with waiting requests is checked again.
  private static let waitingSeconds = 60.0

  /// Keeps a session from expiring until ``endWait(_:now:)``.
  ///
  /// - Parameters:
  ///   - context: The activation of the session.
  ///   - end: When the wait ends at the latest.
  func beginWait(_ context: SessionContext, now: SessionTime, until end: SessionTime) {
    let entry = shard(of: context.id).shard.withLock { shard -> Entry? in
      guard let index = shard.index(of: context) else { return nil }
      shard.entries.values[index].waiting += 1
      return shard.entries.values[index]
    }
    entry?.session.writer?.noteUse(at: now.date, until: end.date)
  }

  /// Ends a ``beginWait(_:now:until:)``, which is a use of the session.
  ///
  /// - Returns: When the session has to be checked, if that is earlier than it would be.
  func endWait(_ context: SessionContext, now: SessionTime) -> MonotonicInstant? {
    let (entry, check) = shard(of: context.id).shard.withLock {
      shard -> (Entry?, MonotonicInstant?) in
      guard let index = shard.index(of: context) else { return (nil, nil) }
      var entry = shard.entries.values[index]
      entry.waiting -= 1
      entry.prolong(now: now)
      let isEarlier = entry.expiry < entry.lookAt
      if isEarlier { entry.lookAt = entry.expiry }
      shard.entries.values[index] = entry
      if isEarlier { shard.schedule(context.id, at: entry.expiry) }
      return (entry, isEarlier ? entry.expiry : nil)
    }
    entry?.session.writer?.noteUse(at: now.date)
    return check
  }

  /// Finds a session without prolonging its life.
  func find(_ id: SessionID) -> Entry? { shard(of: id).shard.withLock { $0.entries[id] } }

  /// Returns the context of a session that exists or has ended.
  func context(of id: SessionID) -> SessionContext? {
    shard(of: id).shard.withLock { shard in
      shard.entries[id]?.session.context ?? shard.ended[id]?.context
    }
  }

  // MARK: Inspecting

  /// Returns the sessions that were used last, the latest first. Each lock is held for the search of
  /// one shard.
  ///
  /// - Parameters:
  ///   - before: Only sessions that come after this one in the list; `nil` for its beginning.
  ///   - isIncluded: Returns whether a session is listed. Called under a lock.
  /// - Complexity: O(*n*), where *n* is the number of sessions.
  func latest(
    _ limit: Int, before: SessionUse?, where isIncluded: (SessionContext) -> Bool
  ) -> [Entry] {
    var latest: [(use: SessionUse, entry: Entry)] = []
    for locked in shards {
      locked.shard.withLock { shard in
        for entry in shard.entries.values where isIncluded(entry.session.context) {
          if let before, entry.lastUse >= before { continue }
          latest.append((entry.lastUse, entry))
        }
      }
      guard latest.count > limit else { continue }
      latest.sort { $0.use > $1.use }
      latest.removeSubrange(limit...)
    }
    return latest.sorted { $0.use > $1.use }.map(\.entry)
  }

  /// Returns the first sessions after an id that fulfil a condition, in the order of their ids.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions; each lock is held for a part of it.
  func first(
    _ limit: Int, after id: SessionID?, where isIncluded: (SessionContext) -> Bool
  ) -> [Entry] {
    var first: [Entry] = []
    for locked in shards {
      locked.shard.withLock { shard in
        for (key, entry) in shard.entries where isIncluded(entry.session.context) {
          if let id, key <= id { continue }
          first.append(entry)
        }
      }
      guard first.count > limit else { continue }
      first.sort { $0.session.context.id < $1.session.context.id }
      first.removeSubrange(limit...)
    }
    return first.sorted { $0.session.context.id < $1.session.context.id }
  }

  // MARK: Passivating

  /// Returns the sessions that were not used since an instant.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions; each lock is held for a part of it.
  func idle(since instant: MonotonicInstant) -> [Entry] {
    shards.flatMap { locked in
      locked.shard.withLock { shard in shard.entries.values.filter { $0.isIdle(since: instant) } }
    }
  }

  /// Returns those of the next `limit` sessions that were not used since an instant. Successive
  /// calls examine all sessions in turn.
  ///
  /// - Complexity: O(`limit`), whatever the number of sessions is.
  func idle(since instant: MonotonicInstant, among limit: Int) -> [Entry] {
    var idle: [Entry] = []
    var rest = limit
    for _ in shards.indices where rest > 0 {
      let next = nextShard.load(ordering: .relaxed)
      let index = Int(UInt(bitPattern: next) % UInt(shards.count))
      let isDone = shards[index].shard.withLock { shard in
        let left = min(shard.left ?? .max, shard.schedule.count)
        for _ in 0..<min(rest, left) {
          shard.hand = (shard.hand + 1) % shard.schedule.count
          let item = shard.schedule[shard.hand]
          if let entry = shard.entries[item.id], entry.isIdle(since: instant) {
            idle.append(entry)
          }
        }
        shard.left = left > rest ? left - rest : nil
        rest -= min(rest, left)
        return shard.left == nil
      }
      if isDone {
        _ = nextShard.compareExchange(expected: next, desired: next &+ 1, ordering: .relaxed)
      }
    }
    return idle
  }

  /// Removes a session without ending it.
  ///
  /// - Parameter context: The activation of the session that has to leave.
  /// - Returns: Its entry, if it was there.
  func remove(_ context: SessionContext) -> Entry? {
    shard(of: context.id).shard.withLock { shard in
      guard shard.entries[context.id]?.session.context === context else { return nil }
      return takeOut(context.id, from: &shard)
    }
  }

  /// Removes a session without ending it, and without calling the closure for removed sessions.
  ///
  /// - Parameter context: The activation of the session that has to leave.
  /// - Returns: Its entry, if it was there.
  func takeAway(_ context: SessionContext) -> Entry? {
    shard(of: context.id).shard.withLock { shard in
      guard shard.entries[context.id]?.session.context === context else { return nil }
      count.wrappingSubtract(1, ordering: .relaxed)
      return shard.entries.removeValue(forKey: context.id)
    }
  }

  /// Removes a session without ending it, unless it was used meanwhile.
  ///
  /// - Returns: Whether it was removed.
  func remove(_ entry: Entry) -> Bool {
    let id = entry.session.context.id
    return shard(of: id).shard.withLock { shard in
      guard let present = shard.entries[id], present.session === entry.session,
        present.expiry == entry.expiry
      else { return false }
      return takeOut(id, from: &shard) != nil
    }
  }

  /// Removes all sessions without ending them.
  func removeAll() -> [Entry] {
    let all = shards.flatMap { locked in
      locked.shard.withLock { shard in
        defer {
          for id in shard.entries.keys { whenRemoved(id) }
          shard.entries = [:]
          shard.schedule = Schedule()
        }
        return Array(shard.entries.values)
      }
    }
    count.wrappingSubtract(all.count, ordering: .relaxed)
    return all
  }

  private func takeOut(_ id: SessionID, from shard: inout Shard) -> Entry? {
    guard let entry = shard.entries.removeValue(forKey: id) else { return nil }
    count.wrappingSubtract(1, ordering: .relaxed)
    whenRemoved(id)
    return entry
  }

  // MARK: Ending

  /// Ends a session.
  ///
  /// - Parameter context: The activation of the session that has to end; `nil` for any.
  /// - Returns: Whether it was there.
  @discardableResult
  func end(
    _ id: SessionID, _ reason: SessionEndReason, now: MonotonicInstant,
    in context: SessionContext? = nil
  ) -> Bool {
    let entry = shard(of: id).shard.withLock { shard -> Entry? in
      // It may have been activated again since.
      if let context, shard.entries[id]?.session.context !== context { return nil }
      return remove(id, reason, from: &shard, now: now)
    }
    if let entry { end(entry, reason) }
    return entry != nil
  }

  /// Ends a session that was removed. The end is reported and counted once it is stored; a session
  /// whose end can't be stored has not ended.
  private func end(_ entry: Entry, _ reason: SessionEndReason) {
    let session = entry.session
    session.end(reason)
    session.whenStored { [self] failure in didEnd(session, reason, failure) }
  }

  private func didEnd(
    _ session: any Session, _ reason: SessionEndReason, _ failure: StorageError?
  ) {
    let context = session.context
    shard(of: context.id).shard.withLock { shard in
      // It may have been activated and ended again.
      guard shard.ended[context.id]?.context === context else { return }
      if failure == nil {
        shard.ended[context.id]?.writer = nil
      } else {
        shard.ended[context.id] = nil
      }
    }
    if let failure { context.didNotEnd(failure) } else { context.didEnd(reason) }
  }

  /// Ends sessions that have expired.
  ///
  /// - Returns: When to do so again, unless there is no session.
  /// - Complexity: O(log *n*) for each session that has expired, and for each that was used and
  ///   would have expired.
  @discardableResult
  func expire(now: MonotonicInstant) -> MonotonicInstant? {
    var next: MonotonicInstant?
    for locked in shards {
      let (expired, first) = locked.shard.withLock { shard -> ([Entry], MonotonicInstant?) in
        var expired: [Entry] = []
        while let item = shard.schedule.popFirst(until: now) {
          // A session that was activated again since is scheduled for another time.
          guard let entry = shard.entries[item.id], entry.lookAt == item.instant else { continue }
          if !entry.hasExpired(by: now) {
            let check =
              now < entry.expiry
              ? entry.expiry : now.later(by: Int64(nanosecondsIn: Self.waitingSeconds))
            shard.entries[item.id]?.lookAt = check
            shard.schedule(item.id, at: check)
          } else if let entry = remove(item.id, .expired, from: &shard, now: now) {
            expired.append(entry)
          }
        }
        return (expired, shard.schedule.first?.instant)
      }
      if let first { next = min(next ?? first, first) }
      for entry in expired { end(entry, .expired) }
    }
    return next
  }

  /// Ends the sessions that have expired and forgets those that ended long ago.
  func sweep(now: MonotonicInstant) {
    expire(now: now)
    for locked in shards {
      locked.shard.withLock { shard in
        shard.ended = shard.ended.filter { now < $0.value.until }
      }
    }
  }

  /// Ends all sessions.
  func endAll() {
    for entry in removeAll() { end(entry, .stopped) }
  }

  private func remove(
    _ id: SessionID, _ reason: SessionEndReason, from shard: inout Shard, now: MonotonicInstant
  ) -> Entry? {
    guard let entry = takeOut(id, from: &shard) else { return nil }
    if shard.ended.count < Self.endedPerShard {
      shard.ended[id] = Tombstone(
        context: entry.session.context, reason: reason,
        until: now.later(by: memoryOfEnded), writer: entry.session.writer)
    }
    return entry
  }

  private func shard(of id: SessionID) -> LockedShard {
    shards[id.shard(of: shards.count)]
  }
}

/// The last use of a session: its place in a list of sessions by their last use.
package struct SessionUse: Hashable, Comparable, Sendable {
  /// The nanoseconds of the monotonic clock.
  package let instant: Int64
  package let id: SessionID

  package init(instant: Int64, id: SessionID) {
    self.instant = instant
    self.id = id
  }

  package static func < (left: SessionUse, right: SessionUse) -> Bool {
    (left.instant, left.id.words.high, left.id.words.low)
      < (right.instant, right.id.words.high, right.id.words.low)
  }
}

/// A reservation for one session, which is released on `deinit` unless it is used.
package final class SessionReservation: Sendable {
  private let isTaken = Atomic(false)
  private let release: @Sendable () -> Void

  init(release: @escaping @Sendable () -> Void) { self.release = release }

  deinit { if !isTaken.load(ordering: .relaxed) { release() } }

  /// Uses the reservation.
  func take() { isTaken.store(true, ordering: .relaxed) }
}
