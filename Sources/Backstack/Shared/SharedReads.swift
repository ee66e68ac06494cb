import BackstackPlatform
import Synchronization

/// The shared values that were read, to tell later whether one has changed.
package struct SharedReads: Sendable {
  private struct Read: Sendable {
    let box: any AnySharedBox
    let changeCount: Int
  }

  private var reads: [Read] = []

  package init() {}

  /// Whether all that was read is the same now.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package var areSame: Bool { reads.allSatisfy { $0.box.changeCount == $0.changeCount } }

  fileprivate mutating func append(_ box: any AnySharedBox, _ changeCount: Int) {
    if reads.contains(where: { $0.box === box }) { return }
    reads.append(Read(box: box, changeCount: changeCount))
  }
}

/// Notes the shared values that a thread reads, and refuses its changes of them.
package final class SharedReadLog {
  private var reads = SharedReads()
  private let whenChanged: () -> Void

  /// Creates a log.
  ///
  /// - Parameter whenChanged: Called when a value would be changed.
  package init(whenChanged: @escaping () -> Void) { self.whenChanged = whenChanged }

  /// Returns what was read, and begins anew.
  package func take() -> SharedReads {
    defer { reads = SharedReads() }
    return reads
  }

  /// Runs `body`, and notes what it reads.
  package func noting<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    Self.isUsed.store(true, ordering: .relaxed)
    let outer = Self.pointer?.value
    // Sound: the log outlives the body.
    Self.pointer?.set(Unmanaged.passUnretained(self).toOpaque())
    defer {
      Self.pointer?.set(outer)
      withExtendedLifetime(self) {}
    }
    return try body()
  }

  private static let pointer = ThreadPointer()
  /// Whether the process has made logs: else no read has to look for one.
  private static let isUsed = Atomic(false)

  /// Notes that the calling thread reads a value.
  static func note<Value>(_ box: SharedBox<Value>) {
    current?.reads.append(box, box.changeCount)
  }

  /// Refuses a change that the calling thread would make, if the thread may make none.
  ///
  /// - Returns: Whether the change is refused.
  static func refuseChange() -> Bool {
    guard let current else { return false }
    current.whenChanged()
    return true
  }

  private static var current: SharedReadLog? {
    guard isUsed.load(ordering: .relaxed), let pointer = pointer?.value else { return nil }
    return Unmanaged<SharedReadLog>.fromOpaque(pointer).takeUnretainedValue()
  }
}
