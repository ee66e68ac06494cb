import BackstackCoding
import BackstackPlatform
import Synchronization

/// Values of references at one time: those who read through the view do not get the present ones.
///
/// A test store compares the values before and after an action, although a reference has only one.
package final class SharedView: Sendable {
  private struct State {
    var values: [ObjectIdentifier: SharedValue] = [:]
    /// The references whose values were set in the view.
    var written: Set<ObjectIdentifier> = []
  }

  private let state: Guarded<State>

  package init(_ values: [SharedValue] = []) {
    var state = State()
    for value in values { state.values[ObjectIdentifier(value.box)] = value }
    self.state = Guarded(state)
    Self.isUsed.store(true, ordering: .relaxed)
  }

  /// A copy, which may change.
  package var copy: SharedView { SharedView(values) }

  /// The values that the view has.
  package var values: [SharedValue] { state.withLock { Array($0.values.values) } }

  /// Returns the value of a reference; `nil` if the view does not have one.
  func value<Value>(of box: SharedBox<Value>) -> Value? {
    state.withLock { $0.values[ObjectIdentifier(box)] }.flatMap { $0.value as? Value }
  }

  func set<Value>(_ value: Value, of box: SharedBox<Value>) {
    let value = SharedValue(box: box, value: value)
    state.withLock { state in
      state.values[ObjectIdentifier(box)] = value
      state.written.insert(ObjectIdentifier(box))
    }
  }

  /// Adds the values of references that this view does not have.
  package func fill(from other: SharedView) {
    let values = other.values
    state.withLock { state in
      for value in values where state.values[ObjectIdentifier(value.box)] == nil {
        state.values[ObjectIdentifier(value.box)] = value
      }
    }
  }

  /// Replaces values.
  package func update(_ values: [SharedValue]) {
    state.withLock { state in
      for value in values { state.values[ObjectIdentifier(value.box)] = value }
    }
  }

  /// Sets the values that were not set in this view to those of another one.
  package func update(from other: SharedView) {
    let values = other.values
    state.withLock { state in
      for value in values where !state.written.contains(ObjectIdentifier(value.box)) {
        state.values[ObjectIdentifier(value.box)] = value
      }
    }
  }

  /// Returns the same view with the present values of those references that were set in a copy.
  package func updated(with copy: SharedView, from present: SharedView) -> SharedView {
    let written = copy.state.withLock { $0.written }
    let result = self.copy
    result.update(present.values.filter { written.contains(ObjectIdentifier($0.box)) })
    return result
  }

  /// Returns the values of another view that differ from this one's, with this one's.
  package func differences(from other: SharedView) -> [(SharedValue, SharedValue)] {
    let values = state.withLock { $0.values }
    return SharedComparison(self, other).perform {
      other.values.compactMap { now in
        guard let before = values[ObjectIdentifier(now.box)], !isEqual(before.value, now.value)
        else { return nil }
        return (before, now)
      }
    }
  }

  // MARK: Reading

  /// Whether the process has made views: else no read has to look for one.
  private static let isUsed = Atomic(false)
  @TaskLocal private static var taskView: SharedView?

  /// The view through which the calling code reads; `nil` for the present values.
  static var current: SharedView? { isUsed.load(ordering: .relaxed) ? taskView : nil }

  /// Runs `body`, which reads and changes the values of the view.
  package func read<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$taskView.withValue(self, operation: body)
  }
}

/// The value of a reference at one time.
package struct SharedValue: @unchecked Sendable {
  // Sound: the value of a `Shared` is Sendable.

  package let box: any AnySharedBox
  package let value: Any

  /// The value as JSON; `nil` if it has no such form.
  package var json: [UInt8]? {
    (value as? any Encodable).flatMap { try? JSONStreamEncoder.encode($0) }
  }
}

/// A comparison of two states, each with the values that its references had at its time.
package struct SharedComparison: Sendable {
  @TaskLocal private static var taskComparison: SharedComparison?
  private static let isUsed = Atomic(false)

  static var current: SharedComparison? { isUsed.load(ordering: .relaxed) ? taskComparison : nil }

  let left: SharedView
  let right: SharedView

  package init(_ left: SharedView, _ right: SharedView) {
    self.left = left
    self.right = right
    Self.isUsed.store(true, ordering: .relaxed)
  }

  /// Runs `body`, in which `==` takes the values of its left side from one view and those of its
  /// right side from the other.
  package func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$taskComparison.withValue(self, operation: body)
  }
}

/// Returns whether two values are equal; `false` if their type is not `Equatable`.
private func isEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  func open<Value: Equatable>(_ lhs: Value) -> Bool { lhs == rhs as? Value }
  guard let lhs = lhs as? any Equatable else { return false }
  return open(lhs)
}
