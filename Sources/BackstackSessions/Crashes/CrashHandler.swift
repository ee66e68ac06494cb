import BackstackPlatform
import Synchronization

/// The reports of signals that end a process because of its own fault.
///
/// A report is a line about the thread's work, written to standard error, and a record in the file
/// of the feature's label.
///
/// All its code is safe in a signal handler: it takes no lock and allocates nothing.
enum CrashHandler {
  private static let isInstalled = Guarded(false)
  /// The address of a buffer for texts; 0 until it is allocated.
  private static let buffer = Atomic<UInt>(0)
  private static let capacity = 2048

  // MARK: Installing

  /// Installs the handler for the rest of the process; does nothing the second time.
  ///
  /// - Returns: Whether the handler is installed.
  @discardableResult
  static func install() -> Bool {
    isInstalled.withLock { isInstalled in
      if isInstalled { return true }
      guard ThreadActivity.enable() else { return false }
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      memory.initialize(repeating: 0, count: capacity)
      buffer.store(UInt(bitPattern: memory), ordering: .releasing)
      rehearse()
      FaultSignals.install { signal, isOwnFault in
        CrashHandler.report(signal, isOwnFault ? ThreadActivity.current : nil)
      }
      isInstalled = true
      return true
    }
  }

  /// Writes the texts of a handler, which are discarded: everything that is created on first use,
  /// such as type metadata in builds without optimization, exists from then on.
  private static func rehearse() {
    _ = ThreadActivity.current
    let label = CrashLabel(name: "feature", cases: ["first", "second"])
    let json: StaticString = #"{"first": {"id": [0, ","], "action": {"second": {}}}}"#
    let text = UnsafeRawBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount)
    let note = ThreadActivity.Note(
      high: 1, low: 2, label: label.header, version: 3, textCount: text.count, work: .action)
    for signal in FaultSignals.all {
      guard var line = emptyText else { return }
      write(signal, note, text, to: &line)
      guard var record = emptyText else { return }
      CrashRecord.write(
        (1, 2), milliseconds: SystemProcess.unixMilliseconds, signal: signal, to: &record)
    }
  }

  /// An empty text in the buffer.
  private static var emptyText: CrashText? {
    // Sound: the buffer is initialized before its address is stored, and it is never freed; only
    // the thread of the first signal uses it once the handler is installed.
    UnsafeMutablePointer(bitPattern: buffer.load(ordering: .acquiring))
      .map { CrashText(start: $0, capacity: capacity) }
  }

  // MARK: Handling

  private static func report(
    _ signal: Int32, _ activity: (note: ThreadActivity.Note, text: UnsafeRawBufferPointer)?
  ) {
    if let note = activity?.note, let file = note.label?.pointee.file.load(ordering: .relaxed),
      file >= 0, var record = emptyText
    {
      CrashRecord.write(
        (note.high, note.low), milliseconds: SystemProcess.unixMilliseconds, signal: signal,
        to: &record)
      FileDescriptor.writeAtOnce(record.bytes(from: 0), to: file)
    }
    guard var line = emptyText else { return }
    write(signal, activity?.note, activity?.text, to: &line)
    // A reader of standard error that is blocked must not keep the process alive.
    StandardError.write(line.bytes(from: 0), withinMilliseconds: 1000)
  }

  private static func write(
    _ signal: Int32, _ note: ThreadActivity.Note?, _ action: UnsafeRawBufferPointer?,
    to line: inout CrashText
  ) {
    line.append(#"{"time":""#)
    line.append(dateOf: SystemProcess.unixMilliseconds / 1000)
    line.append(#"","level":"fatal","event":"crash","signal":""#)
    line.append(FaultSignals.name(signal))
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
}
