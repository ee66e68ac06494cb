import BackstackPlatform
import Dispatch
import Synchronization

/// Lines on their way from the event loops to the writer's thread.
final class HTTPAccessLogQueue: Sendable {
  /// The writer's next work.
  struct Work: Sendable {
    var chunks: [[UInt8]] = []
    /// The number of lines that were dropped since the last time.
    var dropped = 0
    var reopens = false
    var ends = false
  }

  private struct State: Sendable {
    var work = Work()
    var bytes = 0
    var spare: [[UInt8]] = []
    var isAwake = false
  }

  /// The maximum number of recycled buffers, and the largest capacity of one.
  private static let spareCount = 16
  private static let spareSize = 256 * 1024

  private let capacity: Int
  private let state = Guarded(State())
  private let wake = DispatchSemaphore(value: 0)
  private let droppedLines = Atomic(0)

  /// - Parameter capacity: The maximum number of bytes that wait; lines beyond it are dropped.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of lines dropped so far.
  var droppedCount: Int { droppedLines.load(ordering: .relaxed) }

  /// Counts lines that could not be written.
  func noteDropped(_ lines: Int) { droppedLines.add(lines, ordering: .relaxed) }

  /// Takes a loop's lines and gives it an empty buffer for the next ones; never blocks.
  func submit(_ buffer: inout [UInt8], lines: Int) {
    var chunk: [UInt8] = []
    swap(&chunk, &buffer)
    let isTaken = change { state in
      guard !state.work.ends, state.bytes + chunk.count <= capacity else {
        state.work.dropped += lines
        return false
      }
      state.bytes += chunk.count
      state.work.chunks.append(chunk)
      if let spare = state.spare.popLast() { buffer = spare }
      return true
    }
    if isTaken { return }
    droppedLines.add(lines, ordering: .relaxed)
    chunk.removeAll(keepingCapacity: true)
    buffer = chunk
  }

  func reopen() { change { $0.work.reopens = true } }

  func end() { change { $0.work.ends = true } }

  /// Blocks until there is something to do; only the writer calls it.
  ///
  /// - Parameter work: Receives the work; the chunks that it contains must have been handled.
  func next(_ work: inout Work) {
    wake.wait()
    // Emptied here and swapped, so that both arrays keep their memory.
    work.chunks.removeAll(keepingCapacity: true)
    work.dropped = 0
    work.reopens = false
    state.withLock { state in
      state.isAwake = false
      work.ends = state.work.ends
      swap(&work, &state.work)
    }
  }

  /// Recycles the buffer of a chunk that was handled.
  func recycle(_ chunk: consuming [UInt8]) {
    var chunk = chunk
    let count = chunk.count
    let isKept = chunk.capacity <= HTTPAccessLogQueue.spareSize
    if isKept { chunk.removeAll(keepingCapacity: true) }
    state.withLock { state in
      state.bytes -= count
      if isKept, state.spare.count < HTTPAccessLogQueue.spareCount { state.spare.append(chunk) }
    }
  }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, wakes) = state.withLock { state in
      let result = body(&state)
      let wakes = !state.isAwake
      state.isAwake = true
      return (result, wakes)
    }
    if wakes { wake.signal() }
    return result
  }
}

/// The thread that writes an access log.
final class HTTPAccessLogWriter: @unchecked Sendable {
  // Sound: created on one thread and then used only by the thread that it starts.
  private let queue: HTTPAccessLogQueue
  private let droppedLine: @Sendable (Int) -> String
  private let onFailure: @Sendable (String) -> Void
  private var output: HTTPAccessLogOutput
  /// Whether the last lines could not be written.
  private var isFailing = false

  init(
    queue: HTTPAccessLogQueue, output: consuming HTTPAccessLogOutput,
    droppedLine: @escaping @Sendable (Int) -> String,
    onFailure: @escaping @Sendable (String) -> Void
  ) {
    self.queue = queue
    self.droppedLine = droppedLine
    self.onFailure = onFailure
    self.output = output
  }

  /// Starts the thread, which signals `ended` at its end.
  func start(_ ended: TimedSemaphore) {
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
      if work.reopens { reopen() }
      for index in work.chunks.indices {
        // Taken out, so that its memory can be recycled.
        var chunk: [UInt8] = []
        swap(&chunk, &work.chunks[index])
        write(chunk)
      }
      if work.dropped > 0 { _ = output.write(Array(droppedLine(work.dropped).utf8)) }
    }
  }

  private func reopen() {
    do throws(HTTPServerError) {
      try output.reopen()
    } catch {
      onFailure("\(error.message) The file that is open gets the lines.")
    }
  }

  private func write(_ chunk: consuming [UInt8]) {
    let count = output.write(chunk)
    let isLost = count < chunk.count
    if isLost, !isFailing {
      onFailure("Cannot write the access log: \(SystemError.last.reason). Its lines are lost.")
    }
    isFailing = isLost
    if isLost { queue.noteDropped(chunk[count...].count { $0 == ASCII.lineFeed }) }
    queue.recycle(chunk)
  }
}
