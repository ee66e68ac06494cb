import BackstackHTTP

/// The tickets that were given out and can still be used.
struct EventTicketLedger: Sendable {
  /// What a ticket is good for.
  struct Holder: Sendable {
    let session: SessionID
    /// Who asked for it.
    let principal: HTTPPrincipal?
  }

  private struct Entry: Sendable {
    let holder: Holder
    let issued: Double

    /// Whether it can still be used; a clock that was set back makes none live longer.
    func isValid(at time: Double) -> Bool {
      issued <= time && time < issued + EventTicketLedger.lifetime
    }
  }

  /// How long a ticket can be used, in seconds.
  static let lifetime = 30.0
  /// How many unused tickets a session has; one more makes the oldest void.
  static let perSession = 16

  /// How many tickets are given out within ``lifetime``, of all sessions together.
  private let capacity: Int
  private var entries: [EventTicket: Entry] = [:]
  /// The unused tickets of each session, oldest first.
  private var ofSession: [SessionID: [EventTicket]] = [:]
  /// All tickets in the order in which they were given out, and when, from `head`; they leave when
  /// their time is over, whether they were used or not.
  private var order: [(ticket: EventTicket, issued: Double)] = []
  private var head = 0

  init(capacity: Int = 100_000) { self.capacity = capacity }

  /// How many tickets can be used.
  var count: Int { entries.count }

  /// Gives out a ticket.
  ///
  /// - Parameter time: Seconds since 1970.
  /// - Returns: Until when it can be used, or `nil` when too many were given out lately.
  /// - Complexity: O(1), amortized.
  mutating func issue(_ ticket: EventTicket, to holder: Holder, at time: Double) -> Double? {
    removeOld(at: time)
    guard order.count - head < capacity else { return nil }
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

  /// What a ticket is good for that can still be used.
  func holder(of ticket: EventTicket, at time: Double) -> Holder? {
    entries[ticket].flatMap { $0.isValid(at: time) ? $0.holder : nil }
  }

  /// Uses a ticket up.
  ///
  /// - Returns: Whether it was good for this session and principal.
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
    while head < order.count {
      let (ticket, issued) = order[head]
      if issued <= time, time < issued + Self.lifetime { break }
      remove(ticket)
      head += 1
    }
    if head >= 16, head * 2 >= order.count {
      order.removeFirst(head)
      head = 0
    }
  }
}
