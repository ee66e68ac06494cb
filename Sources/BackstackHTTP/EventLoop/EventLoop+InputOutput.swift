import BackstackPlatform
import Glibc

extension EventLoop {
  /// Reads from the socket once and processes the input.
  func readAndPump(_ entry: EventLoopConnection) {
    let room = entry.connection.inputRoom
    guard room > 0 else {
      pump(entry, nil)
      return
    }
    let count = recv(
      entry.descriptor, readBuffer.baseAddress, min(room, readBuffer.count), 0)
    if count > 0 {
      metrics?.add(count, at: HTTPLoopMetrics.Position.received)
      acquireBuffers(for: entry)
      let input = UnsafeBufferPointer(readBuffer).extracting(0..<min(count, readBuffer.count))
      // Sound: the span is used within this call, while the loop's buffer stays allocated.
      pump(entry, entry.connection.receive(input.span, now: now))
    } else if count == 0 {
      entry.connection.receiveEnd(now: now)
      pump(entry, nil)
    } else if errno == EAGAIN || errno == EINTR {
      pump(entry, nil)
    } else {
      close(entry)
    }
  }

  /// Serves complete requests, writes pending output and tells epoll which events to wait for.
  func pump(_ entry: EventLoopConnection, _ first: consuming HTTPRequest?) {
    acquireBuffers(for: entry)
    // Moved, not copied: a second reference would prevent the request's memory from being recycled.
    var request = consume first
    if request == nil {
      // First record what has just ended, as after a timeout: the next request has its own outcome.
      recordEnd(entry)
      serveContent(entry)
      request = nextRequest(entry)
    }
    var produced = 0
    while true {
      while request != nil {
        serve(&request, entry)
        serveContent(entry)
        request = nextRequest(entry)
      }
      // A client that reads fast must not starve the others.
      while produced < EventLoop.streamTurn, entry.connection.wantsContent {
        entry.connection.produce(&scratch, now: now)
        recordEnd(entry)
        produced += scratch.count
      }
      if produced == 0, coalesces(entry) { return }
      guard flush(entry) else {
        recycleBuffers(from: entry)
        close(entry)
        return
      }
      if entry.connection.wantsContent {
        if produced < EventLoop.streamTurn { continue }
        break
      }
      guard entry.connection.bufferedCount > 0 else { break }
      request = nextRequest(entry)
      if request == nil { break }
    }
    if produced > EventLoop.streamTurn { scratch = [] }
    recycleBuffers(from: entry)
    updateInterest(entry)
  }

  private func nextRequest(_ entry: EventLoopConnection) -> HTTPRequest? {
    let request = entry.connection.nextRequest(now: now)
    // If there is a next request, the connection did not just refuse one.
    if request == nil { recordEnd(entry) }
    return request
  }

  /// Calls the handler and sends the response if the handler responded before it returned.
  private func serve(_ next: inout HTTPRequest?, _ entry: EventLoopConnection) {
    // Taken, so that the reference count tells whether the handler kept the request.
    guard var request = next.take() else { return }
    var responder = spareResponder ?? HTTPResponder(responseSink: self)
    spareResponder = nil
    let number = entry.connection.requestNumber
    responder.begin(token: entry.token, number: number)
    request.storage.begin(
      HTTPIdentifier(seed: seed, connection: entry.token, number: number))
    context.handler.respond(to: request, responder)
    // Consumed: another reference to the request would prevent its memory from being recycled.
    finish(&responder, number, entry, exchange(request))
    reuse(&request.storage)
    acquireRequest(to: entry)
  }

  /// Resumes the handler whose demand for content is met.
  private func serveContent(_ entry: EventLoopConnection) {
    var demand = entry.connection.ready.take()
    guard var responder = demand?.responder, var storage = demand?.storage else { return }
    var exchange = entry.exchange.take() ?? HTTPExchange()
    if context.records {
      // Without the upload, as for a request without content: its duration depends on the client.
      exchange.startedAt = now.instant
      exchange.bytesIn = storage.body.count
    }
    responder.resume()
    demand?.proceed()
    demand = nil
    finish(&responder, responder.number, entry, consume exchange)
    reuse(&storage)
    acquireRequest(to: entry)
  }

