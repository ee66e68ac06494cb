import Glibc
import Synchronization

/// The reading end of a pipe from a child. Reads on one thread at a time.
package final class PipeReader: Sendable {
  private let descriptor: Int32
  private let read = Mutex<[UInt8]>([])

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Creates a pipe that children do not inherit.
  static func make() throws -> (reader: PipeReader, writingEnd: Int32) {
    guard let ends = makePipe() else {
      throw ChildProcess.Failure(description: "No pipe can be made: error \(errno).")
    }
    return (PipeReader(descriptor: ends.reading), ends.writing)
  }

  /// Returns the next line without its line end, or the remaining text when the pipe has ended.
  package func line() throws -> String {
    try read.withLock { read in
      while !read.contains(0x0A), try more(&read) {}
      let end = read.firstIndex(of: 0x0A) ?? read.endIndex
      defer { read.removeFirst(min(end + 1, read.count)) }
      return String(decoding: read[..<end], as: UTF8.self)
    }
  }

  /// Waits until a text has arrived. The text stays unread.
  ///
  /// - Returns: Whether the text arrived before the pipe ended.
  package func waits(for text: String) throws -> Bool {
    try read.withLock { read in
      while !String(decoding: read, as: UTF8.self).contains(text) {
        guard try more(&read) else { return false }
      }
      return true
    }
  }

  /// Returns everything until the pipe ends.
  package func rest() throws -> String {
    try read.withLock { read in
      while try more(&read) {}
      defer { read = [] }
      return String(decoding: read, as: UTF8.self)
    }
  }

  private func more(_ read: inout [UInt8]) throws -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(patience) * 1000) == 1 else {
      throw ChildProcess.Failure(description: "The process neither writes nor ends.")
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    read.append(contentsOf: bytes[..<max(count, 0)])
    return count > 0
  }
}
