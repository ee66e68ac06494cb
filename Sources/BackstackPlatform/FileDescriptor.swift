#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls on descriptors of any kind.
package enum FileDescriptor {
  package static var standardInput: Int32 { STDIN_FILENO }
  package static var standardOutput: Int32 { STDOUT_FILENO }
  package static var standardError: Int32 { STDERR_FILENO }

  package static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

  /// Opens a descriptor that is good for nothing but being closed when another is needed.
  ///
  /// - Returns: `nil` when no descriptor is left.
  package static func openSpare() -> Int32? {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }

  /// Opens a file to append to; it is created if missing, readable by its group. A pipe must have a reader: this
  /// does not wait for one.
  ///
  /// - Throws: `SystemError` if the file can't be opened.
  package static func openForAppending(_ path: String) throws(SystemError) -> Int32 {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
    let descriptor = open(path, flags | O_NONBLOCK, 0o640)
    guard descriptor >= 0 else { throw .last }
    _ = fcntl(descriptor, F_SETFL, flags)
    return descriptor
  }

  /// Opens a regular file to append to and to read; it is created if missing, for its owner only.
  ///
  /// - Returns: `nil` if another kind of file is there.
  /// - Throws: `SystemError` if the file can't be opened.
  package static func openForRecords(_ path: String) throws(SystemError) -> Int32? {
    let descriptor = open(
      path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .last }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Opens a file to read it, without waiting for it. A symbolic link is not followed.
  ///
  /// - Throws: `SystemError` if the file can't be opened.
  package static func openForReading(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Opens a file of any kind to read it, as a command's argument names it; blocks until a pipe has a writer.
  ///
  /// - Throws: `SystemError` if the file can't be opened.
  package static func openToRead(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Returns whether there is no file at a path, also no folder or other kind of file. A symbolic
  /// link is followed.
  package static func isMissing(_ path: String) -> Bool {
    access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Opens a new file that has no name and vanishes when it is closed.
  ///
  /// - Throws: `SystemError` if the file can't be created.
  package static func openTemporary() throws(SystemError) -> Int32 {
    guard let file = tmpfile() else { throw .last }
    defer { fclose(file) }
    let descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Opens those of the standard descriptors that are closed, so that no file or connection gets
  /// their numbers. They still can't be used: input can't be read, and output can't be written.
  package static func fillStandard() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where !isOpen(descriptor) {
      // It gets the lowest number that is free.
      _ = open("/dev/null", (descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
    }
  }

  /// Returns whether a number is that of an open descriptor.
  package static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

  /// Makes reads and writes return at once, also those of other processes that have the descriptor.
  ///
  /// - Throws: `SystemError` if the descriptor is not open.
  package static func neverBlock(_ descriptor: Int32) throws(SystemError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0 else { throw .last }
  }

  /// Keeps the descriptor from the programs that this process starts.
  package static func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Reads to the end; blocks as long as that takes.
  ///
  /// - Throws: `SystemError` if the descriptor can't be read.
  package static func readAll(from descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = part.withUnsafeMutableBytes { part in
        systemRead(descriptor, part.baseAddress, part.count)
      }
      if count > 0 {
        bytes += part[..<count]
      } else if count == 0 {
        return bytes
      } else if errno == EAGAIN {
        _ = waitUntilReadable(descriptor, milliseconds: -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Returns the end of a file.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: `SystemError` if the file can't be read.
  package static func end(
    of descriptor: Int32, upTo limit: Int
  ) throws(SystemError) -> [UInt8] {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw .last }
    var bytes = [UInt8](repeating: 0, count: min(size, limit))
    var count = 0
    while count < bytes.count {
      let offset = size - bytes.count + count
      let read = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, offset)
      }
      if read < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      if read == 0 { break }
      count += read
    }
    return Array(bytes[..<count])
  }

  /// Removes all bytes from a file.
  ///
  /// - Throws: `SystemError` if that fails.
  package static func removeAll(from descriptor: Int32) throws(SystemError) {
    guard ftruncate(descriptor, 0) == 0 else { throw .last }
  }

  // MARK: Writing

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
        _ = waitUntilWritable(descriptor, milliseconds: -1)
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    return start
  }

  /// Writes bytes in one call, so that they don't mix with those of other threads and processes.
  /// Safe in a signal handler.
  package static func writeAtOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    _ = systemWrite(descriptor, bytes.baseAddress, bytes.count)
  }

  // MARK: Waiting

  /// Waits until the next write does not block. Safe in a signal handler.
  ///
  /// - Parameter milliseconds: The maximum time to wait; -1 for no limit.
  /// - Returns: Whether the descriptor became writable, or broken.
  package static func waitUntilWritable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    wait(descriptor, Int16(POLLOUT), milliseconds)
  }

  /// Waits until the next read does not block.
  ///
  /// - Parameter milliseconds: The maximum time to wait; -1 for no limit.
  /// - Returns: Whether the descriptor became readable, or broken.
  package static func waitUntilReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    wait(descriptor, Int16(POLLIN), milliseconds)
  }

  private static func wait(_ descriptor: Int32, _ events: Int16, _ milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: events, revents: 0)
    return poll(&waiting, 1, milliseconds) == 1
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

private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
