import Dispatch

/// Lines for a descriptor whose reader may be slow or stand still: writing one never waits.
///
/// A line is written at once if there is room for it. Otherwise, it and those after it wait for a thread that
/// does nothing else; of too many, some are dropped.
package final class LineOutput: Sendable {
  private struct State {
    var waiting = 0
    /// The number of lines that were dropped since the last one that was not.
    var dropped = 0

    mutating func takeDropped() -> Int {
      defer { dropped = 0 }
      return dropped
    }
  }

  /// The maximum number of lines that wait.
  package static let capacity = 10_000
  /// The size of lines that a pipe takes as a whole whenever there is room (`PIPE_BUF` of POSIX).
  private static let atomicSize = 4096

  private let descriptor: Int32
  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "line-output")

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a line, apart from others; never waits.
  ///
  /// - Parameter dropped: Returns a line that says how many were dropped.
  package func write(_ line: [UInt8], dropped: @escaping @Sendable (Int) -> [UInt8]) {
    state.withLock { state in
      // In the lock, for the order of the lines.
      if state.waiting == 0, line.count <= Self.atomicSize,
        FileDescriptor.waitUntilWritable(descriptor, milliseconds: 0)
      {
        return line.withUnsafeBytes { FileDescriptor.writeAtOnce($0, to: descriptor) }
      }
      guard state.waiting < Self.capacity else {
        state.dropped += 1
        return
      }
      state.waiting += 1
      queue.async { [self] in
        _ = FileDescriptor.write(line, to: descriptor)
        let count = self.state.withLock { $0.takeDropped() }
        if count > 0 { _ = FileDescriptor.write(dropped(count), to: descriptor) }
        self.state.withLock { $0.waiting -= 1 }
      }
    }
  }

  /// Waits until the lines so far are written.
  ///
  /// - Parameter seconds: The maximum time to wait.
  package func finish(withinSeconds seconds: Double) {
    if state.withLock({ $0.waiting == 0 }) { return }
    let done = TimedSemaphore()
    queue.async { done.signal() }
    done.wait(atMostSeconds: seconds)
  }
}
