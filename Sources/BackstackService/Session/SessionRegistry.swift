import BackstackLocking
import BackstackStorage
import FoundationEssentials
import Synchronization

/// The sessions of a server, by id, and when each expires.
///
/// Sessions are spread over shards with a lock each, held only to look one up.
final class SessionRegistry: Sendable {
  /// A session and its expiry.
  struct Entry: Sendable {
    let session: any Session
    /// How long the session lives without a request, in seconds.
    let timeToLive: TimeInterval
    var expiresAt: Date

    /// When somebody used it last.
    var lastUse: Date { expiresAt.addingTimeInterval(-timeToLive) }
  }

  /// What is known of an id.
  enum Lookup {
    case found(Entry)
    /// The session ended or expired a while ago.
    case ended(SessionEndReason)
    /// The same, but the storage does not know yet: nobody is told before the writer lets it.
    case ending(SessionEndReason, SessionWriter)
    /// There is or was one that the request may not use.
    case hidden
    case unknown
  }

  /// What is remembered of a session that ended.
  private struct Tombstone {
    let context: SessionContext
    let reason: SessionEndReason
    let until: Date
    /// What brings the end to the storage; `nil` when it is there.
    var writer: SessionWriter?

    var lookup: Lookup { writer.map { .ending(reason, $0) } ?? .ended(reason) }
  }

  private struct Shard {
    var entries: [SessionID: Entry] = [:]
    var ended: [SessionID: Tombstone] = [:]
  }

  private final class LockedShard: Sendable {
    let shard = Guarded(Shard())
  }

  /// How many ended sessions a shard remembers.
  private static let endedPerShard = 1024

  private let shards: [LockedShard]
  private let capacity: Int
  private let count = Atomic(0)
  private let memoryOfEnded: TimeInterval

  /// - Parameters:
  ///   - capacity: How many sessions there can be.
  ///   - memoryOfEnded: How long an ended session is remembered, in seconds.
  init(capacity: Int, memoryOfEnded: TimeInterval) {
    self.capacity = capacity
    self.memoryOfEnded = memoryOfEnded
    shards = (0..<64).map { _ in LockedShard() }
  }

  /// How many sessions there are.
  var sessionCount: Int { count.load(ordering: .relaxed) }

  /// The sessions, in no order.
  var all: [Entry] { shards.flatMap { $0.shard.withLock { Array($0.entries.values) } } }

