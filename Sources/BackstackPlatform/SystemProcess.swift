import BackstackLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls of the whole process.
package enum SystemProcess {
  /// The signals that ask a process to stop: SIGTERM, SIGINT and SIGQUIT, which Swift's backtraces would take
  /// for a fault.
  package static let stopSignals = [SIGTERM, SIGINT, SIGQUIT]

  /// The signals by which tools that rotate logs ask a process to open its files again: SIGHUP and
  /// SIGUSR1.
  package static let reopenSignals = [SIGHUP, SIGUSR1]

  /// The signals by which people and systems end a process that has a terminal: SIGTERM, SIGINT,
  /// SIGHUP and SIGQUIT.
  package static let endSignals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]

  /// The id of this process.
  package static var id: Int32 { getpid() }

  /// The id that the linker gave the program, in hexadecimal digits: programs with other code have
  /// another one, on any machine; `nil` if there is none.
  package static let buildID: String? = {
    var count: UInt = 0
    guard let bytes = backstack_build_id(&count) else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(count))
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }()

  /// The number of processors that threads can run on.
  package static var processorCount: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Throws away all that this process has in memory, without a word to anybody, as `kill -9` does, and starts
  /// its program again in its place, with the same arguments and environment (execve(2)).
  ///
  /// Returns only if the system can't.
  package static func startAgain() {
    execv("/proc/self/exe", CommandLine.unsafeArgv)
  }

  /// Lets writing to a broken pipe or connection fail, instead of ending the process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// The time of the wall clock, in seconds since 1970.
  package static var unixTime: Int { time(nil) }

  /// The time of the wall clock, in milliseconds since 1970. Safe in a signal handler.
  package static var unixMilliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

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

  /// The time for which this thread has used a processor, in nanoseconds. It takes a system call.
  package static var threadNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Returns the value of an environment variable.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Removes an environment variable, so that programs that this process starts don't get it.
  ///
  /// Not safe while other threads read the environment through the C library.
  package static func removeEnvironment(_ name: String) { unsetenv(name) }

  /// Returns the system's text for a signal.
  package static func text(ofSignal signal: Int32) -> String { String(cString: strsignal(signal)) }

  /// Ends the process.
  package static func exit(_ code: Int32) -> Never { systemExit(code) }

  /// Ends the process at once: no code runs that others have registered for its end.
  package static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }

  /// Ends the process by a signal's default action, so that its parent learns of the signal.
  package static func end(bySignal number: Int32) -> Never {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    exitAtOnce(128 + number)
  }

  /// Makes a fault of this process leave no core file.
  package static func disableCoreFiles() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// Sets a limit at which the system ends the process if it computes longer from now on.
  package static func limitComputing(seconds: Int) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let resource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = min(limit.rlim_max, rlim_t(used + 1 + seconds))
    setrlimit(resource, &limit)
  }

  /// Returns freed memory to the system.
  ///
  /// glibc keeps memory that was freed between blocks in use, for a long time. Returning it may
  /// take milliseconds, in which threads that allocate may have to wait.
  package static func returnFreedMemory() {
    backstack_return_freed_memory()
  }

  /// Returns freed memory to the system, unless it was returned by this function a few seconds before: a
  /// process may have many servers, each of which calls it now and then.
  package static func returnFreedMemoryNowAndThen() {
    let now = ContinuousClock.now
    let isTime = lastReturn.withLock { last in
      if let last, last.duration(to: now) < .seconds(9) { return false }
      last = now
      return true
    }
    if isTime { returnFreedMemory() }
  }

  private static let lastReturn = Guarded<ContinuousClock.Instant?>(nil)
}

// The member of the same name hides the system's function.
private func systemExit(_ code: Int32) -> Never { exit(code) }
