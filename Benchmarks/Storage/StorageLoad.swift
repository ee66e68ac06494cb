#if SQLite

import BackstackPlatform
import Dispatch
import Glibc

/// The sessions whose previous action is stored, queued for the thread that submits the next one.
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

  /// Waits until the queue is not empty, and removes its elements.
  func take() -> [Int] {
    wake.wait()
    return ready.withLock { ready in
      defer { ready = [] }
      return ready
    }
  }

  /// Runs a closure that may block.
  static func run(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "load").async(execute: body)
  }
}

/// Measurements of this process.
enum Measure {
  /// Returns the seconds since an arbitrary point in time.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the number of bytes that the process has passed to the system to write, for all files.
  static func writtenBytes() -> Int { number(after: "wchar: ", in: "/proc/self/io") }

  /// Returns the resident memory of the process, in bytes.
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
