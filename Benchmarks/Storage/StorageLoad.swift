#if SQLite

import BackstackLocking
import Dispatch
import Glibc

/// The sessions whose last action was stored, on their way to the thread that submits the next.
final class StorageLoad: Sendable {
  private let ready = Guarded<[Int]>([])
  private let wake = DispatchSemaphore(value: 0)

  func add(_ index: Int) {
    let isFirst = ready.withLock { ready in
      ready.append(index)
      return ready.count == 1
    }
    if isFirst { wake.signal() }
  }

  /// Waits until there are some, and takes them.
  func take() -> [Int] {
    wake.wait()
    return ready.withLock { ready in
      defer { ready = [] }
      return ready
    }
  }

  /// Runs a closure that may wait.
  static func run(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "load").async(execute: body)
  }
}

/// What the process has done so far.
enum Measure {
  /// Seconds since some moment.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Bytes handed to the system to be written, to whatever file.
  static func writtenBytes() -> Int { number(after: "wchar: ", in: "/proc/self/io") }

  /// Bytes in memory that are the process's.
  static func residentBytes() -> Int { number(after: "VmRSS:", in: "/proc/self/status") * 1024 }

  private static func number(after name: String, in file: String) -> Int {
    guard let stream = fopen(file, "r") else { return 0 }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), stream) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      return Int(text.dropFirst(name.count).filter(\.isNumber)) ?? 0
    }
    return 0
  }
}

#endif
