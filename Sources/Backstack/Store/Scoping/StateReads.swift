import BackstackPlatform

/// The parts of a state that were read, with their values, to tell later whether one has changed.
package struct StateReads: Sendable {
  private var parts: [any StateRead] = []
  /// Whether more was read than parts.
  fileprivate(set) package var hasAll = false

  package init() {}

  /// Whether nothing was read.
  package var isEmpty: Bool { !hasAll && parts.isEmpty }

  fileprivate mutating func append(_ part: any StateRead) { parts.append(part) }

  /// Returns whether all that was read is the same in another state; `false` if that is not known.
  package func areSame<State: Sendable>(in state: State) -> Bool {
    !hasAll && parts.allSatisfy { $0.isSame(in: state) }
  }
}

/// Notes what is read of a state.
// Not generic in the state: the metadata of many types would be looked up for each read.
package final class ReadLog: Sendable {
  private let reads = Guarded(StateReads())

  /// Returns what was read, and begins anew.
  package func take() -> StateReads {
    reads.withLock { reads in
      defer { reads = StateReads() }
      return reads
    }
  }

  func note<State, Value>(_ keyPath: KeyPath<State, Value>, _ value: Value) {
    let part = PartRead(keyPath: keyPath, value: value)
    reads.withLock { $0.append(part) }
  }

  /// Notes that anything may be read.
  func noteAll() { reads.withLock { $0.hasAll = true } }
}

private protocol StateRead: Sendable {
  func isSame<Other>(in state: Other) -> Bool
}

private struct PartRead<State, Value>: StateRead, @unchecked Sendable {
  // Sound: a part of a state is Sendable, as is a key path that a view has written; neither changes.
  let keyPath: KeyPath<State, Value>
  let value: Value

  func isSame<Other>(in state: Other) -> Bool {
    guard let state = state as? State else { return false }
    var (before, now) = (value, state[keyPath: keyPath])
    // Sound: two values of the same bits are equal, as the objects that `value` refers to live.
    let areSame = withUnsafeBytes(of: &before) { before in
      withUnsafeBytes(of: &now) { before.elementsEqual($0) }
    }
    // Of an absent value, some bits may be any.
    return areSame || isAbsent(before) && isAbsent(now)
  }

  private func isAbsent(_ value: Value) -> Bool {
    (Value.self as? any OptionalType.Type)?.isAbsent(value) ?? false
  }
}

private protocol OptionalType {
  static func isAbsent(_ value: Any) -> Bool
}

extension Optional: OptionalType {
  fileprivate static func isAbsent(_ value: Any) -> Bool { !(value is Wrapped) }
}
