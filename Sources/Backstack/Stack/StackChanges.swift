/// What has lately been changed on a stack, so that who has encoded it before encodes only that anew.
///
/// It belongs to one value of the stack alone: a copy that is changed begins one of its own, so what is
/// noted here is all that has happened to the stack since it was last looked at.
final class StackChanges: @unchecked Sendable {
  // Sound: changed only through a unique reference, as the memory of an array is.

  /// As many changes as are kept. After more, everything counts as changed.
  private static let capacity = 16

  /// Kinds of change by number: the position of an element that was changed, or one of these; from
  /// `truncated` downwards how many elements were left.
  private static let appended: Int32 = -1
  private static let unknown: Int32 = -2
  private static let truncated: Int32 = -3

  @exclusivity(unchecked) private var latest: [Int32] = []
  /// How many changes there were before ``latest``.
  @exclusivity(unchecked) private var dropped = 0

  /// How many changes there were in all.
  var count: Int { dropped + latest.count }

  func change(at index: Int) { append(Int32(exactly: index) ?? Self.unknown) }

  func append() { append(Self.appended) }

  func truncate(to count: Int) {
    append(Int32(exactly: count).map { Self.truncated - $0 } ?? Self.unknown)
  }

  func changeAll() { append(Self.unknown) }

  private func append(_ change: Int32) {
    if latest.count == Self.capacity {
      dropped += latest.count
      latest.removeAll(keepingCapacity: true)
    }
    latest.append(change)
  }

  /// Visits the changes from a count on, in order.
  ///
  /// - Returns: Whether they were all known.
  func visit(from start: Int, _ body: (StackChange) -> Void) -> Bool {
    guard start >= dropped else { return false }
    for change in latest[(start - dropped)...] {
      switch change {
      case Self.appended: body(.appended)
      case Self.unknown: return false
      case ...Self.truncated: body(.truncated(count: Int(Self.truncated - change)))
      default: body(.changed(index: Int(change)))
      }
    }
    return true
  }
}

/// A change of a stack.
package enum StackChange: Sendable, Hashable {
  /// The element at a position may have become another.
  case changed(index: Int)
  /// One more element was put on top.
  case appended
  /// Only the lowest elements are left.
  case truncated(count: Int)
}

/// A moment in the life of a stack, to ask later what has changed since.
package struct StackMark: Sendable {
  private let identity: ObjectIdentifier
  // Pins the memory, so that no other object gets the same identity; never read.
  private unowned(safe) let changes: StackChanges
  private let count: Int

  fileprivate init(_ changes: StackChanges) {
    identity = ObjectIdentifier(changes)
    self.changes = changes
    count = changes.count
  }

  fileprivate func visit(_ changes: StackChanges, _ body: (StackChange) -> Void) -> Bool {
    ObjectIdentifier(changes) == identity && changes.visit(from: count, body)
  }
}

extension StackState {
  /// This moment, for ``visitChanges(since:_:)``.
  package var mark: StackMark { StackMark(changes) }

  /// Visits what has changed since a moment, in order.
  ///
  /// - Returns: Whether that is known; if not, what was visited means nothing.
  /// - Complexity: O(*n*), where *n* is the number of changes since then.
  package func visitChanges(since mark: StackMark, _ body: (StackChange) -> Void) -> Bool {
    mark.visit(changes, body)
  }
}
