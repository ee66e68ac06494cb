@testable import BackstackHTTP

/// Drives a connection as the event loop does, with a time and a socket made up by the test.
final class ConnectionDriver {
  var connection: HTTPConnection
  var now = HTTPMoment(
    instant: MonotonicInstant(nanoseconds: 0), dateLine: Array("Date: today\r\n".utf8))
  /// Answers requests at once; `nil` leaves them unanswered.
  var handler: ((HTTPRequest) -> HTTPResponse?)? = { request in
    HTTPResponse(body: .text("\(request.method) \(request.target) \(request.body.count)"))
  }
  var delivered: [String] = []
  /// How many bytes the made-up socket takes.
  var writable = Int.max
  var written: [UInt8] = []
  var didShutDownWriting = false

  init(_ change: (inout HTTPConnectionSettings) -> Void = { _ in }) {
    var settings = HTTPConnectionSettings()
    change(&settings)
    connection = HTTPConnection(
      profile: HTTPConnectionProfile(settings), peer: .unknown, now: now)
  }

  var text: String { String(decoding: written, as: UTF8.self) }
  var isClosed: Bool { connection.disposition == .close }

  func receive(_ text: String) { receive(Array(text.utf8)) }

  func receive(_ bytes: [UInt8]) {
    pump(connection.receive(bytes.span, now: now))
  }

  func receiveEnd() {
    connection.receiveEnd(now: now)
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

  func pump(_ first: HTTPRequest?) {
    var request = first ?? connection.nextRequest(now: now)
    while true {
      while let current = request {
        delivered.append(current.target)
        if let response = handler?(current) {
          connection.respond(.response(response), to: connection.requestNumber, now: now)
        }
        request = connection.nextRequest(now: now)
      }
      let count = min(writable, connection.outputCount)
      if count > 0 {
        connection.withOutput { written += $0.prefix(count) }
        connection.wrote(count, now: now)
        writable -= count
      }
      guard connection.heldCount > 0 else { break }
      request = connection.nextRequest(now: now)
      if request == nil { break }
    }
    if connection.disposition == .shutDownWriting {
      didShutDownWriting = true
      connection.didShutDownWriting(now: now)
    }
  }

  /// The status codes of the answers written so far.
  var statuses: [Int] {
    text.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
  }
}

/// A GET with the fields every request needs.
func get(_ target: String, _ fields: String = "") -> String {
  "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}
