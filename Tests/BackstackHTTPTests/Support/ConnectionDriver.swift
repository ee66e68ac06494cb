@testable import BackstackHTTP

/// A driver of a connection in place of the event loop, with a simulated clock and socket.
final class ConnectionDriver {
  var connection: HTTPConnection
  var now = HTTPTick(
    instant: MonotonicInstant(nanoseconds: 0), dateLine: Array("Date: today\r\n".utf8))
  /// Answers requests at once; `nil` leaves them unanswered.
  var handler: ((HTTPRequest) -> HTTPResponse?)? = { request in
    HTTPResponse(body: .text("\(request.method) \(request.target) \(request.body.count)"))
  }
  /// How the handler wants content, asked when a head is complete; `nil` leaves that undecided.
  var policy: (HTTPRequest) -> HTTPContentPolicy? = { _ in .collected() }
  /// The targets of the requests that were passed to a handler with the content that it wants.
  var delivered: [String] = []
  /// The number of bytes that the simulated socket takes.
  var writable = Int.max
  var written: [UInt8] = []
  var didShutDownWriting = false
  /// The messages from other threads to the connection.
  let mail = Mail()
  /// The number of bytes of a stream that the simulated loop takes in one turn.
  var turn = 1 << 20
  private var scratch: [UInt8] = []

  final class Mail: HTTPResponseSink {
    let messages = Box<[HTTPExchangeMessage]>([])
    var isOnOwnThread: Bool { false }

    func post(_ message: HTTPExchangeMessage) -> Bool {
      messages.update { $0.append(message) }
      return true
    }
  }

  init(_ change: (inout HTTPConnectionSettings) -> Void = { _ in }) {
    var settings = HTTPConnectionSettings()
    change(&settings)
    connection = HTTPConnection(
      profile: HTTPConnectionProfile(settings), peer: .unknown, responseSink: mail, token: 7,
      now: now)
  }

  var text: String { String(decoding: written, as: UTF8.self) }
  var isClosed: Bool { connection.disposition == .close }

  func receive(_ text: String) { receive(Array(text.utf8)) }

  func receive(_ bytes: [UInt8]) {
    pump(connection.receive(bytes.span, now: now))
  }

  func receiveEnd() {
    connection.receiveEnd()
    pump(nil)
  }

  func advance(seconds: Double) {
    now.instant = now.instant.advanced(
      by: .milliseconds(Int((seconds * 1000).rounded())))
    connection.advance(to: now)
    pump(nil)
  }

  func respond(_ body: String, to number: UInt32? = nil) {
    connection.respond(
      .response(HTTPResponse(body: .text(body))), to: number ?? connection.requestNumber, now: now)
    pump(nil)
  }

  /// Responds to the current request with a stream.
  func stream(_ source: any HTTPStreamSource, length: Int? = nil) {
    connection.respond(
      .response(HTTPResponse(body: .stream(source, length: length))),
      to: connection.requestNumber, now: now)
    pump(nil)
  }

  /// Accepts the content of the current request under a policy.
  func accept(_ request: HTTPRequest, _ policy: HTTPContentPolicy) {
    connection.accept(
      HTTPContentDemand(policy, of: request) { _ in }, for: connection.requestNumber, now: now)
    pump(nil)
  }

  func attach(_ sink: any HTTPStreamSink) {
    connection.attach(sink, to: connection.requestNumber, now: now)
    pump(nil)
  }

  /// Handles the wakers that were woken; returns their number.
  @discardableResult
  func readMailbox() -> Int {
    let messages = mail.messages.value
    mail.messages.set([])
    for case .wake(let waker) in messages {
      waker.rearm()
      connection.wake(waker.number, now: now)
    }
    pump(nil)
    return messages.count
  }

  func end() { connection.end() }

  func pump(_ first: HTTPRequest?) {
    var produced = 0
    if first == nil { serveContent() }
    var request = first ?? connection.nextRequest(now: now)
    while true {
      while let current = request {
        serve(current)
        serveContent()
        request = connection.nextRequest(now: now)
      }
      while produced < turn, connection.wantsContent {
        connection.produce(&scratch, now: now)
        produced += scratch.count
      }
      while writable > 0, connection.outputCount > 0 {
        let count = connection.withOutput { bytes, _ in
          written += bytes.prefix(writable)
          return min(writable, bytes.count)
        }
        connection.wrote(count)
        writable -= count
      }
      if connection.wantsContent, produced < turn { continue }
      guard connection.bufferedCount > 0 else { break }
      request = connection.nextRequest(now: now)
      if request == nil { break }
    }
    if connection.disposition == .shutDownWriting {
      didShutDownWriting = true
      connection.didShutDownWriting(now: now)
    }
  }

  private func serve(_ request: HTTPRequest) {
    if request.isWhole {
      handle(request)
    } else if let policy = policy(request) {
      connection.accept(
        HTTPContentDemand(policy, of: request) { _ in }, for: connection.requestNumber, now: now)
    }
  }

  private func serveContent() {
    if let demand = connection.takeDemand() { handle(demand.prepared) }
  }

  private func handle(_ request: HTTPRequest) {
    delivered.append(request.target)
    if let response = handler?(request) {
      connection.respond(.response(response), to: connection.requestNumber, now: now)
    }
  }

  /// The status codes of the responses written so far.
  var statuses: [Int] {
    text.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
  }
}

/// A GET with the fields that every request needs.
func get(_ target: String, _ fields: String = "") -> String {
  "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}
