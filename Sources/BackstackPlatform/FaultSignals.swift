import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals that end a process because of a fault of its own, and their handling.
///
/// All that runs in the handler is safe in a signal handler: it takes no lock and allocates nothing.
package enum FaultSignals {
  /// The signals that end a process when it traps, dereferences an invalid pointer, or aborts.
  package static let all: [Int32] = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]

  /// Returns the name of one of the signals.
  package static func name(_ signal: Int32) -> StaticString {
    switch signal {
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGSEGV: "SIGSEGV"
    case SIGBUS: "SIGBUS"
    case SIGABRT: "SIGABRT"
    default: "SIGFPE"
    }
  }

  // MARK: Installing

  /// A function that reports a signal; it must be safe in a signal handler.
  ///
  /// It is called on the thread that has received the signal, for the first signal only. With
  /// `isOwnFault`, this thread has caused the signal: one from another process hits an arbitrary
  /// thread.
  package typealias Report = @convention(c) (_ signal: Int32, _ isOwnFault: Bool) -> Void

  /// The data that the handler needs.
  private struct Installation {
    let report: Report
    /// The previous actions, by the number of the signal.
    let previousActions: UnsafeMutablePointer<sigaction>
  }

  private static let signalCount = 65
  /// The address of the handler's data; 0 until it is installed.
  private static let address = Atomic<UInt>(0)
  /// The thread whose signal is being handled: the process ends with the first signal.
  private static let owner = Atomic<UInt>(0)

  /// Installs a handler of these signals for the rest of the process.
  ///
  /// It reports the signal. Then it does what would happen without it: it calls the previous
  /// handler, such as Swift's own for backtraces, or lets the signal end the process.
  ///
  /// - Precondition: It is called once in a process.
  package static func install(_ report: @escaping Report) {
    let previousActions = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
    previousActions.initialize(repeating: sigaction(), count: signalCount)
    let memory = UnsafeMutablePointer<Installation>.allocate(capacity: 1)
    memory.initialize(to: Installation(report: report, previousActions: previousActions))
    // Everything that is created on first use, such as type metadata in builds without
    // optimization, exists from here on.
    precondition(installation == nil && PlatformThread.current != 0)
    _ = owner.compareExchange(expected: 0, desired: 0, ordering: .acquiringAndReleasing)
    address.store(UInt(bitPattern: memory), ordering: .releasing)
    for signal in all {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = handleFault
      action.sa_flags = SA_SIGINFO | SA_ONSTACK
      sigfillset(&action.sa_mask)
      sigaction(signal, &action, previousActions + Int(signal))
    }
  }

  private static var installation: UnsafePointer<Installation>? {
    // Sound: the memory is initialized before its address is stored, and it is never freed.
    UnsafePointer(bitPattern: address.load(ordering: .acquiring))
  }

  // MARK: Stacks

  /// Makes handlers run in this memory on the calling thread, so that they can report a stack
  /// overflow. A stack that other code has set stays.
  package static func setStack(_ memory: UnsafeMutableRawBufferPointer) {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    var new = stack_t(ss_sp: memory.baseAddress, ss_flags: 0, ss_size: memory.count)
    sigaltstack(&new, nil)
  }

  /// Makes handlers no longer run in this memory on the calling thread.
  package static func removeStack(_ memory: UnsafeMutableRawBufferPointer) {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_sp == memory.baseAddress else { return }
    var none = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
    sigaltstack(&none, nil)
  }

  // MARK: Handling

  fileprivate static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    guard let installation else { return endByDefault(signal) }
    let thread = PlatformThread.current
    let claim = owner.compareExchange(
      expected: 0, desired: thread, ordering: .acquiringAndReleasing)
    if !claim.exchanged {
      // The handler itself has failed.
      if claim.original == thread { return endByDefault(signal) }
      // Another thread is about to end the process.
      while true { pause() }
    }
    let code = info?.pointee.si_code ?? 0
    let isOwnFault = code > 0 || code == tkillCode
    installation.pointee.report(signal, isOwnFault)
    // Swift's own handler would print where the thread was, and let the process continue.
    guard isOwnFault else { return endByDefault(signal) }
    passOn(signal, isFault: code > 0, installation.pointee.previousActions[Int(signal)])
  }

  /// `SI_TKILL`, the code of signals that `raise` and `abort` send.
  private static var tkillCode: Int32 { -6 }

  /// Does what would happen without this handler.
  ///
  /// - Parameter isFault: Whether an instruction has failed, which fails again when this returns.
  private static func passOn(_ signal: Int32, isFault: Bool, _ previous: sigaction) {
    var previous = previous
    guard previous.__sigaction_handler.sa_handler != nil else { return endByDefault(signal) }
    sigaction(signal, &previous, nil)
    // The instruction fails again, and the previous handler sees the fault as it was. A debugger's
    // trap is not repeated, nor is a signal that the thread has sent to itself.
    if !isFault || signal == SIGTRAP { raise(signal) }
  }

  /// Lets the signal end the process once the handler returns, which unblocks it: a core dump shows
  /// where the thread failed.
  private static func endByDefault(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(signal, &action, nil)
    raise(signal)
  }
}

private func handleFault(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  FaultSignals.handle(signal, info)
}
