import Dispatch

/// The thread that writes an access log.
final class HTTPAccessLogWriter: @unchecked Sendable {
  // Sound: created on one thread and then used only by the thread that it starts.
  private let queue: HTTPAccessLogQueue
  private let droppedLine: @Sendable (Int) -> String
  private var output: HTTPAccessLogOutput

  init(
    queue: HTTPAccessLogQueue, output: consuming HTTPAccessLogOutput,
    droppedLine: @escaping @Sendable (Int) -> String
  ) {
    self.queue = queue
    self.droppedLine = droppedLine
    self.output = output
  }

  /// Starts the thread, which signals `ended` at its end.
  func start(_ ended: DispatchSemaphore) {
    // A separate queue, because a write may block for any time.
    DispatchQueue(label: "http-access-log").async {
      self.run()
      ended.signal()
    }
  }

  private func run() {
    var work = HTTPAccessLogQueue.Work()
    while !work.ends {
      queue.next(&work)
      if work.reopens { output.reopen() }
      for index in work.chunks.indices {
        // Taken out, so that its memory can be recycled.
        var chunk: [UInt8] = []
        swap(&chunk, &work.chunks[index])
        write(chunk)
      }
      if work.dropped > 0 { _ = output.write(Array(droppedLine(work.dropped).utf8)) }
    }
  }

  private func write(_ chunk: consuming [UInt8]) {
    let count = output.write(chunk)
    if count < chunk.count {
      queue.noteDropped(chunk[count...].count { $0 == ASCII.lineFeed })
    }
    queue.recycle(chunk)
  }
}
