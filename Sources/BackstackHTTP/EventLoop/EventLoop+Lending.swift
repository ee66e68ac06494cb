extension EventLoop {
  /// Gives the loop's reusable buffers to the connection that is being served.
  func lend(to entry: EventLoopConnection) {
    lendRequest(to: entry)
    if entry.connection.held.capacity == 0 { swap(&entry.connection.held, &spareHeld) }
    if entry.connection.output.capacity == 0, let output = spareOutputs.popLast() {
      entry.connection.output = output
    }
  }

  func lendRequest(to entry: EventLoopConnection) {
    if entry.connection.spare == nil {
      entry.connection.spare = spareRequest
      spareRequest = nil
    }
  }

  /// Recycles the connection's empty buffers, so that idle connections have none.
  func takeBack(from entry: EventLoopConnection) {
    takeBackRequest(from: entry)
    if entry.connection.heldCount == 0, entry.connection.held.capacity > 0 {
      var held: [UInt8] = []
      swap(&entry.connection.held, &held)
      if spareHeld.capacity == 0 { spareHeld = held }
    }
    if entry.connection.outputCount == 0 {
      var output: [UInt8] = []
      swap(&entry.connection.output, &output)
      // One buffer that has grown for a long response is enough.
      let limit = output.capacity > 2 * Self.longestAnswerPutOff ? 1 : Self.answersPutOff
      if output.capacity > 0, spareOutputs.count < limit { spareOutputs.append(output) }
    }
  }

  func takeBackRequest(from entry: EventLoopConnection) {
    if let spare = entry.connection.spare {
      spareRequest = spare
      entry.connection.spare = nil
    }
  }
}
