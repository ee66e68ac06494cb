import BackstackLinux

#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// A way to start threads of the system, which may block.
public enum PlatformThread {
  private final class Start {
    let name: StaticString?
    let blocksSignals: Bool
    let body: @Sendable () -> Void

    init(_ name: StaticString?, _ blocksSignals: Bool, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.blocksSignals = blocksSignals
      self.body = body
    }

    func run() {
      if blocksSignals { PlatformThread.blockSignals() }
      // Sound: a static string that has a pointer ends with a NUL.
      if let name {
        name.withUTF8Buffer { bytes in
          bytes.withMemoryRebound(to: CChar.self) { _ = backstack_name_thread($0.baseAddress) }
        }
      }
      body()
    }
  }

  /// A number that no other running thread has.
  // Public and inlinable, so that it is one call of the system's function.
  @inlinable
  public static var current: UInt { UInt(pthread_self()) }

  /// Lets other threads run that wait for a processor.
  package static func yield() { sched_yield() }

  /// Returns the nanoseconds for which a thread that has not ended has used a processor; `nil` if the
  /// system does not tell.
  package static func processorTime(of thread: UInt) -> Int64? {
    var clock = clockid_t()
    var time = timespec()
    guard pthread_getcpuclockid(thread, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Ends the process as a trap in a thread that has not ended would.
  // No thread blocks this signal, also none of the system's libraries.
  package static func trap(_ thread: UInt) { pthread_kill(thread, SIGTRAP) }

  /// Runs a closure on a new thread, which ends with it.
  ///
  /// - Parameters:
  ///   - name: The thread's name in the tools of the system, of at most 15 bytes.
  ///   - stackSize: The size of its stack in bytes; `nil` for the system's default.
  ///   - blocksSignals: Whether the thread blocks all signals except those that report a fault in
  ///     it, so that other threads handle them.
  /// - Throws: `SystemError` when the process can't create another thread, or none with such a
  ///   stack.
  package static func start(
    name: StaticString? = nil, stackSize: Int? = nil, blocksSignals: Bool = true,
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let start = Start(name, blocksSignals, body)
    // Sound: the new thread takes over the retained object; if there is no thread, it is released
    // below.
    let retained = Unmanaged.passRetained(start)
    let number = backstack_start_thread(
      UInt64(stackSize ?? 0),
      { raw in
        if let raw { Unmanaged<Start>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, retained.toOpaque())
    guard number == 0 else {
      retained.release()
      throw SystemError(number)
    }
  }

  /// Blocks all signals on this thread except those that report a fault in it.
  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in FaultSignals.all { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }
}
