import Glibc

extension EventLoop {
  /// Reads once and does all that follows from it.
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
      lend(to: entry)
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

  /// Serves what can be served, writes what can be written and tells epoll what to wait for.
  func pump(_ entry: EventLoopConnection, _ first: consuming HTTPRequest?) {
    lend(to: entry)
    // Moved, not copied: a second reference would keep the request from being used again.
    var request = consume first
    if request == nil {
      // First what has just ended, as after a time-out: the next request has an outcome of its own.
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
      // A client that takes all at once must not keep the others waiting.
      while produced < EventLoop.streamTurn, entry.connection.wantsContent {
        entry.connection.produce(&scratch, now: now)
        recordEnd(entry)
        produced += scratch.count
      }
      if produced == 0, putsOff(entry) { return }
      guard flush(entry) else {
        takeBack(from: entry)
        close(entry)
        return
      }
      if entry.connection.wantsContent {
        if produced < EventLoop.streamTurn { continue }
        break
      }
      guard entry.connection.heldCount > 0 else { break }
      request = nextRequest(entry)
      if request == nil { break }
    }
    if produced > EventLoop.streamTurn { scratch = [] }
    takeBack(from: entry)
    settle(entry)
  }

  private func nextRequest(_ entry: EventLoopConnection) -> HTTPRequest? {
    let request = entry.connection.nextRequest(now: now)
    // A connection that has a request has not refused one.
    if request == nil { recordEnd(entry) }
    return request
  }

  /// Calls the handler and takes its answer when it gave one at once.
  private func serve(_ next: inout HTTPRequest?, _ entry: EventLoopConnection) {
    // Taken, so that the only reference left tells whether the handler has kept the request.
    guard var request = next.take() else { return }
    var responder = spareResponder ?? HTTPResponder(host: self)
    spareResponder = nil
    let number = entry.connection.requestNumber
    responder.begin(token: entry.token, number: number)
    request.storage.begin(
      HTTPIdentifier(seed: seed, connection: entry.token, number: number))
    context.handler.respond(to: request, responder)
    // Consumed: what still refers to the request keeps its memory from being used again.
    finish(&responder, number, entry, exchange(request))
    reuse(&request.storage)
    lendRequest(to: entry)
  }

  /// Has a handler go on whose demand for content is met.
  private func serveContent(_ entry: EventLoopConnection) {
    var demand = entry.connection.ready.take()
    guard var responder = demand?.responder, var storage = demand?.storage else { return }
    var exchange = entry.exchange.take() ?? HTTPExchange()
    if context.records {
      // As for a request without content: how long the client took to send it is its own affair.
      exchange.startedAt = now.instant
      exchange.bytesIn = storage.body.count
    }
    responder.resume()
    demand?.proceed()
    demand = nil
    finish(&responder, responder.number, entry, consume exchange)
    reuse(&storage)
    lendRequest(to: entry)
  }

  /// Takes the answer that a handler gave while it was called, or what it wants until it gives one.
  private func finish(
    _ responder: inout HTTPResponder, _ number: UInt32, _ entry: EventLoopConnection,
    _ exchange: consuming HTTPExchange
  ) {
    if responder.inlineWaits { entry.connection.beginWaiting(number) }
    if let answer = responder.leaveHandler() {
      self.answer(answer, to: number, entry, exchange)
      responder.endInline(.answered)
      if isKnownUniquelyReferenced(&responder) { keep(responder) }
    } else if isKnownUniquelyReferenced(&responder) {
      // Nobody kept the responder, so nobody will answer: an answer on its way would have it.
      responder.abandon()
      answer(.unanswered, to: number, entry, exchange)
      responder.endInline(.answered)
      keep(responder)
    } else {
      echoRequestID(entry, exchange)
      entry.exchange = exchange
      wait(responder, entry)
    }
  }

  /// Keeps the memory of a request that nobody has any more for the next one.
  func reuse(_ request: inout HTTPRequest.Storage) {
    if spareRequest == nil, isKnownUniquelyReferenced(&request) { spareRequest = request }
  }

  /// Keeps a responder for the next request, unless somebody has asked it about this one.
  private func keep(_ responder: HTTPResponder) {
    if responder.cancellation == nil { spareResponder = responder }
  }

  /// Takes over what a handler wants that answers later.
  private func wait(_ responder: HTTPResponder, _ entry: EventLoopConnection) {
    if let limit = responder.inlineLimit { entry.connection.limitAnswer(to: limit, now: now) }
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

  /// Writes pending output, of a long answer a part before other connections have their turn; returns
  /// whether the connection still works.
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

  /// Keeps what the system holds for a slow client small: so it is known how much the client takes,
  /// and what a stream sends is not old when it arrives.
  private func limitUnsent(_ entry: EventLoopConnection) {
    if entry.limitsUnsent { return }
    entry.limitsUnsent = true
    var count = Int32(EventLoop.unsentBytes)
    setsockopt(
      entry.descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &count,
      socklen_t(MemoryLayout<Int32>.size))
  }

  /// Does what the connection wants done with its socket.
  func settle(_ entry: EventLoopConnection) {
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
    // A deadline that moves away is noticed when its old time comes.
    if wish.deadline < entry.lookAt {
      entry.lookAt = wish.deadline
      timers.schedule(entry.slot, at: wish.deadline)
    }
  }
}

extension HTTPConnection {
  /// All that a connection wants of its shell, asked for at once: each look at the state of an
  /// object costs a check that nobody else changes it.
  fileprivate var wish: (disposition: Disposition, interest: Interest, deadline: MonotonicInstant) {
    (disposition, interest, deadline)
  }

  /// Calls `body` with bytes to write, and whether more are to be written after them.
  func withOutput<Result>(
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ hasMore: Bool) -> Result
  ) -> Result {
    if outputStart == output.count { return sharedOutput.withNext { body($0, false) } }
    return output.withUnsafeBufferPointer {
      body($0.extracting(outputStart..<output.count), !sharedOutput.isEmpty)
    }
  }
}
