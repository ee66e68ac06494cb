import BackstackHTTP
import BackstackLocking
import FoundationEssentials

/// The tickets of a service, for requests on any thread.
final class EventTickets: Sendable {
  private let ledger = Guarded(EventTicketLedger())
  /// Where the current date comes from.
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  private var time: Double { now().timeIntervalSince1970 }

  /// Gives out a ticket.
  ///
  /// - Returns: Until when it can be used.
  /// - Throws: ``Problem`` (429) when too many were given out lately.
  func issue(
    _ ticket: EventTicket, for session: SessionID, _ principal: HTTPPrincipal?
  ) throws(Problem) -> Date {
    let holder = EventTicketLedger.Holder(session: session, principal: principal)
    let expiry = ledger.withLock { $0.issue(ticket, to: holder, at: time) }
    guard let expiry else {
      var problem = Problem(
        .tooManyRequests, "The server has given out as many tickets as it can. Try again later.")
      problem.fields.set(.retryAfter, "\(Int(EventTicketLedger.lifetime))")
      throw problem
    }
    return Date(timeIntervalSince1970: expiry)
  }

  /// What the ticket of a request is good for; `nil` for a request without one that can be used.
  ///
  /// - Complexity: O(length of the query).
  func holder(for request: HTTPRequest) -> EventTicketLedger.Holder? {
    Self.text(in: request).flatMap(EventTicket.init).flatMap { ticket in
      ledger.withLock { $0.holder(of: ticket, at: time) }
    }
  }

  /// Uses a ticket up.
  ///
  /// - Throws: ``Problem`` (401) unless it is good for this session and principal.
  func redeem(
    _ text: String, for session: SessionID, _ principal: HTTPPrincipal?
  ) throws(Problem) {
    let isGood = EventTicket(text).map { ticket in
      ledger.withLock { $0.redeem(ticket, for: session, principal, at: time) }
    }
    guard isGood == true else { throw .invalidTicket }
  }

  /// What a request has in place of a ticket, if it is one for events.
  static func text(in request: HTTPRequest) -> String? {
    guard request.query != nil, request.path.hasSuffix("/events"),
      let items = try? request.queryItems()
    else { return nil }
    return items.first { $0.name == parameter }.map { $0.value ?? "" }
  }

  /// The parameter of a query that has a ticket.
  static let parameter = "ticket"
}

extension Problem {
  static var invalidTicket: Problem {
    var problem = Problem(
      .invalidTicket,
      "The ticket is for another session, was used, or is older than "
        + "\(Int(EventTicketLedger.lifetime)) seconds. Get another with POST …/events/tickets.")
    problem.fields.set(.wwwAuthenticate, #"Bearer realm="backstack", error="invalid_token""#)
    return problem
  }
}
