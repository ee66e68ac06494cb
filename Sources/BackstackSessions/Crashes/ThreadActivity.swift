import BackstackPlatform
import Synchronization

/// The work of the calling thread on sessions, noted in raw memory of its own, which the handler of
/// a fatal signal reads on the same thread.
///
/// A note costs a few stores, and memory is allocated only once per thread. While no handler is
/// installed nothing is noted.
enum ThreadActivity {
  /// Work on a session.
  struct Note {
    var high: UInt64
    var low: UInt64
    var label: UnsafeMutablePointer<CrashLabel.Header>?
    /// -1 if it is not known.
    var version: Int
    var textCount: Int
    var work: SessionWork
  }

  /// The number of bytes that are kept of an action's JSON: usually enough to reach its last case.
  static let textCapacity = 256
  /// The maximum nesting of notes; deeper work is attributed to the note above it.
  private static let maximumDepth = 4

  /// The number of the variable with each thread's memory; -1 while nothing is noted.
  private static let number = Atomic<Int>(-1)
  /// The variable with each thread's memory; `nil` while nothing is noted.
  @inline(__always)
  private static var memory: ThreadPointer? {
    let number = number.load(ordering: .relaxed)
    return number >= 0 ? ThreadPointer(number: number) : nil
  }

  // MARK: Notes

  /// Runs work on a session, which is noted on this thread meanwhile.
  ///
  /// - Parameters:
  ///   - version: The session's version, if it is known.
  ///   - action: The action that is worked on, as JSON; empty for none.
  @inline(__always)
  static func perform<Result, Failure: Error>(
    _ work: SessionWork, _ context: SessionContext, version: Int = -1, action: [UInt8] = [],
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let mark = begin(work, context, version: version, action: action)
    defer { mark.end() }
    return try body()
  }

  /// A note that was begun on this thread. Ending it takes a handful of instructions.
  struct Mark {
    fileprivate let raw: UnsafeMutableRawPointer?

    /// Changes the note, which must be the innermost one.
    @inline(__always)
    func change(to work: SessionWork, version: Int) {
      guard let raw else { return }
      let slot = Slot(raw: raw)
      let depth = slot.depth
      if depth <= maximumDepth {
        let note = slot.note(depth &- 1)
        note.pointee.work = work
        note.pointee.version = version
      }
      slot.publish(adding: 0)
    }

    /// Ends the note, which must be the innermost one.
    @inline(__always)
    func end() {
      guard let raw else { return }
      Slot(raw: raw).publish(adding: -1)
    }
  }

  /// Notes work on a session, until the mark is ended on the same thread.
  // Inlined: half the cost of a call would be to save registers.
  @inline(__always)
  static func begin(
    _ work: SessionWork, _ context: SessionContext, version: Int = -1, action: [UInt8] = []
  ) -> Mark {
    guard let memory, let slot = Slot(memory) else { return Mark(raw: nil) }
    let depth = slot.depth
    if depth < maximumDepth {
      let id = context.id.words
      slot.note(depth).initialize(
        to: Note(
          high: id.high, low: id.low, label: context.runtime.crashHeader, version: version,
          textCount: 0, work: work))
      if !action.isEmpty { slot.setText(action, at: depth) }
    }
    slot.publish(adding: 1)
    return Mark(raw: slot.raw)
  }

  /// Ends the innermost note, where its mark is out of reach.
  static func end() {
    guard let memory, let slot = Slot(memory), slot.depth > 0 else { return }
    slot.publish(adding: -1)
  }

  /// Changes the innermost note, if there is one: it is about the same session.
  ///
  /// - Parameter action: The action, as JSON; `nil` to keep the one that is noted.
  @inline(never)
  static func change(to work: SessionWork, version: Int = -1, action: [UInt8]? = nil) {
    guard let memory, let slot = Slot(memory) else { return }
    let depth = slot.depth
    guard depth > 0, depth <= maximumDepth else { return }
    let note = slot.note(depth - 1)
    note.pointee.work = work
    note.pointee.version = version
    if let action { slot.setText(action, at: depth - 1) }
    slot.publish(adding: 0)
  }

  // MARK: Reading

  /// The innermost note of the calling thread, with the text of its action; `nil` if the thread
  /// works on no session. Safe in a signal handler.
  static var current: (note: Note, text: UnsafeRawBufferPointer)? {
    guard let raw = memory?.value else { return nil }
    let slot = Slot(raw: raw)
    guard slot.depth > 0 else { return nil }
    let index = min(slot.depth, maximumDepth) - 1
    let note = slot.note(index).pointee
    return (note, UnsafeRawBufferPointer(start: slot.text(index), count: note.textCount))
  }

