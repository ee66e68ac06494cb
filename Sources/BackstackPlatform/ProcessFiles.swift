#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processes and threads of the system, as Linux lists them in `/proc`; where it is missing,
/// there are none.
package enum ProcessFiles {
  // MARK: This process

  /// The path of the program of this process.
  package static var executable: String { String(decoding: link("/proc/self/exe"), as: UTF8.self) }

  /// The environment variables that this process was started with, as `name=value`.
  package static var environment: [String] {
    contents(of: "/proc/self/environ").split(separator: 0)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The arguments that this process was started with, the first of which names the program.
  package static var arguments: [String] {
    contents(of: "/proc/self/cmdline").split(separator: 0)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The largest file descriptor of this process.
  package static var largestDescriptor: Int32 {
    numbers(in: "/proc/self/fd").max().map { Int32($0) } ?? STDERR_FILENO
  }

  /// The resident memory of this process that is in no file, in bytes.
  package static var anonymousBytes: Int {
    let words = firstBytes(of: "/proc/self/statm").split(separator: UInt8(ascii: " "))
    guard words.count > 2, let resident = number(in: words[1]), let shared = number(in: words[2])
    else { return 0 }
    return max(0, resident - shared) * sysconf(Int32(_SC_PAGESIZE))
  }

  // MARK: Threads of this process

  /// The threads of this process other than the calling one, by their ids.
  package static var otherThreads: [Int] {
    // The last component of the link is the calling thread.
    let link = link("/proc/thread-self")
    let id = link.suffix(from: link.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)
    let own = number(in: id)
    return numbers(in: "/proc/self/task").filter { $0 != own }
  }

  /// Returns whether a thread of this process runs or waits for a processor.
  package static func isRunnable(thread: Int) -> Bool {
    state(in: firstBytes(of: "/proc/self/task/\(thread)/stat")) == UInt8(ascii: "R")
  }

  /// Returns how long a thread of this process has run, in nanoseconds, or a very large number if
  /// it has ended.
  package static func processorTime(ofThread thread: Int) -> Int {
    number(in: firstBytes(of: "/proc/self/task/\(thread)/schedstat")) ?? .max / 2
  }

  // MARK: Other processes

  /// Returns the resident memory of a process, in bytes.
  package static func residentBytes(ofProcess process: Int32) -> Int {
    let words = firstBytes(of: "/proc/\(process)/statm").split(separator: UInt8(ascii: " "))
    return words.count > 1 ? (number(in: words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  /// Returns whether all threads of a process sleep: none is running or ready to run.
  package static func isAsleep(process: Int32) -> Bool {
    let threads = numbers(in: "/proc/\(process)/task")
    return !threads.isEmpty
      && threads.allSatisfy { thread in
        state(in: firstBytes(of: "/proc/\(process)/task/\(thread)/stat")) == UInt8(ascii: "S")
      }
  }

  // MARK: Reading

  /// Returns the content of a file that the system makes; `nil` if it is missing or empty.
  package static func text(of path: String) -> String? {
    let bytes = contents(of: path)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the letter that follows the thread's name, which is in parentheses.
  private static func state(in line: [UInt8]) -> UInt8? {
    guard let name = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    return line.dropFirst(name + 2).first
  }

  /// Returns the number at the beginning of a text.
  private static func number(in text: some Sequence<UInt8>) -> Int? {
    let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: Array(digits), as: UTF8.self))
  }

  /// Returns the numbers at the beginning of the names in a folder.
  private static func numbers(in folder: String) -> [Int] {
    guard let folder = opendir(folder) else { return [] }
    defer { closedir(folder) }
    var numbers: [Int] = []
    while let entry = readdir(folder) {
      if let number = withUnsafeBytes(of: &entry.pointee.d_name, { number(in: $0) }) {
        numbers.append(number)
      }
    }
    return numbers
  }

  private static func link(_ path: String) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { max(0, readlink(path, $0, buffer.count)) } ?? 0
      }
    }
  }

  /// Returns what one read of a file gives: all of a short line.
  private static func firstBytes(of path: String) -> [UInt8] {
    guard let descriptor = open(path) else { return [] }
    defer { close(descriptor) }
    return read(descriptor, capacity: 512)
  }

  private static func contents(of path: String) -> [UInt8] {
    guard let descriptor = open(path) else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while case let more = read(descriptor, capacity: 65_536), !more.isEmpty { bytes += more }
    return bytes
  }

  private static func read(_ descriptor: Int32, capacity: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = max(0, systemRead(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  private static func open(_ path: String) -> Int32? {
    let descriptor = systemOpen(path)
    return descriptor < 0 ? nil : descriptor
  }
}

// Inside the type, its own functions hide those of the system.
private func systemOpen(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{ read(descriptor, bytes, count) }
