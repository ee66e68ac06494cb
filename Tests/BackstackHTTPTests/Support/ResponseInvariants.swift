@testable import BackstackHTTP

/// The invariants of a client's connection, whatever a server sends.
enum ResponseInvariants {
  /// Returns what is violated; `nil` if nothing is.
  static func violation(_ bytes: [UInt8], seed: Int) -> String? {
    var numbers = SeededNumbers(seed: seed)
    for method in [HTTPMethod.get, .head] {
      let whole = outcome([bytes], method)
      if let violation = whole.violation { return violation }
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(1 + numbers.next(below: rest.count))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      let split = outcome(pieces, method)
      if let violation = split.violation { return violation }
      // Whether bytes come behind the response, or later, decides when the connection is closed.
      guard whole.events == split.events else {
        return "In pieces: \(split.events), as a whole: \(whole.events)."
      }
    }
    return nil
  }

  private struct Outcome {
    var events: [String] = []
    var violation: String?
  }

  /// Returns what a client makes of pieces, the last of which is followed by the end.
  private static func outcome(_ pieces: [[UInt8]], _ method: HTTPMethod) -> Outcome {
    var connection = HTTPClientConnection(host: "a", limits: HTTPLimits())
    var outcome = Outcome()
    var content: [UInt8] = []
    var ends = 0
    guard let request = try? HTTPClientRequest(method, "/") else { return outcome }
    _ = connection.handle(.connected)
    _ = connection.handle(.send(request))
    func take(_ steps: [HTTPClientConnection.Step]) {
      for step in steps {
        switch step {
        case .write: outcome.violation = "A response led to a request."
        case .head(let head): outcome.events.append("head \(head.status.code)")
        case .content(let bytes):
          if bytes.isEmpty { outcome.violation = "Content without bytes." }
          if ends > 0 { outcome.violation = "Content after the end." }
          content += bytes
        case .complete:
          ends += 1
          outcome.events.append("complete \(content)")
        case .fail(let failure):
          ends += 1
          if !failure.isSent { outcome.violation = "A sent request counts as not sent." }
          outcome.events.append("fail")
        case .close: break
        }
      }
    }
    for piece in pieces where !piece.isEmpty { take(connection.handle(.received(piece))) }
    take(connection.handle(.ended))
    if ends != 1 { outcome.violation = "A response ends once, not \(ends) times." }
    if !connection.isClosed { outcome.violation = "The connection is open after its end." }
    return outcome
  }
}
