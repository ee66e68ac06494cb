import BackstackPlatform
import Glibc
import Synchronization

/// The handler of the signals that end a process because of its own fault.
///
/// It writes a line about the thread's work to standard error, and a record to the file of the
/// feature's label. Then it does what would happen without it: it calls the previous handler, such
/// as Swift's own for backtraces, or lets the signal end the process.
///
/// All its code is safe in a signal handler: it takes no lock and allocates nothing.
enum CrashHandler {
  /// The signals that end a process when it traps, dereferences an invalid pointer, or aborts.
  static let signals: [Int32] = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]

  private static let isInstalled = Guarded(false)
  /// The address of the memory below; 0 until it is allocated.
  private static let memory = Atomic<UInt>(0)
  /// The thread whose signal is being handled: the process ends with the first signal.
  private static let owner = Atomic<UInt>(0)

  /// The memory: the previous actions, by the number of the signal, and a buffer for texts.
  private static let signalCount = 65
  private static let actionsSize = signalCount * MemoryLayout<sigaction>.stride
  private static let textCapacity = 2048

  // MARK: Installing

  /// Installs the handler for the rest of the process; does nothing the second time.
  ///
  /// - Returns: Whether the handler is installed.
  @discardableResult
  static func install() -> Bool {
    isInstalled.withLock { isInstalled in
      if isInstalled { return true }
      guard ThreadActivity.enable() else { return false }
      let size = actionsSize + textCapacity
      let raw = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      raw.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      memory.store(UInt(bitPattern: raw), ordering: .releasing)
      rehearse(raw)
      for signal in signals {
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = handleCrash
        action.sa_flags = SA_SIGINFO | SA_ONSTACK
        sigfillset(&action.sa_mask)
        sigaction(signal, &action, before(signal, raw))
      }
      isInstalled = true
      return true
    }
  }

  /// Writes the texts of a handler, which are discarded: everything that is created on first use,
  /// such as type metadata in builds without optimization, exists from then on.
  private static func rehearse(_ raw: UnsafeMutableRawPointer) {
    _ = ThreadActivity.current
    let label = CrashLabel(name: "feature", cases: ["first", "second"])
    let json: StaticString = #"{"first": {"id": [0, ","], "action": {"second": {}}}}"#
    let text = UnsafeRawBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount)
    let note = ThreadActivity.Note(
      high: 1, low: 2, label: label.header, version: 3, textCount: text.count, work: .action)
    var line = Self.line(raw)
    write(SIGILL, note, text, to: &line)
    var record = Self.line(raw)
    CrashRecord.write((1, 2), milliseconds: milliseconds(), signal: SIGILL, to: &record)
  }

  private static func before(
    _ signal: Int32, _ raw: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<sigaction> {
    raw.assumingMemoryBound(to: sigaction.self) + Int(signal)
  }

  private static func line(_ raw: UnsafeMutableRawPointer) -> CrashText {
    CrashText(
      start: (raw + actionsSize).assumingMemoryBound(to: UInt8.self), capacity: textCapacity)
  }

  // MARK: Handling

  static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    guard let raw = UnsafeMutableRawPointer(bitPattern: memory.load(ordering: .acquiring)) else {
      return endByDefault(signal)
    }
    let thread = UInt(pthread_self())
    let claim = owner.compareExchange(
      expected: 0, desired: thread, ordering: .acquiringAndReleasing)
    if !claim.exchanged {
      // The handler itself has failed.
      if claim.original == thread { return endByDefault(signal) }
      // Another thread is about to end the process.
      while true { pause() }
    }
    let code = info?.pointee.si_code ?? 0
    // A signal from another process hits an arbitrary thread, which is not at fault.
    let isOwnFault = code > 0 || code == tkillCode
    tell(signal, isOwnFault ? ThreadActivity.current : nil, raw)
    // Swift's own handler would print where the thread was, and let the process continue.
    guard isOwnFault else { return endByDefault(signal) }
    passOn(signal, isFault: code > 0, before(signal, raw).pointee)
  }

  /// `SI_TKILL`, the code of signals that `raise` and `abort` send.
  private static let tkillCode: Int32 = -6

  private static func tell(
    _ signal: Int32, _ activity: (note: ThreadActivity.Note, text: UnsafeRawBufferPointer)?,
    _ raw: UnsafeMutableRawPointer
  ) {
    if let note = activity?.note, let file = note.label?.pointee.file.load(ordering: .relaxed),
      file >= 0
    {
      var record = line(raw)
      CrashRecord.write(
        (note.high, note.low), milliseconds: milliseconds(), signal: signal, to: &record)
      put(record, to: file)
    }
    var line = line(raw)
    write(signal, activity?.note, activity?.text, to: &line)
    // A reader of standard error that is blocked must not keep the process alive.
    var writable = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&writable, 1, 1000) == 1 { put(line, to: STDERR_FILENO) }
  }

  private static func put(_ text: CrashText, to file: Int32) {
    // In one call, so that the lines of several processes don't mix.
    _ = Glibc.write(file, text.start, text.count)
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  private static func write(
    _ signal: Int32, _ note: ThreadActivity.Note?, _ action: UnsafeRawBufferPointer?,
    to line: inout CrashText
  ) {
    line.append(#"{"time":""#)
    line.append(dateOf: milliseconds() / 1000)
    line.append(#"","level":"fatal","event":"crash","signal":""#)
    line.append(name(signal))
    line.append(0x22)
    if let note {
      // The id grants access to the session: the line has only its beginning.
      line.append(#","session":""#)
      line.append(hexadecimal: note.high, digits: 8)
      line.append(0x22)
      if let label = note.label?.text {
        line.append(#","feature":""#)
        var index = 0
        while index < label.count, label[index] != 0x0A {
          line.append(label[index])
          index += 1
        }
        line.append(0x22)
        writeAction(action, label, to: &line)
      }
      line.append(#","during":""#)
      line.append(note.work.name)
      line.append(0x22)
      if note.version >= 0 {
        line.append(#","version":"#)
        line.append(decimal: note.version)
      }
    }
    line.append("}\n")
  }

  private static func writeAction(
    _ action: UnsafeRawBufferPointer?, _ label: UnsafeRawBufferPointer, to line: inout CrashText
  ) {
    guard let action, action.count > 0 else { return }
    line.append(#","action":""#)
    var cases = ActionCases(json: action, label: label)
    cases.write(to: &line)
    line.append(0x22)
  }

  private static func name(_ signal: Int32) -> StaticString {
    switch signal {
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGSEGV: "SIGSEGV"
    case SIGBUS: "SIGBUS"
    case SIGABRT: "SIGABRT"
    default: "SIGFPE"
    }
  }

  // MARK: The end

  /// Does what would happen without this handler.
  ///
  /// - Parameter isFault: Whether an instruction has failed, which fails again when this returns.
  private static func passOn(_ signal: Int32, isFault: Bool, _ before: sigaction) {
    var before = before
    guard before.__sigaction_handler.sa_handler != nil else { return endByDefault(signal) }
    sigaction(signal, &before, nil)
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

private func handleCrash(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  CrashHandler.handle(signal, info)
}
