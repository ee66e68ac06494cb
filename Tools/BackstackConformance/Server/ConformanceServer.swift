package import BackstackHTTP
import BackstackPlatform

/// Serves the scenarios.
package final class ConformanceServer: Sendable {
  /// The maximum number of bytes of a request's content.
  private static let contentLimit = 64 << 10

  private let performer: ConformancePerformer
  private let server: HTTPServer

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - address: The address to listen on.
  ///   - scenarios: The scenarios to offer.
  ///   - patience: The time that each wait of a script may take; four times as much in a slow
  ///     scenario.
  ///   - tell: Called with each verdict about a client, on any thread.
  package init(
    _ address: HTTPListenAddress, scenarios: [ConformanceScenario] = ConformanceScenario.all,
    patience: Duration = ConformanceBoard.defaultPatience,
    tell: @escaping @Sendable (ConformanceScenario, ConformanceVerdict) -> Void = { _, _ in }
  ) {
    let board = ConformanceBoard(scenarios, unixStart: SystemProcess.unixTime, patience: patience) {
      (0..<4).map { _ in
        let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
      }.joined()
    }
    performer = ConformancePerformer(board, tell: tell)
    var configuration = HTTPServerConfiguration(address: address)
    configuration.loops = 1
    configuration.maximumConnections = 1000
    configuration.limits.bodyBytes = Self.contentLimit
    configuration.timeouts.response = nil
    // Harnesses may be pages of any origin: there is nothing to protect.
    configuration.commonFields = [
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": "ETag, Location, Retry-After, Date",
      "Cache-Control": "no-store",
    ]
    server = HTTPServer(configuration: configuration, handler: performer)
  }

  deinit { stop() }

  /// Begins to serve; returns at once.
  ///
  /// - Throws: ``HTTPServerError`` if the address is invalid, in use or not permitted.
  package func start() throws(HTTPServerError) {
    try server.start()
    performer.goOn()
  }

  /// The address that it listens on.
  package var address: HTTPListenAddress? { server.localAddresses.first }

  /// Closes every connection; returns at once.
  package func stop() {
    performer.stop()
    server.stopNow()
  }

  /// Ends after the responses that are on their way; blocks the calling thread, at most for a second.
  package func drain() {
    performer.stop()
    server.shutdown(graceSeconds: 1)
  }

  /// Whether each scenario has a verdict; slow ones that no client has come to may not count.
  package func isOver(countingSlow: Bool) -> Bool {
    performer.read { $0.isOver(countingSlow: countingSlow) }
  }

  /// Whether the harnesses of all scenarios that have a verdict have got it.
  package var hasToldVerdicts: Bool { performer.read { $0.hasToldVerdicts } }

  /// The verdicts so far, in the order of the scenarios.
  package var verdicts: [(scenario: ConformanceScenario, verdict: ConformanceVerdict)] {
    performer.read { board in board.scenarios.map { ($0, board.verdict($0.name)) } }
  }
}
