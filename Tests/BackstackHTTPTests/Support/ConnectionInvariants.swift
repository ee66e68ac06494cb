@testable import BackstackHTTP

/// Invariants of a connection, whatever its client sends, for tests and the fuzzer.
enum ConnectionInvariants {
  /// Returns the first invariant that these bytes break, or `nil`.
  static func violation(_ bytes: [UInt8], seed: Int) -> String? {
    let whole = ConnectionDriver()
    let pieces = ConnectionDriver()
    // Constant responses, so that a request's content can't pass for a status.
    for driver in [whole, pieces] { driver.handler = { _ in HTTPResponse() } }
    whole.receive(bytes)
    var numbers = SeededNumbers(seed: seed)
    let late = LateResponses()
    for piece in ParserInvariants.pieces(bytes, upTo: 40, &numbers) {
      pieces.receive(Array(piece))
      late.receive(Array(piece))
    }
    if pieces.delivered != whole.delivered { return "In pieces, different requests are served." }
    // Only the interim response depends on how much has arrived.
    let statuses = whole.statuses.filter { $0 != 100 }
    if pieces.statuses.filter({ $0 != 100 }) != statuses {
      return "In pieces, the responses differ."
    }
    let lateStatuses = late.driver.statuses.filter { $0 != 100 }
    if lateStatuses != statuses {
      return "With streams, the answers are \(lateStatuses) and not \(statuses)."
    }
    if !late.end() { return "A stream was not notified of its end, or twice." }
    let errors = statuses.filter { $0 >= 400 }
    if errors.count > 1 || errors.first != nil && statuses.last != errors.first {
      return "Something is answered after an error."
    }
    if statuses.count != whole.delivered.count + errors.count {
      return "A request has no answer, or an answer no request."
    }
    whole.receiveEnd()
    return whole.isClosed ? nil : "The end of input does not close the connection."
  }
}
