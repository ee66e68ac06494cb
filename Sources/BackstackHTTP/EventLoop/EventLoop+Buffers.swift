extension EventLoop {
  /// Gives the loop's reusable buffers to the connection that is being served.
  func acquireBuffers(for entry: EventLoopConnection) {
    acquireRequest(to: entry)
    if entry.connection.buffered.capacity == 0 { swap(&entry.connection.buffered, &spareInput) }
    if entry.connection.output.capacity == 0, let output = spareOutputs.popLast() {
      entry.connection.output = output
    }
  }

  func acquireRequest(to entry: EventLoopConnection) {
    if entry.connection.spare == nil {
      entry.connection.spare = spareRequest
      spareRequest = nil
    }
  }

  /// Recycles the connection's empty buffers, so that idle connections have none.
  func recycleBuffers(from entry: EventLoopConnection) {
    recycleRequest(from: entry)
    if entry.connection.bufferedCount == 0, entry.connection.buffered.capacity > 0 {
      var buffered: [UInt8] = []
      swap(&entry.connection.buffered, &buffered)
      if spareInput.capacity == 0 { spareInput = buffered }
    }
    if entry.connection.outputCount == 0 {
      var output: [UInt8] = []
      swap(&entry.connection.output, &output)
      // One buffer that has grown for a long response is enough.
      let limit = output.capacity > 2 * Self.longestCoalescedResponse ? 1 : Self.coalescedResponses
      if output.capacity > 0, spareOutputs.count < limit { spareOutputs.append(output) }
    }
  }

  func recycleRequest(from entry: EventLoopConnection) {
    if let spare = entry.connection.spare {
      spareRequest = spare
      entry.connection.spare = nil
    }
  }
}