  /// The work that threads have noted, while none of them can end.
  ///
  /// - Complexity: O(*n*) in the number of threads that have noted any.
  static func withAll(_ body: ([BusyThread]) -> Void) {
    slots.withLock { slots in
      // Sound: a slot is removed under this lock before its thread frees it.
      let raw = slots.compactMap { UnsafeMutableRawPointer(bitPattern: $0) }
      body(raw.map { Slot(raw: $0).thread })
    }
  }

  /// Makes threads note their work from now on.
  ///
  /// - Returns: Whether that is possible: a process has a limited number of keys.
  static func enable() -> Bool {
    guard memory == nil else { return true }
    let memory = ThreadPointer { raw in
      if let raw { Slot(raw: raw).free() }
    }
    guard let memory else { return false }
    number.store(memory.number, ordering: .releasing)
    return true
  }

  // MARK: Memory

  /// The addresses of all slots.
  private static let slots = Guarded<Set<UInt>>([])

  /// The memory of a thread: the number of notes, the notes with their texts, and the stack for
  /// signal handlers.
  fileprivate struct Slot {
    private static let headerSize = 64
    private static let noteSize = 512 - textCapacity
    private static let stackSize = 64 << 10
    private static let size =
      headerSize + maximumDepth * (noteSize + textCapacity) + stackSize

    let raw: UnsafeMutableRawPointer

    init(raw: UnsafeMutableRawPointer) { self.raw = raw }

    /// Creates a slot with the memory of this thread, which is allocated if there is none.
    @inline(__always)
    init?(_ memory: ThreadPointer) {
      guard let raw = memory.value ?? Self.make(memory) else { return nil }
      self.raw = raw
    }

    /// Allocates the memory, with a stack for signal handlers, so that they can report a stack
    /// overflow.
    @inline(never)
    private static func make(_ memory: ThreadPointer) -> UnsafeMutableRawPointer? {
      let raw = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      let slot = Slot(raw: raw)
      slot.state.initialize(to: Atomic(0))
      slot.number.initialize(to: PlatformThread.current)
      guard memory.set(raw) else {
        raw.deallocate()
        return nil
      }
      _ = slots.withLock { $0.insert(UInt(bitPattern: raw)) }
      FaultSignals.setStack(slot.stack)
      return raw
    }

    /// Frees the memory, on its thread, which ends.
    func free() {
      _ = slots.withLock { $0.remove(UInt(bitPattern: raw)) }
      FaultSignals.removeStack(stack)
      raw.deallocate()
    }

    /// The number of notes in the lower bits, and in the others how often notes have changed.
    private var state: UnsafeMutablePointer<Atomic<Int>> {
      raw.assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// The number of the thread.
    private var number: UnsafeMutablePointer<UInt> {
      (raw + MemoryLayout<Atomic<Int>>.size).assumingMemoryBound(to: UInt.self)
    }

    /// The thread, as others see it.
    var thread: BusyThread {
      BusyThread(number: number.pointee, mark: state.pointee.load(ordering: .acquiring))
    }

    private var stack: UnsafeMutableRawBufferPointer {
      UnsafeMutableRawBufferPointer(
        start: raw + (Self.size - Self.stackSize), count: Self.stackSize)
    }

    var depth: Int { BusyThread.depth(of: state.pointee.load(ordering: .relaxed)) }

    /// Counts a change of the notes, and makes earlier stores visible to a handler on this thread.
    ///
    /// - Parameter count: The number of notes that begin; -1 for the end of one.
    @inline(__always)
    func publish(adding count: Int) {
      let next = state.pointee.load(ordering: .relaxed) &+ BusyThread.change &+ count
      state.pointee.store(next, ordering: .releasing)
    }

    func note(_ index: Int) -> UnsafeMutablePointer<Note> {
      (raw + (Self.headerSize &+ index &* (Self.noteSize + textCapacity)))
        .assumingMemoryBound(to: Note.self)
    }

    func text(_ index: Int) -> UnsafeMutableRawPointer {
      raw + (Self.headerSize &+ index &* (Self.noteSize + textCapacity) &+ Self.noteSize)
    }

    @inline(never)
    func setText(_ action: [UInt8], at index: Int) {
      let count = min(action.count, textCapacity)
      action.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { text(index).copyMemory(from: start, byteCount: count) }
      }
      note(index).pointee.textCount = count
    }
  }
}
