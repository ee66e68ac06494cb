import BackstackPlatform

/// The dependencies of a synchronous step that runs on the current thread.
///
/// A store's step never suspends, so its dependencies live in a thread-local pointer: entering a
/// child feature costs one assignment, while a task-local value would cost a binding per level. A
/// task that a step creates does not inherit the frame, which may be gone before the task runs;
/// effects capture a copy of the values instead.
package final class DependencyFrame {
  // Only the thread that runs the step uses these properties, and no access overlaps another.
  private var base: DependencyValues
  // Beside the flags of the values, where it takes no memory of its own.
  var madeUse = MadeValuesUse.ignored
  /// The values that dependencies have made, or make again. In a box, as hardly any reducer takes one.
  var made: MadeValuesBox?
  /// The current node of the navigation tree. The frame doesn't retain it: entering and leaving a
  /// feature must cost less than a small reducer.
  package private(set) var owner: Unmanaged<AnyObject>?

  /// The trace of the action that the step processes.
  package var trace: TraceContext?

  /// Makes another node the current one. The caller keeps the node alive while it is current.
  package func move(to owner: Unmanaged<AnyObject>) { self.owner = owner }

  /// - Parameter values: Their `owner` is the node where the step begins; the caller keeps it
  ///   alive.
  package init(values: DependencyValues) {
    base = values
    owner = values.owner.map { Unmanaged.passUnretained($0) }
  }

  /// The values in force at the current node.
  package var values: DependencyValues {
    get {
      var values = base
      // Sound: a store keeps all nodes of a step alive until the step ends. Nodes are Sendable,
      // which can't be checked at run time.
      values.owner = owner.map {
        unsafeBitCast($0.takeUnretainedValue(), to: (any AnyObject & Sendable).self)
      }
      return values
    }
    set { base = newValue }
  }

  /// Returns whether values belong to the current node or to no node.
  func isOwner(of values: DependencyValues) -> Bool {
    guard let other = values.owner else { return true }
    return owner?.toOpaque() == Unmanaged.passUnretained(other as AnyObject).toOpaque()
  }

  /// The frame of the step that is running on this thread, if any.
  package static var current: DependencyFrame? {
    // Sound: `perform` keeps the frame alive for as long as the pointer is set.
    running?.takeUnretainedValue()
  }

  /// The running frame, not retained: valid until the step of the caller ends.
  package static var running: Unmanaged<DependencyFrame>? {
    pointer.value.map { Unmanaged.fromOpaque($0) }
  }

  /// The frame that is running on this thread and its current node, if it has one.
  package static var runningOwner: (frame: Unmanaged<DependencyFrame>, owner: Unmanaged<AnyObject>)?
  {
    guard let frame = running, let owner = frame._withUnsafeGuaranteedRef({ $0.owner }) else {
      return nil
    }
    return (frame, owner)
  }

  /// Calls `body` with the values as a whole, which are not copied.
  package func withValues<Result>(_ body: (DependencyValues) -> Result) -> Result { body(base) }

  /// Makes this the current frame of the thread until ``end(_:)``; the caller keeps it alive
  /// meanwhile.
  ///
  /// - Returns: The outer frame, if there is one.
  package func begin() -> UnsafeMutableRawPointer? {
    let outer = Self.pointer.value
    Self.pointer.set(Unmanaged.passUnretained(self).toOpaque())
    return outer
  }

  /// Restores the frame that ``begin()`` returned.
  package static func end(_ outer: UnsafeMutableRawPointer?) { pointer.set(outer) }

  /// Runs a step with this frame, then restores the outer frame, if there is one.
  package func perform<Result, Failure: Error>(
    _ step: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = Self.pointer.value
    Self.pointer.set(Unmanaged.passUnretained(self).toOpaque())
    defer {
      Self.pointer.set(outer)
      withExtendedLifetime(self) {}
    }
    return try step()
  }

  /// Runs `body` as if no step were running on this thread.
  package static func withoutCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = pointer.value
    pointer.set(nil)
    defer { pointer.set(outer) }
    return try body()
  }

  private static let pointer: ThreadPointer = {
    guard let pointer = ThreadPointer() else {
      fatalError("The process has no room for another thread key.")
    }
    return pointer
  }()
}
