/// Responses of connections that are ready in the same tick are sent once all of them are served.
///
/// Each `send` may wake its client, which then takes the processor from this thread to find one
/// response. Coalesced, it finds several. With 64 busy connections, a request costs a tenth less.
extension EventLoop {
  /// The number of responses that are coalesced before they are sent.
  static let coalescedResponses = 16
  /// The longest output, in bytes, that is coalesced.
  static let longestCoalescedResponse = 16 * 1024

  /// Coalesces the output of a connection that has nothing else to do; returns whether it did.
  func coalesces(_ entry: EventLoopConnection) -> Bool {
    guard isServingEvents, entry.connection.outputCount > 0, entry.connection.bufferedCount == 0,
      entry.connection.outputCount <= Self.longestCoalescedResponse, !entry.connection.wantsContent
    else { return false }
    recycleRequest(from: entry)
    coalesced.append(entry)
    if coalesced.count >= Self.coalescedResponses { sendCoalescedResponses() }
    return true
  }

  /// Sends the coalesced responses.
  func sendCoalescedResponses() {
    for entry in coalesced where entry.isOpen {
      let isWorking = flush(entry)
      recycleBuffers(from: entry)
      if isWorking { updateInterest(entry) } else { close(entry) }
    }
    coalesced.removeAll(keepingCapacity: true)
  }
}
