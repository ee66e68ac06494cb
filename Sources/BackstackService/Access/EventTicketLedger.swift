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

  /// The maximum number of tickets that can be issued within ``lifetime``, over all sessions.
  private let capacity: Int
  private var entries: [EventTicket: Entry] = [:]
  /// The unused tickets of each session, oldest first.
  private var ofSession: [SessionID: [EventTicket]] = [:]
  /// All tickets with the times when they were issued, oldest first. Tickets are removed when they
  /// expire, whether they were used or not.
  private var order = Deque<(ticket: EventTicket, issued: Double)>()

  init(capacity: Int = 100_000) { self.capacity = capacity }

  /// The number of valid tickets.
  var count: Int { entries.count }

  /// Issues a ticket.
  ///
  /// - Parameter time: The current time in seconds since 1970.
  /// - Returns: When the ticket expires, in seconds since 1970, or `nil` when too many were issued
  ///   recently.
  /// - Complexity: O(1), amortized.
  mutating func issue(_ ticket: EventTicket, to holder: Holder, at time: Double) -> Double? {
    removeOld(at: time)
    guard order.count < capacity else { return nil }
    if let oldest = ofSession[holder.session]?.first,
      ofSession[holder.session]?.count == Self.perSession
    {
      remove(oldest)
    }
    entries[ticket] = Entry(holder: holder, issued: time)
    ofSession[holder.session, default: []].append(ticket)
    order.append((ticket, time))
    return time + Self.lifetime
  }

  /// Returns the holder of a valid ticket; `nil` for any other ticket.
  func holder(of ticket: EventTicket, at time: Double) -> Holder? {
    entries[ticket].flatMap { $0.isValid(at: time) ? $0.holder : nil }
  }

  /// Uses up a ticket.
  ///
  /// - Returns: Whether it was valid for this session and principal.
  mutating func redeem(
    _ ticket: EventTicket, for session: SessionID, _ principal: HTTPPrincipal?, at time: Double
  ) -> Bool {
    guard let holder = holder(of: ticket, at: time), holder.session == session,
      holder.principal?.id == principal?.id
    else { return false }
    remove(ticket)
    return true
  }

  private mutating func remove(_ ticket: EventTicket) {
    guard let session = entries.removeValue(forKey: ticket)?.holder.session else { return }
    ofSession[session]?.removeAll { $0 == ticket }
    if ofSession[session]?.isEmpty == true { ofSession[session] = nil }
  }

  private mutating func removeOld(at time: Double) {
    while let (ticket, issued) = order.first {
      if issued <= time, time < issued + Self.lifetime { break }
      remove(ticket)
      order.removeFirst()
    }
  }
}
