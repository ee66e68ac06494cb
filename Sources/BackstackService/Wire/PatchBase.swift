import Backstack
import BackstackJSON

/// A version of a session that somebody has, and what was known of it of all that has changed since: what
/// a patch from it is made of.
final class PatchBase: @unchecked Sendable {
  // Sound: what changes is guarded by the lock of the session's store.

  let version: Int
  /// The state as JSON, with gaps for its stacks.
  let outline: [UInt8]
  private(set) var stacks: [StackBase]

  init(version: Int, outline: [UInt8], stacks: [StackSegments]) {
    self.version = version
    self.outline = outline
    self.stacks = stacks.map { StackBase(count: $0.count) }
  }

  /// Notes how a stack was, before it changes.
  func willChange(_ number: Int, _ segments: StackSegments, _ change: StackChange?) {
    if number < stacks.count { stacks[number].willChange(segments, change) }
  }
}

/// What is known of a stack as it was at an earlier version.
struct StackBase {
  let count: Int
  /// How many elements never left since.
  private(set) var kept: Int
  /// Those of them that have changed since, as they were.
  private(set) var changed: [Int: [UInt8]] = [:]
  /// The whole stack, when it can't be told any more what has become of its elements.
  private(set) var whole: Whole?

  enum Whole {
    case array([UInt8])
    case lost
  }

  init(count: Int) {
    self.count = count
    kept = count
  }

  mutating func willChange(_ segments: StackSegments, _ change: StackChange?) {
    guard whole == nil else { return }
    switch change {
    case .changed(let index):
      guard index < kept, changed[index] == nil else { return }
      changed[index] = Array(segments[index])
    case .truncated(let count): kept = min(kept, count)
    case .appended: break
    case nil:
      whole = array(with: segments).map { .array($0) } ?? .lost
      changed = [:]
    }
  }

  /// The stack as it was.
  private func array(with segments: StackSegments) -> [UInt8]? {
    guard kept == count else { return nil }
    var array: [UInt8] = [0x5B]
    for index in 0..<count {
      if index > 0 { array.append(0x2C) }
      array += changed[index]?[...] ?? segments[index]
    }
    array.append(0x5D)
    return array
  }
}
