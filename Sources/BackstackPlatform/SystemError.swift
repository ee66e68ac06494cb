#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The error number of a system call that has failed.
package struct SystemError: Error, Hashable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static let addressInUse = SystemError(EADDRINUSE)
  package static let addressNotAvailable = SystemError(EADDRNOTAVAIL)
  package static let familyNotSupported = SystemError(EAFNOSUPPORT)
  package static let accessDenied = SystemError(EACCES)
  package static let notPermitted = SystemError(EPERM)
  package static let noSuchFile = SystemError(ENOENT)
  package static let notADirectory = SystemError(ENOTDIR)
  package static let connectionRefused = SystemError(ECONNREFUSED)

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
