import BackstackLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the whole process asks of the system.
package enum SystemProcess {
  /// The signals that ask a process to stop: SIGTERM and SIGINT.
  package static let stopSignals = [SIGTERM, SIGINT]

  /// The number of processors that threads can run on.
  package static var processorCount: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Lets writing to a broken pipe or connection fail, instead of ending the process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// The time of the wall clock, in seconds since 1970.
  package static var unixTime: Int { time(nil) }

  /// The time of a clock that never goes back, in nanoseconds since an arbitrary start.
  package static var monotonicNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The time of a clock that never goes back and also advances while the system is suspended, in
  /// nanoseconds since an arbitrary start.
  package static var bootNanoseconds: Int64 {
    #if os(Linux)
      var time = timespec()
      clock_gettime(CLOCK_BOOTTIME, &time)
      return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    #else
      return monotonicNanoseconds
    #endif
  }

  /// Returns freed memory to the system.
  ///
  /// glibc keeps memory that was freed between blocks in use, for a long time. Returning it may
  /// take milliseconds, in which threads that allocate may have to wait.
  package static func returnFreedMemory() {
    backstack_return_freed_memory()
  }
}
