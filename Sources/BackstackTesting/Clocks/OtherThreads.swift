import Glibc

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
      sched_yield()
      waiting = waiting.filter { isRunnable($0) && processorTime(of: $0) < $1 + turn }
    }
  }

  /// Returns the threads that run or are ready to run, with the processor time they have used.
  private static func runnable() -> [Int: Int] {
    guard let folder = opendir("/proc/self/task") else { return [:] }
    defer { closedir(folder) }
    let own = ownID
    var threads: [Int: Int] = [:]
    while let entry = readdir(folder) {
      let id = withUnsafeBytes(of: &entry.pointee.d_name) { number(in: $0) }
      if let id, id != own, isRunnable(id) { threads[id] = processorTime(of: id) }
    }
    return threads
  }

  /// The id of the calling thread, the last component of the link `/proc/thread-self`.
  private static var ownID: Int? {
    let link = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) {
        max(0, readlink("/proc/thread-self", $0.baseAddress!, $0.count))
      }
    }
    return number(in: link.suffix(from: link.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0))
  }

  /// Returns whether a thread runs or waits for a processor, according to the letter after its
  /// name.
  private static func isRunnable(_ id: Int) -> Bool {
    let line = contents(of: "/proc/self/task/\(id)/stat")
    guard let name = line.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return line.dropFirst(name + 2).first == UInt8(ascii: "R")
  }

  /// Returns how long a thread has run, in nanoseconds, or a very large number if it has ended.
  private static func processorTime(of id: Int) -> Int {
    number(in: contents(of: "/proc/self/task/\(id)/schedstat")) ?? .max / 2
  }

  private static func contents(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 512) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, buffer.count))
    }
  }

  /// Returns the number at the beginning of a text.
  private static func number(in text: some Sequence<UInt8>) -> Int? {
    let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: Array(digits), as: UTF8.self))
  }
}
