/// The actions that wait to be processed by a store, first in, first out.
struct ActionQueue<Action: Sendable> {
  struct Entry {
    let action: Action
    /// The effects of the action that led to this one, `nil` for one from outside.
    let group: EffectGroup?
  }

  private var entries: [Entry] = []
  private var head = 0

  mutating func append(_ entry: Entry) {
    entry.group?.holdForAction()
    entries.append(entry)
  }

  /// What waits, in order.
  var waiting: [Action] { entries[head...].map(\.action) }

  /// Drops what waits.
  mutating func removeAll() {
    for entry in entries[head...] { entry.group?.releaseAction() }
    entries = []
    head = 0
  }

  /// Takes out the first action. Its group is held until it was processed.
  ///
  /// - Complexity: O(1) amortized.
  mutating func popFirst() -> Entry? {
    guard head < entries.count else { return nil }
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
