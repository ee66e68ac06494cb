import BackstackPlatform

/// The threads of the process other than the calling one, as Linux lists them in `/proc`.
enum OtherThreads {
  /// The processor time, in nanoseconds, after which a thread counts as having run: many times what
  /// a task needs from its resumption to its next sleep.
  private static let turn = 100_000
  /// The maximum time to wait, in case the system does not run a thread at all.
  private static let patience = Duration.seconds(1)

  /// Waits until each thread that was runnable at the call has run or is idle.
  ///
  /// A thread that has picked up a task may have to wait milliseconds for a processor, and no number
  /// of yields bounds this time. Without `/proc`, the function returns at once.
  static func haveTheirTurn() {
    let end = ContinuousClock.now + patience
    var waiting = runnable()
    while !waiting.isEmpty, ContinuousClock.now < end {
      PlatformThread.yield()
      waiting = waiting.filter { id, time in
        ProcessFiles.isRunnable(thread: id)
          && ProcessFiles.processorTime(ofThread: id) < time + turn
      }
    }
  }

  /// Returns the threads that run or are ready to run, with the processor time they have used.
  private static func runnable() -> [Int: Int] {
    var threads: [Int: Int] = [:]
    for id in ProcessFiles.otherThreads where ProcessFiles.isRunnable(thread: id) {
      threads[id] = ProcessFiles.processorTime(ofThread: id)
    }
    return threads
  }
}
