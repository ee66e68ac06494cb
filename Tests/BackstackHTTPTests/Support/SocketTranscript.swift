@testable import BackstackHTTP

/// The result of a client's bytes on a WebSocket, in a form that can be compared.
struct SocketTranscript: Equatable {
  /// The messages, such as `text hello`, and `closed 1000` at the end.
  var events: [String] = []
  /// The frames that are sent afterwards.
  var sent: [String] = []
  var isMalformed = false

  static let settings: WebSocketSettings = {
    var settings = WebSocketSettings()
    settings.maximumMessageBytes = 70_000
    return settings
  }()

  /// - Parameters:
  ///   - pieces: The bytes, as they arrive.
  ///   - endsInput: Whether the client closes its sending side afterwards.
  init(
    _ pieces: [ArraySlice<UInt8>], endsInput: Bool = false,
    _ settings: WebSocketSettings = Self.settings
  ) {
    var connection = WebSocketConnection(settings)
    _ = connection.advance(to: MonotonicInstant(nanoseconds: 0))
    for piece in pieces {
      for event in Self.events(of: Array(piece), on: &connection) { note(event) }
      precondition(connection.bufferedCount <= settings.maximumMessageBytes, "Too much is kept.")
    }
    if endsInput, let event = connection.receiveEnd() { note(event) }
    var output: [UInt8] = []
    connection.produce(into: &output, upTo: 100)
    precondition(!connection.hasOutput, "The output is not bounded.")
    var frames = ServerFrames()
    frames.append(output)
    sent = frames.all().map(\.summary)
    isMalformed = frames.isMalformed || !frames.isComplete
  }

  /// Returns the events of a client's bytes.
  static func events(of bytes: [UInt8]) -> [WebSocketConnection.Event] {
    var connection = WebSocketConnection(settings)
    return events(of: bytes, on: &connection)
  }

  private static func events(
    of bytes: [UInt8], on connection: inout WebSocketConnection
  ) -> [WebSocketConnection.Event] {
    var events: [WebSocketConnection.Event] = []
    var position = 0
    while let event = connection.next(bytes.span, &position) { events.append(event) }
    precondition(position == bytes.count, "Bytes are left.")
    return events
  }

  private mutating func note(_ event: WebSocketConnection.Event) {
    switch event {
    case .message(let message):
      events.append(
        message.kind == .text
          ? "text \(String(decoding: message.content, as: UTF8.self))"
          : "binary \(message.content)")
    case .closed(let close): events.append("closed \(close.code.rawValue)")
    }
  }
}
