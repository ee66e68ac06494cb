import BackstackLinux

extension HTTPServer {
  /// Returns freed memory to the system, for instance after a burst of large responses.
  ///
  /// glibc keeps memory that was freed between blocks in use, for a long time. Returning it may
  /// take milliseconds, in which threads that allocate may have to wait.
  package static func returnFreedMemory() {
    _ = malloc_trim(0)
  }
}
