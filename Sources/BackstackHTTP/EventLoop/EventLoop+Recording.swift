extension EventLoop {
  /// Returns what the log and the metrics need of a request that goes to a handler.
  func exchange(_ request: HTTPRequest) -> HTTPExchange {
    guard context.records else { return HTTPExchange() }
    return HTTPExchange(
      request.storage, at: now.instant, keepsRequest: context.keepsRequests)
  }

  /// Passes a response to the connection, with the fields that the loop adds.
  func finish(
    _ result: HTTPResponderResult, to number: UInt32, _ entry: EventLoopConnection,
    _ exchange: consuming HTTPExchange
  ) {
    if isAnnouncingEnd { entry.connection.isDraining = true }
    if context.echoesRequestID {
      entry.connection.extraLines.removeAll(keepingCapacity: true)
      if !result.hasRequestID { echoRequestID(entry, exchange) }
    }
    entry.connection.respond(result, to: number, now: now)
    if entry.connection.phase == .streaming {
      entry.exchange = exchange
    } else {
      record(entry, exchange)
    }
  }

  /// Adds the request's id to the next response, even if the connection itself generates it.
  func echoRequestID(_ entry: EventLoopConnection, _ exchange: borrowing HTTPExchange) {
    guard context.echoesRequestID, let request = exchange.request else { return }
    entry.connection.extraLines.removeAll(keepingCapacity: true)
    entry.connection.extraLines.append("X-Request-Id: ")
    request.appendID(to: &entry.connection.extraLines)
    entry.connection.extraLines.append("\r\n")
  }

  /// Logs and counts a request that the connection itself has just ended: a completed stream, a
  /// request that waited for its response, or one that could not be parsed.
  func recordEnd(_ entry: EventLoopConnection) {
    guard entry.connection.outcome != nil else { return }
    if let exchange = entry.exchange.take() {
      record(entry, exchange)
    } else {
      recordRefusal(entry)
    }
  }

  /// Logs and counts the connection's request if it has just ended.
  func record(_ entry: EventLoopConnection, _ exchange: consuming HTTPExchange) {
    guard let outcome = entry.connection.takeOutcome(), context.records else { return }
    if let request = exchange.request { exchange.route = request.route }
    countProtocolError(outcome)
    lastEnd = context.clock()
    let nanoseconds = lastEnd.nanoseconds &- exchange.startedAt.nanoseconds
    metrics?.countRequest(
      route: exchange.route, method: exchange.method, status: outcome.status,
      nanoseconds: nanoseconds)
    if context.accessLog != nil { log(entry, exchange, outcome, nanoseconds: nanoseconds) }
    if var request = exchange.request.take() { reuse(&request) }
  }

  /// Logs and counts a request that the connection has just refused to parse.
  private func recordRefusal(_ entry: EventLoopConnection) {
    guard let outcome = entry.connection.takeOutcome(), context.records else { return }
    let exchange = HTTPExchange()
    countProtocolError(outcome)
    metrics?.countRequest(
      route: exchange.route, method: exchange.method, status: outcome.status, nanoseconds: nil)
    log(entry, exchange, outcome, nanoseconds: 0)
  }

  private func countProtocolError(_ outcome: HTTPOutcome) {
    guard let error = outcome.error, !HTTPOutcome.countedElsewhere.contains(error) else { return }
    metrics?.count(.protocolError, error.rawValue)
  }

  /// Counts a connection's timeout, if one has just passed.
  func recordTimeout(_ entry: EventLoopConnection) {
    guard let kind = entry.connection.timedOut.take() else { return }
    metrics?.count(.timeout, kind.name)
  }

  /// Logs and counts a request whose connection closes before its response is complete.
  func recordLoss(_ entry: EventLoopConnection) {
    guard let lost = entry.connection.lostOutcome else { return }
    entry.connection.outcome = lost
    recordEnd(entry)
  }

  /// Ends a tick: passes the log lines to the writer and counts the loop's busy time.
  func endTurn() {
    if logLineCount > 0, let log = context.accessLog {
      log.queue.submit(&logBuffer, lines: logLineCount)
      logLineCount = 0
    }
    if lastEnd > now.instant {
      metrics?.countTurn(nanoseconds: lastEnd.nanoseconds &- now.instant.nanoseconds)
    }
  }

  private func log(
    _ entry: EventLoopConnection, _ exchange: borrowing HTTPExchange, _ outcome: HTTPOutcome,
    nanoseconds: Int64
  ) {
    guard let log = context.accessLog else { return }
    let route = exchange.route
    let record = HTTPAccessLogRecord(
      request: exchange.request,
      route: route > 0 && route < context.routes.count ? context.routes[route] : nil,
      routeNumber: route, redaction: context.redaction,
      client: exchange.request?.client ?? entry.connection.peer, status: outcome.status,
      bytesIn: exchange.bytesIn,
      bytesOut: outcome.contentBytes, nanoseconds: nanoseconds, error: outcome.error)
    logTime.update(unixSeconds: date.unixSeconds)
    log.format.append(record, logTime, &logBuffer)
    logLineCount += 1
  }
}

extension HTTPResponderResult {
  /// Whether the handler has set the request's id itself.
  fileprivate var hasRequestID: Bool {
    switch self {
    case .response(let response): response.fields.contains(.requestID)
    case .failure(let error): error.fields.contains(.requestID)
    case .noResponse: false
    }
  }
}
