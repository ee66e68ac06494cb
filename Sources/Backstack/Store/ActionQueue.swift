/// The actions that wait to be processed by a store, first in, first out.
struct ActionQueue<Action: Sendable> {
  struct Entry {
    let action: Action
    /// The effects of the action that led to this one, `nil` for one from outside.
    let group: EffectGroup?
  }

  // Before what depends on the kind of action, so that it is found without asking for that.
  private var count = 0
  /// The first action while no other waits, as is the rule: it costs no array.
  private var only: Entry?
  private var entries: [Entry] = []
  private var head = 0

  mutating func append(_ entry: Entry) {
    entry.group?.holdForAction()
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

  /// Whether nothing waits.
  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// What waits, in order.
  var waiting: [Action] { (only.map { [$0] } ?? Array(entries[head...])).map(\.action) }

  /// Drops what waits.
  mutating func removeAll() {
    only?.group?.releaseAction()
    for entry in entries[head...] { entry.group?.releaseAction() }
    only = nil
    entries = []
    head = 0
    count = 0
  }

  /// Takes out the first action. Its group is held until it was processed.
  ///
  /// - Complexity: O(1) amortized.
  mutating func popFirst() -> Entry? {
    guard count > 0 else { return nil }
    count -= 1
    if let entry = only {
      only = nil
      return entry
    }
    let entry = entries[head]
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: head <= 64)
      head = 0
    } else if head >= 1024, head * 2 >= entries.count {
      entries.removeFirst(head)
      head = 0
    }
    return entry
  }
}
