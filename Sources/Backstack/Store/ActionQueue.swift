import BackstackPlatform

/// The actions that a store has yet to process, first in, first out.
struct ActionQueue<Action: Sendable> {
  struct Entry {
    let action: Action
    /// The effects of the action that led to this one; `nil` for an action from outside.
    let group: EffectGroup?
    /// The number of the action whose effect sent this one, counted from 1; 0 if none did.
    let cause: Int
  }

  // Stored before the properties whose layout depends on `Action`, so that its offset is a
  // constant.
  private var count = 0
  /// The first action while it is the only one, which is the common case: it needs no array.
  private var only: Entry?
  private var entries = Deque<Entry>()

  mutating func append(_ entry: Entry) {
    entry.group?.didEnqueueAction()
    count += 1
    if only == nil, entries.isEmpty {
      only = entry
      return
    }
    if let first = only {
      entries.append(first)
      only = nil
    }
    entries.append(entry)
  }

  /// Whether no action is queued.
  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// The queued actions, in order.
  var waiting: [Action] { (only.map { [$0] } ?? Array(entries)).map(\.action) }

  /// Drops all queued actions.
  mutating func removeAll() {
    only?.group?.didProcessAction()
    for entry in entries { entry.group?.didProcessAction() }
    only = nil
    entries.removeAll()
    count = 0
  }

  /// Removes and returns the first action. Its group stays in use until the caller calls
  /// `didProcessAction()`.
  ///
  /// - Complexity: O(1) amortized.
  mutating func popFirst() -> Entry? {
    guard count > 0 else { return nil }
    count -= 1
    if let entry = only {
      only = nil
      return entry
    }
    return entries.popFirst()
  }
}
