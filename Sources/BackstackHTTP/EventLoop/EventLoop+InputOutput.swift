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
    if request == nil { request = entry.connection.nextRequest(now: now) }
    var produced = 0
    while true {
      while request != nil {
        serve(&request, entry)
        request = entry.connection.nextRequest(now: now)
      }
      // A client that takes all at once must not keep the others waiting.
      while produced < EventLoop.streamTurn, entry.connection.wantsContent {
        entry.connection.produce(&scratch, now: now)
        produced += scratch.count
      }
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
      request = entry.connection.nextRequest(now: now)
      if request == nil { break }
    }
    if produced > EventLoop.streamTurn { scratch = [] }
    takeBack(from: entry)
    settle(entry)
  }

  /// Calls the handler and takes its answer when it gave one at once.
  private func serve(_ next: inout HTTPRequest?, _ entry: EventLoopConnection) {
    // Taken, so that the only reference left tells whether the handler has kept the request.
    guard var request = next.take() else { return }
    var responder = spareResponder ?? HTTPResponder(host: self)
    spareResponder = nil
    let number = entry.connection.requestNumber
    responder.begin(token: entry.token, number: number)
    context.handler.respond(to: request, responder)
    if let answer = responder.leaveHandler() {
      entry.connection.respond(answer, to: number, now: now)
      responder.endInline(.answered)
      if isKnownUniquelyReferenced(&responder) { keep(responder) }
    } else if isKnownUniquelyReferenced(&responder) {
      // Nobody kept the responder; unless another thread has answered, nobody will.
      if responder.abandon() { entry.connection.respond(.unanswered, to: number, now: now) }
      responder.endInline(.answered)
      keep(responder)
    } else {
      wait(responder, entry)
    }
    if spareRequest == nil, isKnownUniquelyReferenced(&request.storage) {
      spareRequest = request.storage
    }
    if entry.connection.spare == nil {
      entry.connection.spare = spareRequest
      spareRequest = nil
    }
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
    if let sink = responder.inlineSink {
      responder.inlineSink = nil
      entry.connection.attach(sink, to: responder.number, now: now)
    }
  }

  /// Writes pending output; returns whether the connection still works.
  private func flush(_ entry: EventLoopConnection) -> Bool {
    if entry.connection.outputCount > EventLoop.unsentBytes || entry.connection.outgoing != nil {
      limitUnsent(entry)
    }
    while entry.connection.outputCount > 0 {
      let count = entry.connection.withOutput { bytes in
        send(entry.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
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
  private func settle(_ entry: EventLoopConnection) {
    if entry.connection.disposition == .shutDownWriting {
      shutdown(entry.descriptor, Int32(SHUT_WR))
      entry.connection.didShutDownWriting(now: now)
    }
    if entry.connection.disposition == .close {
      close(entry)
      return
    }
    let interest = entry.connection.interest
    var events: Epoll.Events = interest.reads ? .readable : []
    if interest.writes { events.insert(.writable) }
    if events != entry.watched {
      entry.watched = events
      guard epoll.modify(entry.descriptor, events, token: entry.token) else {
        close(entry)
        return
      }
    }
    let deadline = entry.connection.deadline
    // A deadline that moves away is noticed when its old time comes.
    if deadline < entry.lookAt {
      entry.lookAt = deadline
      timers.schedule(entry.slot, at: deadline)
    }
  }

  /// Lends the loop's reusable memory to the connection that is being served.
  private func lend(to entry: EventLoopConnection) {
    if entry.connection.spare == nil {
      entry.connection.spare = spareRequest
      spareRequest = nil
    }
    if entry.connection.output.capacity == 0 { swap(&entry.connection.output, &spareOutput) }
  }

  /// Takes lent memory back, so that idle connections hold none.
  private func takeBack(from entry: EventLoopConnection) {
    if let spare = entry.connection.spare {
      spareRequest = spare
      entry.connection.spare = nil
    }
    if entry.connection.outputCount == 0 {
      swap(&entry.connection.output, &spareOutput)
      if entry.connection.output.capacity > 0 { entry.connection.output = [] }
    }
  }
}

extension HTTPConnection {
  /// Calls `body` with the bytes to write.
  func withOutput<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    output.withUnsafeBufferPointer { body($0.extracting(outputStart..<output.count)) }
  }
}
