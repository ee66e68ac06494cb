@testable import BackstackHTTP

/// What holds for a connection whatever its client sends; tests and the fuzzer look for an exception.
enum ConnectionInvariants {
  /// The first invariant that these bytes break, or `nil`.
  static func violation(_ bytes: [UInt8], seed: Int) -> String? {
    let whole = ConnectionDriver()
    let pieces = ConnectionDriver()
    // What a request says can't pass for a status.
    for driver in [whole, pieces] { driver.handler = { _ in HTTPResponse() } }
    whole.receive(bytes)
    var numbers = SeededNumbers(seed: seed)
    let late = LateAnswers()
    for piece in ParserInvariants.pieces(bytes, upTo: 40, &numbers) {
      pieces.receive(Array(piece))
      late.receive(Array(piece))
    }
    if pieces.delivered != whole.delivered { return "In pieces, other requests are served." }
    // Only the interim answer depends on what has arrived so far.
    let statuses = whole.statuses.filter { $0 != 100 }
    if pieces.statuses.filter({ $0 != 100 }) != statuses {
      return "In pieces, the answers are others."
    }
    let lateStatuses = late.driver.statuses.filter { $0 != 100 }
    if lateStatuses != statuses {
      return "With streams, the answers are \(lateStatuses) and not \(statuses)."
    }
    if !late.end() { return "A stream was not told its end, or was told it twice." }
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
