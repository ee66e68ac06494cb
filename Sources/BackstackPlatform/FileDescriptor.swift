#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls on descriptors of any kind.
package enum FileDescriptor {
  package static let standardOutput = STDOUT_FILENO
  package static let standardError = STDERR_FILENO

  package static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

  /// Opens a descriptor that is good for nothing but being closed when another is needed.
  ///
  /// - Returns: `nil` when no descriptor is left.
  package static func openSpare() -> Int32? {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }

  /// Opens a file to append to; it is created if missing, readable by its group.
  ///
  /// - Throws: `SystemError` if the file can't be opened.
  package static func openForAppending(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Writes all bytes; blocks as long as that takes.
  ///
  /// - Returns: The number of bytes written; less than all only after an error.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        systemWrite(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count > 0 {
        start += count
      } else if count < 0, errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    return start
  }

  // MARK: Limits

  /// The number of descriptors that the process may have; `nil` if that is unknown.
  package static var limit: Int? { limits.map { Int(clamping: $0.rlim_cur) } }

  /// Raises the soft limit for descriptors to the hard one.
  package static func raiseLimit() {
    guard var limits, limits.rlim_cur < limits.rlim_max else { return }
    limits.rlim_cur = limits.rlim_max
    setrlimit(numberOfFiles, &limits)
  }

  private static var limits: rlimit? {
    var limits = rlimit()
    return getrlimit(numberOfFiles, &limits) == 0 ? limits : nil
  }

  #if canImport(Glibc)
    private static var numberOfFiles: __rlimit_resource_t {
      __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    }
  #else
    private static var numberOfFiles: Int32 { RLIMIT_NOFILE }
  #endif
}

// Inside the type, its own functions hide those of the system.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
