import BackstackLinux

extension HTTPServer {
  /// Gives memory back to the system that was freed and is not used again, as after a burst of large answers.
  ///
  /// glibc keeps what was freed amid what is used, for a long time after it is needed. It may take
  /// milliseconds, in which threads that allocate may have to wait for some of them.
  package static func giveFreedMemoryBack() {
    _ = malloc_trim(0)
  }
}
