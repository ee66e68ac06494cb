import Synchronization

/// The counters of one server.
struct HTTPServerMetrics: Sendable {
  /// The patterns of its routes; the first is for requests without a route.
  let routes: [String]
  let loops: [HTTPLoopMetrics]
  /// Returns the number of open connections.
  let openConnections: @Sendable () -> Int
  /// Returns the number of bytes of unfinished exchanges.
  let unfinishedBytes: @Sendable () -> Int
  let droppedLogLines: @Sendable () -> Int

  /// The label of requests without a route.
  static let noRoute = "none"

  /// Writes the sums of all servers.
  static func write(_ servers: [HTTPServerMetrics], to metrics: inout HTTPMetricWriter) {
    let loops = servers.flatMap(\.loops)
    func sum(_ index: Int) -> Int { loops.reduce(0) { $0 + $1.value(at: index) } }

    metrics.begin("http_connections_open", .gauge, help: "Connections that are open.")
    metrics.sample(servers.reduce(0) { $0 + $1.openConnections() })
    metrics.begin(
      "http_unfinished_bytes", .gauge,
      help: "Responses that clients have not read, and content that is not complete.")
    metrics.sample(servers.reduce(0) { $0 + $1.unfinishedBytes() })
    metrics.begin("http_connections_total", .counter, help: "Connections accepted.")
    metrics.sample(sum(HTTPLoopMetrics.Position.accepted))
    writeEvents(loops, to: &metrics)
    metrics.begin("http_received_bytes_total", .counter, help: "Bytes read from clients.")
    metrics.sample(sum(HTTPLoopMetrics.Position.received))
    metrics.begin("http_sent_bytes_total", .counter, help: "Bytes written to clients.")
    metrics.sample(sum(HTTPLoopMetrics.Position.sent))
    metrics.begin(
      "http_access_log_dropped_lines_total", .counter,
      help: "Lines of the access log that were lost: it could not keep up, or not be written.")
    metrics.sample(servers.reduce(0) { $0 + $1.droppedLogLines() })
    metrics.begin(
      "http_event_loop_turn_seconds", .histogram,
      help: "How long event loops were busy before they could look for the next event.")
    metrics.histogram(
      counts: (0..<HTTPMetricLabels.bucketCount).map { sum(HTTPLoopMetrics.Position.turns + $0) },
      bounds: HTTPMetricLabels.bounds, sum: sum(HTTPLoopMetrics.Position.turnSum))
    writeRequests(RouteCounters.all(of: servers), to: &metrics)
  }

  private static func writeEvents(
    _ loops: [HTTPLoopMetrics], to metrics: inout HTTPMetricWriter
  ) {
    let counts = loops.reduce(into: [:]) { counts, loop in
      counts.merge(loop.eventCounts) { $0 + $1 }
    }
    func samples(_ kind: HTTPLoopMetrics.Event.Kind, _ label: StaticString) {
      for (event, count) in counts.sorted(by: { $0.key.name < $1.key.name })
      where event.kind == kind {
        metrics.sample(count, [(label, event.name)])
      }
    }
    metrics.begin(
      "http_connections_refused_total", .counter, help: "Connections refused, by reason.")
    samples(.refusal, "reason")
    metrics.begin(
      "http_connections_evicted_total", .counter,
      help: "Connections closed because unfinished exchanges used too much memory.")
    metrics.sample(loops.reduce(0) { $0 + $1.value(at: HTTPLoopMetrics.Position.evicted) })
    metrics.begin(
      "http_timeouts_total", .counter, help: "Connections ended by a time-out, by its kind.")
    samples(.timeout, "kind")
    metrics.begin(
      "http_protocol_errors_total", .counter,
      help: "Requests refused before they reached a handler, by the error's code.")
    samples(.protocolError, "code")
  }

  private static func writeRequests(
    _ routes: [RouteCounters], to metrics: inout HTTPMetricWriter
  ) {
    metrics.begin(
      "http_requests_total", .counter,
      help: "Responses, by method, route and status; 499 if the client went away before.")
    for route in routes {
      for method in 0..<HTTPMetricLabels.methodCount {
        for status in 0..<HTTPMetricLabels.statusCount {
          let count = route.sum { $0.requests(route: $1, method: method, status: status) }
          guard count > 0 else { continue }
          metrics.sample(
            count,
            [
              ("method", HTTPMetricLabels.methodName(method)), ("route", route.pattern),
              ("status", HTTPMetricLabels.statusName(status)),
            ])
        }
      }
    }
    metrics.begin(
      "http_request_duration_seconds", .histogram,
      help: "From the last byte of a request to the end of its response, by route.")
    for route in routes {
      let counts = (0..<HTTPMetricLabels.bucketCount).map { bucket in
        route.sum { $0.durations(route: $1, bucket: bucket) }
      }
      guard counts.contains(where: { $0 > 0 }) else { continue }
      metrics.histogram(
        counts: counts, bounds: HTTPMetricLabels.bounds,
        sum: route.sum { $0.durationSum(route: $1) },
        [("route", route.pattern)])
    }
  }
}

extension HTTPServerMetrics {
  init(context: EventLoopContext, loops: [EventLoop]) {
    routes = context.routes
    self.loops = loops.compactMap(\.metrics)
    openConnections = { [weak context] in
      context?.connectionCount.load(ordering: .relaxed) ?? 0
    }
    unfinishedBytes = { [weak context] in
      context?.unfinishedBytes.load(ordering: .relaxed) ?? 0
    }
    droppedLogLines = { [log = context.accessLog] in log?.droppedLines ?? 0 }
  }
}

/// The counters of a route's pattern, in every loop of every server that has it.
private struct RouteCounters {
  let pattern: String
  var entries: [(loop: HTTPLoopMetrics, number: Int)] = []

  func sum(_ value: (HTTPLoopMetrics, Int) -> Int) -> Int {
    entries.reduce(0) { $0 + value($1.loop, $1.number) }
  }

  static func all(of servers: [HTTPServerMetrics]) -> [RouteCounters] {
    var routes: [RouteCounters] = []
    for server in servers {
      for (number, pattern) in server.routes.enumerated() {
        let index = routes.firstIndex { $0.pattern == pattern } ?? routes.count
        if index == routes.count { routes.append(RouteCounters(pattern: pattern)) }
        routes[index].entries += server.loops.map { ($0, number) }
      }
    }
    return routes
  }
}
