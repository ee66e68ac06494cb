import BackstackPlatform

/// The part of an event loop that logs and counts its requests.
struct EventLoopRecorder {
  private let context: EventLoopContext
  private let metrics: HTTPLoopMetrics?
  /// The lines of the access log that this tick has produced.
  private var lines: [UInt8] = []
  private var lineCount = 0
  private var time = HTTPAccessLogTime()
  /// When the last request ended, if requests are recorded.
  private var lastEnd = MonotonicInstant(nanoseconds: .min)

  init(context: EventLoopContext, metrics: HTTPLoopMetrics?) {
    self.context = context
    self.metrics = metrics
  }

  /// Logs and counts a request that has ended.
  mutating func record(
    _ outcome: HTTPOutcome, _ exchange: borrowing HTTPExchange, from peer: HTTPPeerAddress,
    unixSeconds: Int
  ) {
    let route = exchange.request?.route ?? exchange.route
    countProtocolError(outcome)
    lastEnd = context.clock()
    let nanoseconds = lastEnd.nanoseconds &- exchange.startedAt.nanoseconds
    metrics?.countRequest(
      route: route, method: exchange.method, status: outcome.status, nanoseconds: nanoseconds)
    log(
      outcome, exchange, route: route, from: peer, unixSeconds: unixSeconds,
      nanoseconds: nanoseconds)
  }

  /// Logs and counts a request that could not be parsed.
  mutating func recordRefusal(
    _ outcome: HTTPOutcome, from peer: HTTPPeerAddress, unixSeconds: Int
  ) {
    let exchange = HTTPExchange()
    countProtocolError(outcome)
    metrics?.countRequest(
      route: exchange.route, method: exchange.method, status: outcome.status, nanoseconds: nil)
    log(
      outcome, exchange, route: exchange.route, from: peer, unixSeconds: unixSeconds,
      nanoseconds: 0)
  }

  private func countProtocolError(_ outcome: HTTPOutcome) {
    guard let error = outcome.error, !HTTPOutcome.countedElsewhere.contains(error) else { return }
    metrics?.count(.protocolError, error.rawValue)
  }

  private mutating func log(
    _ outcome: HTTPOutcome, _ exchange: borrowing HTTPExchange, route: Int,
    from peer: HTTPPeerAddress, unixSeconds: Int, nanoseconds: Int64
  ) {
    guard let log = context.accessLog else { return }
    let record = HTTPAccessLogRecord(
      request: exchange.request,
      route: route > 0 && route < context.routes.count ? context.routes[route] : nil,
      routeNumber: route, redaction: context.redaction,
      client: exchange.request?.client ?? peer, status: outcome.status,
      bytesIn: exchange.bytesIn + (outcome.switched?.receivedBytes ?? 0),
      bytesOut: outcome.contentBytes, nanoseconds: nanoseconds, switched: outcome.switched,
      error: outcome.error)
    time.update(unixSeconds: unixSeconds)
    log.format.append(record, time, &lines)
    lineCount += 1
  }

  /// Ends a tick: passes the log lines to the writer and counts the loop's busy time.
  mutating func endTick(_ now: MonotonicInstant) {
    if lineCount > 0, let log = context.accessLog {
      log.queue.submit(&lines, lines: lineCount)
      lineCount = 0
    }
    if lastEnd > now {
      metrics?.countTurn(nanoseconds: lastEnd.nanoseconds &- now.nanoseconds)
    }
  }
}

/// A request's data for the log and the metrics, kept until its response is complete.
struct HTTPExchange {
  var startedAt = MonotonicInstant(nanoseconds: 0)
  /// The number of the method's label in the metrics.
  var method = HTTPMetricLabels.otherMethod
  var route = 0
  var bytesIn = 0
  /// The request itself, kept only if the access log or the echoed request id needs it, or if it may
  /// have an id from its client.
  var request: HTTPRequest.Storage?
}

extension HTTPExchange {
  init(_ request: HTTPRequest.Storage, at instant: MonotonicInstant, keepsRequest: Bool) {
    startedAt = instant
    method = HTTPMetricLabels.method(request.head.method)
    route = request.route
    bytesIn = request.body.count
    self.request = keepsRequest ? request : nil
  }
}
