import Synchronization

/// The latest changes of a stack, so that an encoder can encode again only the parts that changed.
///
/// The object belongs to one value of the stack: when a copy is changed, the copy gets a new
/// object. So the object has all changes since the stack was last examined.
final class StackChanges: @unchecked Sendable {
  // Sound: changed only through a unique reference, as the memory of an array is.

  /// The maximum number of recorded changes. After more, all elements count as changed.
  private static let capacity = 16

  /// The representation of a change as a number: the position of the changed element, or one of
  /// these constants. The numbers from `truncated` downwards encode how many elements are left.
  private static let appended: Int32 = -1
  private static let unknown: Int32 = -2
  private static let truncated: Int32 = -3

  /// How many objects there have been.
  private static let objects = Atomic<UInt64>(0)

  /// A number that no other object has, or had.
  fileprivate let number = StackChanges.objects.wrappingAdd(1, ordering: .relaxed).newValue
  private var latest: [Int32] = []
  /// The number of changes before ``latest``.
  private var dropped = 0

  /// The number of all changes.
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

  /// Visits the changes from a number on, in order.
  ///
  /// - Returns: Whether all of them were recorded.
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
  /// The element at a position may have changed.
  case changed(index: Int)
  /// An element was added on top.
  case appended
  /// Only the lowest `count` elements are left.
  case truncated(count: Int)
}

/// A point in the history of a stack, to determine later what has changed since.
package struct StackMark: Sendable {
  // Not a reference, which would be counted each time that the mark is copied.
  private let number: UInt64
  private let count: Int

  fileprivate init(_ changes: StackChanges) {
    number = changes.number
    count = changes.count
  }

  fileprivate func visit(_ changes: StackChanges, _ body: (StackChange) -> Void) -> Bool {
    changes.number == number && changes.visit(from: count, body)
  }
}

/// What encoders have to know of a stack, whatever the type of its elements is.
package struct StackHistory {
  package let ids: [StackElementID]
  private let changes: StackChanges

  fileprivate init(ids: [StackElementID], _ changes: StackChanges) {
    self.ids = ids
    self.changes = changes
  }

  /// The current point in the history, for ``visitChanges(since:_:)``.
  package var mark: StackMark { StackMark(changes) }

  /// Visits the changes since a mark, in order.
  ///
  /// - Returns: Whether all changes are known; if not, ignore the visited ones.
  /// - Complexity: O(*n*), where *n* is the number of changes since then.
  package func visitChanges(since mark: StackMark, _ body: (StackChange) -> Void) -> Bool {
    mark.visit(changes, body)
  }
}

extension StackState {
  package var history: StackHistory { StackHistory(ids: ids, changes) }
}
