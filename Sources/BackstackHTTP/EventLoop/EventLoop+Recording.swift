extension EventLoop {
  /// What is to be remembered of a request that a handler has got.
  func exchange(_ request: HTTPRequest) -> HTTPExchange {
    guard context.records else { return HTTPExchange() }
    return HTTPExchange(
      request.storage, at: now.instant, keepsRequest: context.keepsRequests)
  }

  /// Gives an answer to the connection, with what the loop has to add.
  func answer(
    _ answer: HTTPAnswer, to number: UInt32, _ entry: EventLoopConnection,
    _ exchange: consuming HTTPExchange
  ) {
    if isAnnouncingEnd { entry.connection.isDraining = true }
    if context.echoesRequestID {
      entry.connection.extraLines.removeAll(keepingCapacity: true)
      if !answer.hasRequestID { echoRequestID(entry, exchange) }
    }
    entry.connection.respond(answer, to: number, now: now)
    if entry.connection.phase == .streaming {
      entry.exchange = exchange
    } else {
      record(entry, exchange)
    }
  }

  /// Has the next answer name the request, also one that the connection gives by itself.
  func echoRequestID(_ entry: EventLoopConnection, _ exchange: borrowing HTTPExchange) {
    guard context.echoesRequestID, let request = exchange.request else { return }
    entry.connection.extraLines.removeAll(keepingCapacity: true)
    entry.connection.extraLines.append("X-Request-Id: ")
    request.appendID(to: &entry.connection.extraLines)
    entry.connection.extraLines.append("\r\n")
  }

  /// Logs and counts what a connection has ended by itself, if it just has: an answer that was a
  /// stream, a request in the course of being answered, or one that could not be read.
  func recordEnd(_ entry: EventLoopConnection) {
    guard entry.connection.outcome != nil else { return }
    if let exchange = entry.exchange.take() {
      record(entry, exchange)
    } else {
      recordRefusal(entry)
    }
  }

  /// Logs and counts the request of a connection if it has just ended.
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

  /// Logs and counts what a connection has refused to read, if it just has.
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

  /// Counts a connection that waited in vain.
  func recordTimeout(_ entry: EventLoopConnection) {
    guard let kind = entry.connection.timedOut.take() else { return }
    metrics?.count(.timeout, kind.name)
  }

  /// Logs and counts a request whose connection ends before its answer has.
  func recordLoss(_ entry: EventLoopConnection) {
    guard let lost = entry.connection.lostOutcome else { return }
    entry.connection.outcome = lost
    recordEnd(entry)
  }

  /// Ends a turn of the loop: hands over the lines of the log and counts how long it was busy.
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

extension HTTPAnswer {
  /// Whether the handler has named the request itself.
  fileprivate var hasRequestID: Bool {
    switch self {
    case .response(let response): response.fields.contains(.requestID)
    case .failure(let error): error.fields.contains(.requestID)
    case .unanswered: false
    }
  }
}
