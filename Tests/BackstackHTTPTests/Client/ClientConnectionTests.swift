import Testing

@testable import BackstackHTTP

/// A connection whose steps a test reads as text.
private final class Connection {
  private var connection = HTTPClientConnection(host: "server", limits: HTTPLimits())

  var isIdle: Bool { connection.isIdle }
  var isClosed: Bool { connection.isClosed }

  func callAsFunction(_ event: HTTPClientConnection.Event) -> [String] {
    connection.handle(event).map { step in
      switch step {
      case .write(let bytes):
        "write \(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\r\n" })"
      case .head(let head): "head \(head.status.code)"
      case .content(let bytes): "content \(String(decoding: bytes, as: UTF8.self))"
      case .complete: "complete"
      case .fail(let failure): failure.isSent ? "fail, sent" : "fail, not sent"
      case .close: "close"
      }
    }
  }

  func receive(_ text: String) -> [String] { self(.received(Array(text.utf8))) }
}

@Suite("A client's connection")
struct ClientConnectionTests {
  private let get = try! HTTPClientRequest(.get, "/a")
  private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

  private func connected() -> Connection {
    let connection = Connection()
    #expect(connection(.connected).isEmpty && connection.isIdle)
    return connection
  }

  @Test("One request after the other")
  func exchanges() {
    let connection = Connection()
    #expect(connection(.send(get)).isEmpty)
    #expect(connection(.connected) == ["write GET /a HTTP/1.1"])
    for _ in 1...3 {
      #expect(!connection.isIdle)
      #expect(
        connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh")
          == ["head 200", "content h"])
      #expect(connection.receive("i") == ["content i", "complete"])
      #expect(connection.isIdle)
      #expect(connection(.send(get)) == ["write GET /a HTTP/1.1"])
    }
    #expect(connection(.send(get)) == ["fail, not sent"])
  }

  @Test("A failure tells whether the request was sent")
  func failures() {
    for event in [HTTPClientConnection.Event.ended, .broken] {
      let unconnected = Connection()
      _ = unconnected(.send(get))
      #expect(unconnected(event) == ["fail, not sent", "close"])
      let sent = connected()
      _ = sent(.send(get))
      #expect(sent(event) == ["fail, sent", "close"])
      let partial = connected()
      _ = partial(.send(get))
      _ = partial.receive("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh")
      #expect(partial(event) == ["fail, sent", "close"] && partial.isClosed)
      let idle = connected()
      #expect(idle(event) == ["close"] && idle.isClosed)
    }
  }

  @Test("Content until the end of the connection is complete with it, unless that breaks")
  func untilClose() {
    let ended = connected()
    _ = ended(.send(get))
    #expect(ended.receive("HTTP/1.1 200 OK\r\n\r\nabc") == ["head 200", "content abc"])
    #expect(ended(.ended) == ["complete", "close"])
    let broken = connected()
    _ = broken(.send(get))
    _ = broken.receive("HTTP/1.1 200 OK\r\n\r\nabc")
    #expect(broken(.broken) == ["fail, sent", "close"])
  }

  @Test("What belongs to no request closes the connection")
  func unasked() {
    #expect(connected().receive(ok) == ["close"])
    let behind = connected()
    _ = behind(.send(get))
    #expect(behind.receive(ok + "H") == ["head 200", "content hi", "complete", "close"])
    let closing = connected()
    _ = closing(.send(get))
    #expect(
      closing.receive("HTTP/1.1 204 No\r\nConnection: close\r\n\r\n")
        == ["head 204", "complete", "close"])
    let malformed = connected()
    _ = malformed(.send(get))
    #expect(malformed.receive("nonsense\r\n") == ["fail, sent", "close"])
    #expect(malformed.receive(ok).isEmpty && malformed(.ended).isEmpty)
  }

  @Test("A request that nobody waits for closes the connection")
  func abandoned() {
    let connecting = Connection()
    _ = connecting(.send(get))
    #expect(connecting(.abandoned) == ["close"])
    let exchanging = connected()
    _ = exchanging(.send(get))
    #expect(exchanging(.abandoned) == ["close"] && exchanging.receive(ok).isEmpty)
  }

  @Test("The response to HEAD has no content")
  func head() throws {
    let connection = connected()
    _ = connection(.send(try HTTPClientRequest(.head, "/a")))
    #expect(
      connection.receive("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        == ["head 200", "complete"])
    #expect(connection.isIdle)
  }
}