  /// Sends the response that a handler gave while it ran, or waits for it as the handler asked.
  private func finish(
    _ responder: inout HTTPResponder, _ number: UInt32, _ entry: EventLoopConnection,
    _ exchange: consuming HTTPExchange
  ) {
    if responder.inlineWaits { entry.connection.beginWaiting(number) }
    if let result = responder.leaveHandler() {
      self.finish(result, to: number, entry, exchange)
      responder.endInline(.responded)
      if isKnownUniquelyReferenced(&responder) { keep(responder) }
    } else if isKnownUniquelyReferenced(&responder) {
      // The handler kept no reference to the responder, so no response can follow.
      responder.abandon()
      finish(.noResponse, to: number, entry, exchange)
      responder.endInline(.responded)
      keep(responder)
    } else {
      echoRequestID(entry, exchange)
      entry.exchange = exchange
      wait(responder, entry)
    }
  }

  /// Recycles the memory of a request that has no other reference.
  func reuse(_ request: inout HTTPRequest.Storage) {
    if spareRequest == nil, isKnownUniquelyReferenced(&request) { spareRequest = request }
  }

  /// Recycles a responder, unless the handler registered for this request's cancellation.
  private func keep(_ responder: HTTPResponder) {
    if responder.cancellation == nil { spareResponder = responder }
  }

  /// Applies what a handler that responds later has asked for: time limit, cancellation, content.
  private func wait(_ responder: HTTPResponder, _ entry: EventLoopConnection) {
    if let limit = responder.inlineLimit { entry.connection.limitResponseTime(to: limit, now: now) }
    if let cancellation = responder.cancellation {
      entry.connection.watch(cancellation, responder.number)
    }
    if let demand = responder.inlineDemand {
      responder.inlineDemand = nil
      entry.connection.accept(demand, for: responder.number, now: now)
    }
    if let sink = responder.inlineSink {
      responder.inlineSink = nil
      entry.connection.attach(sink, to: responder.number, now: now)
    }
  }

  /// Writes pending output, at most ``streamTurn`` bytes before other connections have their turn.
  ///
  /// - Returns: Whether the connection still works.
  func flush(_ entry: EventLoopConnection) -> Bool {
    if entry.connection.outputCount > EventLoop.unsentBytes || entry.connection.outgoing != nil {
      limitUnsent(entry)
    }
    var sent = 0
    while entry.connection.outputCount > 0, sent < Self.streamTurn {
      let count = entry.connection.withOutput { bytes, hasMore in
        send(
          entry.descriptor, bytes.baseAddress, min(bytes.count, Self.streamTurn - sent),
          Int32(hasMore ? MSG_NOSIGNAL | MSG_MORE : MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
        metrics?.add(count, at: HTTPLoopMetrics.Position.sent)
        entry.connection.wrote(count, now: now)
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return count < 0 && (errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM)
      }
    }
    return true
  }

  /// Limits the unsent bytes in the socket's buffer, so that the loop sees how fast the client
  /// reads and streamed content is still current when it arrives.
  private func limitUnsent(_ entry: EventLoopConnection) {
    if entry.limitsUnsent { return }
    entry.limitsUnsent = true
    var count = Int32(EventLoop.unsentBytes)
    setsockopt(
      entry.descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &count,
      socklen_t(MemoryLayout<Int32>.size))
  }

  /// Applies the connection's demands to its socket: closes it, watches it, schedules its timer.
  func updateInterest(_ entry: EventLoopConnection) {
    var wish = entry.connection.wish
    if wish.disposition == .shutDownWriting {
      shutdown(entry.descriptor, Int32(SHUT_WR))
      entry.connection.didShutDownWriting(now: now)
      wish = entry.connection.wish
    }
    if wish.disposition == .close {
      close(entry)
      return
    }
    var events: Epoll.Events = wish.interest.reads ? .readable : []
    if wish.interest.writes { events.insert(.writable) }
    if wish.interest.hangUps { events.insert(.readHangUp) }
    if events != entry.watched {
      entry.watched = events
      guard epoll.modify(entry.descriptor, events, token: entry.token) else {
        close(entry)
        return
      }
    }
    // A later deadline needs no rescheduling: the timer that fires early schedules the next.
    if wish.deadline < entry.lookAt {
      entry.lookAt = wish.deadline
      timers.schedule(entry.slot, at: wish.deadline)
    }
  }
}

extension HTTPConnection {
  /// All that a connection wants from the loop, read at once: each separate access to an object's
  /// properties costs an exclusivity check.
  fileprivate var wish: (disposition: Disposition, interest: Interest, deadline: MonotonicInstant) {
    (disposition, interest, deadline)
  }

  /// Calls `body` with bytes to write and whether more bytes follow them.
  func withOutput<Result>(
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ hasMore: Bool) -> Result
  ) -> Result {
    if outputStart == output.count { return sharedOutput.withNext { body($0, false) } }
    return output.withUnsafeBufferPointer {
      body($0.extracting(outputStart..<output.count), !sharedOutput.isEmpty)
    }
  }
}
