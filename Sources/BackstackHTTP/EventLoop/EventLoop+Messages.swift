import Glibc

extension EventLoop {
  func readMailbox() {
    mailbox.take(into: &messages, upTo: Self.messagesPerTurn)
    // Responses that arrive in the same tick are coalesced as well.
    if messages.count > 1 { isServingEvents = true }
    for message in messages {
      switch message {
      case .accepted(let descriptor, let peer, let isRefused):
        add(descriptor: descriptor, peer: peer, isRefused: isRefused)
      case .exchange(let message): receive(message)
      case .tick: break
      case .announceDraining: isAnnouncingEnd = true
      case .drain: beginDraining()
      case .stop(let instant): stopAt = min(stopAt, instant)
      }
    }
    messages.removeAll(keepingCapacity: true)
  }

  private func receive(_ message: HTTPExchangeMessage) {
    if case .wake(let waker) = message { waker.rearm() }
    guard let entry = connection(message.token) else {
      message.abandon()
      return
    }
    switch message {
    case .result(let responder):
      guard let result = responder.takeResult(), take(result, to: responder.number, entry)
      else { return }
    case .noResponse(_, let number):
      guard take(.noResponse, to: number, entry) else { return }
    case .accept(let demand, let responder):
      entry.connection.accept(demand, for: responder.number, now: now)
    case .receive(let sink, _, let number):
      entry.connection.attach(sink, to: number, now: now)
    case .watch(let cancellation, _, let number):
      entry.connection.watch(cancellation, number)
    case .limitResponseTime(let limit, _, let number):
      entry.connection.limitResponseTime(to: limit, number, now: now)
    case .waits(_, let number):
      entry.connection.beginWaiting(number)
    case .wake(let waker):
      entry.connection.wake(waker.number, now: now)
    }
    pump(entry, nil)
  }

  /// Sends a response from another thread.
  ///
  /// - Returns: Whether the connection was still waiting for it.
  private func take(
    _ result: HTTPResponderResult, to number: UInt32, _ entry: EventLoopConnection
  ) -> Bool {
    guard entry.connection.awaitsResponse(number) else {
      result.abandon()
      return false
    }
    acquireBuffers(for: entry)
    self.finish(result, to: number, entry, entry.exchange.take() ?? HTTPExchange())
    return true
  }

  private func beginDraining() {
    guard !isDraining else { return }
    isDraining = true
    stopAccepting()
    // Draining a connection may send the coalesced output of others, and close them.
    for case let entry? in connections where entry.isOpen { drain(entry) }
  }
}
