import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// The tickets that were issued and are still valid.
struct EventTicketLedger: Sendable {
  /// The session that a ticket gives access to, and the client that asked for it.
  struct Holder: Sendable {
    let session: SessionID
    /// The client that asked for the ticket.
    let principal: HTTPPrincipal?
  }

  private struct Entry: Sendable {
    let holder: Holder
    let issued: Double

    /// Returns whether the ticket is still valid. Setting the clock back does not extend its life.
    func isValid(at time: Double) -> Bool {
      issued <= time && time < issued + EventTicketLedger.lifetime
    }
  }

  /// The number of seconds for which a ticket is valid.
  static let lifetime = 30.0
  /// The maximum number of unused tickets of a session; issuing one more invalidates the oldest.
  static let perSession = 16

  /// The maximum number of tickets that are valid or were used within ``lifetime``, over all
  /// sessions. One principal may have as many of them as are free: others always find room.
  private let capacity: Int
  private var entries: [EventTicket: Entry] = [:]
  /// The unused tickets of each session, oldest first.
  private var ofSession: [SessionID: [EventTicket]] = [:]
  /// The tickets with the times when they were issued, oldest first: those that are valid, those that
  /// were used until they expire, and some of those that were invalidated.
  private var order = Deque<(ticket: EventTicket, issued: Double)>()
  /// The principals of the tickets that were used, until they expire.
  private var used: [EventTicket: String?] = [:]
  /// The number of tickets of each principal, without those that were invalidated.
  private var ofPrincipal: [String?: Int] = [:]

  init(capacity: Int = 100_000) { self.capacity = capacity }

  /// The number of valid tickets.
  var count: Int { entries.count }
  /// The number of tickets that are remembered, of whatever kind.
  var rememberedCount: Int { order.count }

  /// Issues a ticket.
  ///
  /// - Parameter time: The current time in seconds since 1970.
  /// - Returns: When the ticket expires, in seconds since 1970, or `nil` when too many were issued
  ///   recently, by the same principal or in total.
  /// - Complexity: O(1), amortized.
  mutating func issue(_ ticket: EventTicket, to holder: Holder, at time: Double) -> Double? {
    removeOld(at: time)
    if let oldest = ofSession[holder.session]?.first,
      ofSession[holder.session]?.count == Self.perSession
    {
      remove(oldest)
      forgetInvalidated()
    }
    let principal = holder.principal?.id
    guard ofPrincipal[principal, default: 0] < capacity - entries.count - used.count else {
      return nil
    }
    entries[ticket] = Entry(holder: holder, issued: time)
    ofPrincipal[principal, default: 0] += 1
    ofSession[holder.session, default: []].append(ticket)
    order.append((ticket, time))
    return time + Self.lifetime
  }

  /// Returns the holder of a valid ticket; `nil` for any other ticket.
  func holder(of ticket: EventTicket, at time: Double) -> Holder? {
    entries[ticket].flatMap { $0.isValid(at: time) ? $0.holder : nil }
  }

  /// Returns whether a ticket is valid for a session and a principal.
  func admits(
    _ ticket: EventTicket, for session: SessionID, _ principal: HTTPPrincipal?, at time: Double
  ) -> Bool {
    guard let holder = holder(of: ticket, at: time) else { return false }
    return holder.session == session && holder.principal?.id == principal?.id
  }

  /// Uses up a ticket.
  ///
  /// - Returns: Whether it was valid for this session and principal.
  mutating func redeem(
    _ ticket: EventTicket, for session: SessionID, _ principal: HTTPPrincipal?, at time: Double
  ) -> Bool {
    guard admits(ticket, for: session, principal, at: time) else { return false }
    remove(ticket)
    // It counts until it expires, as a client that follows its events in vain asks for more.
    used.updateValue(principal?.id, forKey: ticket)
    ofPrincipal[principal?.id, default: 0] += 1
    return true
  }

  /// Makes a ticket invalid.
  private mutating func remove(_ ticket: EventTicket) {
    guard let holder = entries.removeValue(forKey: ticket)?.holder else { return }
    uncount(holder.principal?.id)
    ofSession[holder.session]?.removeAll { $0 == ticket }
    if ofSession[holder.session]?.isEmpty == true { ofSession[holder.session] = nil }
  }

  private mutating func uncount(_ principal: String?) {
    let count = ofPrincipal[principal, default: 1] - 1
    ofPrincipal[principal] = count > 0 ? count : nil
  }

  /// Removes invalidated tickets from the order, if they are the most.
  private mutating func forgetInvalidated() {
    guard order.count > 2 * (entries.count + used.count) + 64 else { return }
    order.removeAll { entries[$0.ticket] == nil && used[$0.ticket] == nil }
  }

  private mutating func removeOld(at time: Double) {
    while let (ticket, issued) = order.first {
      if issued <= time, time < issued + Self.lifetime { break }
      remove(ticket)
      if let principal = used.removeValue(forKey: ticket) { uncount(principal) }
      order.removeFirst()
    }
  }
}
