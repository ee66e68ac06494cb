@testable import BackstackHTTP

/// A handler that streams content and responds to each request later, in turn with a text and a
/// stream.
final class LateResponses {
  let driver: ConnectionDriver
  private var sinks: [ScriptedSink] = []
  private var sources: [ScriptedSource] = []
  private var attached: UInt32 = 0

  init() {
    driver = ConnectionDriver()
    driver.policy = { _ in .streamed(upTo: HTTPLimits().bodyBytes) }
    driver.handler = { _ in nil }
  }

  func receive(_ bytes: [UInt8]) {
    driver.receive(bytes)
    while goOn() {}
    // The socket is writable: an error that follows the last response is written, too.
    driver.pump(nil)
  }

  /// Takes the next step for the request that is being answered; returns whether there was one.
  private func goOn() -> Bool {
    switch driver.connection.phase {
    case .responding where attached != driver.connection.requestNumber:
      attached = driver.connection.requestNumber
      // Some sinks take everything at once, some pause after each piece.
      let sink = ScriptedSink(piecesBeforePause: attached % 3 == 0 ? 1 : nil)
      sinks.append(sink)
      driver.attach(sink)
    case .responding where sinks.last?.outcomes == [.complete]:
      if attached % 2 == 0 {
        driver.respond("")
      } else {
        let source = ScriptedSource(["1"], atEnd: .waiting)
        sources.append(source)
        driver.stream(source, length: 2)
      }
    case .responding where driver.connection.incoming?.isPaused == true:
      sinks.last?.wake()
      driver.readMailbox()
    case .streaming:
      sources.last?.add("2")
      sources.last?.setEnd(.end)
      sources.last?.wake()
      driver.readMailbox()
    default: return false
    }
    return true
  }

  /// Ends the connection; returns whether every sink and source was notified exactly once.
  func end() -> Bool {
    driver.end()
    return sinks.allSatisfy { $0.outcomes.count == 1 }
      && sources.allSatisfy { $0.outcomes.count == 1 }
  }
}
