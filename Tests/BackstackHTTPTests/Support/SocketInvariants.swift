@testable import BackstackHTTP

/// Invariants of a WebSocket, whatever its client sends, for tests and the fuzzer.
enum SocketInvariants {
  /// Returns the first invariant that these bytes break, or `nil`.
  static func violation(_ bytes: [UInt8], seed: Int) -> String? {
    var settings = WebSocketSettings()
    settings.maximumMessageBytes = 200
    let whole = SocketTranscript([bytes[...]], endsInput: true, settings)
    var numbers = SeededNumbers(seed: seed)
    for maximum in [1, 7, 60] {
      let pieces = ParserInvariants.pieces(bytes, upTo: maximum, &numbers)
      guard SocketTranscript(pieces, endsInput: true, settings) == whole else {
        return "In pieces of up to \(maximum) bytes, the result differs."
      }
    }
    if whole.isMalformed { return "A frame of the server is malformed." }
    let closes = whole.events.filter { $0.hasPrefix("closed ") }
    if closes.count != 1 || whole.events.last != closes.first {
      return "The connection does not end once, at the end."
    }
    if whole.sent.contains(where: { $0.hasPrefix("close") }), whole.sent.count > 1 {
      return "Something is sent beside the close frame."
    }
    if closes == ["closed 1006"], whole.sent.contains(where: { $0.hasPrefix("close") }) {
      return "A close frame is sent to a client that has left."
    }
    return nil
  }
}
