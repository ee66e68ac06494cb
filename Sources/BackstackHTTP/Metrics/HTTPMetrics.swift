import BackstackPlatform

/// A source of metrics.
public protocol HTTPMetricSource: Sendable {
  /// Writes the current values. Called at each scrape, on an event loop's thread: it must not wait.
  func write(to metrics: inout HTTPMetricWriter)
}

/// The metrics of servers and other sources, for Prometheus.
///
/// Give it to the servers to be measured, add your own sources, and serve ``route(_:)``.
public final class HTTPMetrics: Sendable {
  private struct State: Sendable {
    var sources: [any HTTPMetricSource] = []
    var servers: [HTTPServerMetrics] = []
  }

  private let state = Guarded(State())

  public init() {}

  /// Adds a source; the names of its metrics must differ from all others'.
  public func add(_ source: any HTTPMetricSource) {
    state.withLock { $0.sources.append(source) }
  }

  func add(_ server: HTTPServerMetrics) { state.withLock { $0.servers.append(server) } }

  /// Returns the current values in Prometheus' text format, version 0.0.4.
  ///
  /// - Complexity: O(event loops · routes).
  public func exposition() -> [UInt8] {
    let (sources, servers) = state.withLock { ($0.sources, $0.servers) }
    var writer = HTTPMetricWriter()
    HTTPServerMetrics.write(servers, to: &writer)
    for source in sources { source.write(to: &writer) }
    return writer.bytes
  }

  /// Returns the response to a scrape.
  public func response() -> HTTPResponse {
    HTTPResponse(
      fields: [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
      ], body: .bytes(exposition()))
  }

  /// Returns a route that serves scrapes.
  public func route(_ pattern: String = "/metrics") -> HTTPRoute {
    HTTPRoute(.get, pattern) { _, _, responder in responder.respond(self.response()) }
  }
}