  /// Adds a session.
  ///
  /// - Returns: Its entry, or `nil` when there are too many sessions or one with its id.
  func add(_ session: any Session, timeToLive: TimeInterval, now: Date) -> Entry? {
    guard count.wrappingAdd(1, ordering: .relaxed).newValue <= capacity else {
      count.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    let entry = Entry(
      session: session, timeToLive: timeToLive, expiresAt: now.addingTimeInterval(timeToLive))
    let isNew = shard(of: session.context.id).shard.withLock { shard in
      guard shard.entries[session.context.id] == nil else { return false }
      shard.entries[session.context.id] = entry
      return true
    }
    guard isNew else {
      count.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    return entry
  }

  /// Finds a session and, if it is there, prolongs its life.
  ///
  /// - Parameter isAllowed: Whether it may be used, or its end known; else nothing happens to it. Called
  ///   under a lock.
  func use(
    _ id: SessionID, now: Date, if isAllowed: (SessionContext) -> Bool = { _ in true }
  ) -> Lookup {
    var expired: Entry?
    let lookup = shard(of: id).shard.withLock { shard -> Lookup in
      guard let index = shard.entries.index(forKey: id) else {
        guard let tombstone = shard.ended[id] else { return .unknown }
        return isAllowed(tombstone.context) ? tombstone.lookup : .hidden
      }
      guard isAllowed(shard.entries.values[index].session.context) else { return .hidden }
      guard now < shard.entries.values[index].expiresAt else {
        expired = remove(id, .expired, from: &shard, now: now)
        return expired?.session.writer.map { .ending(.expired, $0) } ?? .ended(.expired)
      }
      let timeToLive = shard.entries.values[index].timeToLive
      shard.entries.values[index].expiresAt = now.addingTimeInterval(timeToLive)
      return .found(shard.entries.values[index])
    }
    if case .found(let entry) = lookup { entry.session.writer?.noteUse(at: now) }
    if let expired { end(expired, .expired) }
    return lookup
  }

  /// Finds a session without prolonging its life.
  func find(_ id: SessionID) -> Entry? { shard(of: id).shard.withLock { $0.entries[id] } }

  /// Finds what is known of a session that lives, or has ended.
  func context(of id: SessionID) -> SessionContext? {
    shard(of: id).shard.withLock { shard in
      shard.entries[id]?.session.context ?? shard.ended[id]?.context
    }
  }

  // MARK: Putting aside

  /// The sessions that nobody has used since a date.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions; each lock is held for a part of it.
  func idle(since date: Date) -> [Entry] {
    shards.flatMap { locked in
      locked.shard.withLock { shard in shard.entries.values.filter { $0.lastUse <= date } }
    }
  }

  /// Takes a session out, which is not to be ended.
  ///
  /// - Returns: Whether it was there.
  func remove(_ session: any Session) -> Bool {
    let id = session.context.id
    return shard(of: id).shard.withLock { shard in
      guard shard.entries[id]?.session === session else { return false }
      return takeOut(id, from: &shard) != nil
    }
  }

  /// Takes a session out, which is not to be ended, unless it was used meanwhile.
  ///
  /// - Returns: Whether it was taken out.
  func remove(_ entry: Entry) -> Bool {
    let id = entry.session.context.id
    return shard(of: id).shard.withLock { shard in
      guard let present = shard.entries[id], present.session === entry.session,
        present.expiresAt == entry.expiresAt
      else { return false }
      return takeOut(id, from: &shard) != nil
    }
  }

  /// Takes all sessions out, which are not to be ended.
  func removeAll() -> [Entry] {
    let all = shards.flatMap { locked in
      locked.shard.withLock { shard in
        defer { shard.entries = [:] }
        return Array(shard.entries.values)
      }
    }
    count.wrappingSubtract(all.count, ordering: .relaxed)
    return all
  }

  private func takeOut(_ id: SessionID, from shard: inout Shard) -> Entry? {
    guard let entry = shard.entries.removeValue(forKey: id) else { return nil }
    count.wrappingSubtract(1, ordering: .relaxed)
    return entry
  }

  // MARK: Ending

  /// Ends a session.
  func end(_ id: SessionID, _ reason: SessionEndReason, now: Date) {
    let entry = shard(of: id).shard.withLock { remove(id, reason, from: &$0, now: now) }
    if let entry { end(entry, reason) }
  }

  /// Ends a session that was taken out. Its end is told, and counted, once it is stored; one that can't
  /// be stored has not ended.
  private func end(_ entry: Entry, _ reason: SessionEndReason) {
    let session = entry.session
    session.end(reason)
    let isWaiting = session.whenStored { [self] failure in didEnd(session, reason, failure) }
    if !isWaiting { didEnd(session, reason, nil) }
  }

  private func didEnd(
    _ session: any Session, _ reason: SessionEndReason, _ failure: StorageError?
  ) {
    let context = session.context
    shard(of: context.id).shard.withLock { shard in
      // It may have come back, and ended again.
      guard shard.ended[context.id]?.context === context else { return }
      if failure == nil {
        shard.ended[context.id]?.writer = nil
      } else {
        shard.ended[context.id] = nil
      }
    }
    if let failure { context.didNotEnd(failure) } else { context.didEnd(reason) }
  }

  /// Ends the sessions that have expired and forgets those that ended long ago.
  ///
  /// - Complexity: O(*n*), where *n* is the number of sessions; each lock is held for a part of it.
  func sweep(now: Date) {
    for locked in shards {
      let expired = locked.shard.withLock { shard -> [Entry] in
        shard.ended = shard.ended.filter { now < $0.value.until }
        let ids = shard.entries.filter { now >= $0.value.expiresAt }.keys
        return ids.compactMap { remove($0, .expired, from: &shard, now: now) }
      }
      for entry in expired { end(entry, .expired) }
    }
  }

  /// Ends all sessions.
  func endAll() {
    for entry in removeAll() { end(entry, .stopped) }
  }

  private func remove(
    _ id: SessionID, _ reason: SessionEndReason, from shard: inout Shard, now: Date
  ) -> Entry? {
    guard let entry = takeOut(id, from: &shard) else { return nil }
    if shard.ended.count < Self.endedPerShard {
      shard.ended[id] = Tombstone(
        context: entry.session.context, reason: reason,
        until: now.addingTimeInterval(memoryOfEnded), writer: entry.session.writer)
    }
    return entry
  }

  private func shard(of id: SessionID) -> LockedShard {
    shards[id.shard(of: shards.count)]
  }
}
