import Backstack
import BackstackJSON

/// The elements of one stack as JSON, one after the other, each with a comma behind it.
struct StackSegments {
  private(set) var bytes: [UInt8] = []
  /// Where each element ends, its comma included.
  private var ends: [Int] = []
  private var mark: StackMark?

  /// Brings the elements up to date with a stack.
  ///
  /// - Complexity: O(*m*), where *m* is the number of elements that have changed since the last call;
  ///   moving what stands behind them is O(bytes).
  mutating func update<Element: Encodable>(
    to stack: StackState<Element>, with encoder: JSONFragmentEncoder
  ) throws {
    guard let mark else { return try encodeAll(stack, with: encoder) }
    self.mark = nil
    var stale: [Int] = []
    let isKnown = stack.visitChanges(since: mark) { change in
      switch change {
      case .changed(let index): if stale.last != index { stale.append(index) }
      case .appended:
        stale.append(ends.count)
        ends.append(bytes.count)
      case .truncated(let count):
        ends.removeLast(ends.count - count)
        bytes.removeLast(bytes.count - (ends.last ?? 0))
      }
    }
    guard isKnown, ends.count == stack.count else { return try encodeAll(stack, with: encoder) }
    for index in stale where index < ends.count {
      try encode(index, of: stack, with: encoder)
    }
    self.mark = stack.mark
  }

  private mutating func encodeAll<Element: Encodable>(
    _ stack: StackState<Element>, with encoder: JSONFragmentEncoder
  ) throws {
    mark = nil
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for index in stack.indices {
      try encoder.encode(stack.entry(at: index), into: &bytes)
      bytes.append(0x2C)
      ends.append(bytes.count)
    }
    mark = stack.mark
  }

  private mutating func encode<Element: Encodable>(
    _ index: Int, of stack: StackState<Element>, with encoder: JSONFragmentEncoder
  ) throws {
    var segment: [UInt8] = []
    try encoder.encode(stack.entry(at: index), into: &segment)
    segment.append(0x2C)
    let range = (index == 0 ? 0 : ends[index - 1])..<ends[index]
    let growth = segment.count - range.count
    bytes.replaceSubrange(range, with: segment)
    guard growth != 0 else { return }
    for later in index..<ends.count { ends[later] += growth }
  }
}
