import Glibc

/// The error number of a system call that has failed.
package struct SystemError: Error, Hashable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// The error of the system call that has just failed on this thread.
  package static var last: SystemError { SystemError(errno) }

  /// The system's text for the error.
  package var reason: String {
    // The thread-safe form: `strerror` shares one buffer between threads.
    var buffer = [CChar](repeating: 0, count: 128)
    let isKnown = strerror_r(number, &buffer, buffer.count) == 0
    let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
    let text = String(decoding: buffer[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return isKnown && !text.isEmpty ? text : "error \(number)"
  }
}
