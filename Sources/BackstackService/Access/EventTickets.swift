import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import FoundationEssentials

/// The service's tickets, for requests on any thread.
final class EventTickets: Sendable {
  private let ledger = Guarded(EventTicketLedger())
  /// The source of the current date.
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  private var time: Double { now().timeIntervalSince1970 }

  /// Issues a ticket.
  ///
  /// - Returns: When the ticket expires.
  /// - Throws: ``Problem`` (429) when too many were issued recently.
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

  /// Returns the holder of a request's ticket; `nil` when the request has no valid ticket.
  ///
  /// - Complexity: O(length of the query).
  func holder(for request: HTTPRequest) -> EventTicketLedger.Holder? {
    Self.text(in: request).flatMap(EventTicket.init).flatMap { ticket in
      ledger.withLock { $0.holder(of: ticket, at: time) }
    }
  }

  /// Uses up a ticket, unless the request is HEAD, which must not change anything (RFC 9110 §9.2.1).
  ///
  /// - Throws: ``Problem`` (401) unless it is valid for this session and principal.
  func redeem(
    _ text: String, for session: SessionID, _ request: HTTPRequest
  ) throws(Problem) {
    let principal = request.principal
    let isGood = EventTicket(text).map { ticket in
      ledger.withLock { ledger in
        request.method == .head
          ? ledger.admits(ticket, for: session, principal, at: time)
          : ledger.redeem(ticket, for: session, principal, at: time)
      }
    }
    guard isGood == true else { throw .invalidTicket }
  }

  /// Returns the ticket in a request for events, valid or not.
  static func text(in request: HTTPRequest) -> String? {
    guard request.query != nil,
      request.path.hasSuffix("/events") || request.path.hasSuffix("/socket"),
      let items = try? request.queryItems()
    else { return nil }
    return items.first { $0.name == parameter }.map { $0.value ?? "" }
  }

  /// The query parameter that contains a ticket.
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
