import Backstack

/// The screens of stacks that were evaluated before, and need not be again while their states stay.
///
/// A screen is kept if its view has read nothing but its own state, and presents nothing.
package final class ScreenMemory {
  struct Key: Hashable {
    /// The level that has the stack.
    let stack: String
    let element: StackElementID
  }

  struct Entry {
    let json: [UInt8]
    let nodeCount: Int
    let id: String
    let title: String?
    let below: String?
    let titleBelow: String?
  }

  private var entries: [Key: Entry] = [:]
  private var marks: [String: StackMark] = [:]
  /// The keys that the evaluation in progress has found or kept.
  private var used: Set<Key> = []
  /// The stacks that the evaluation in progress has examined.
  private var examined: Set<String> = []
  package let presentations: PresentationMemory
  let issues = ViewIssues()

  /// - Parameter presentations: What is presented, as far as it is known from before.
  package init(presentations: [String: Int] = [:]) {
    self.presentations = PresentationMemory(presentations)
  }

  /// Forgets what has changed in a stack since it was examined last.
  ///
  /// - Complexity: O(*n*) in the number of changes, or in the number of entries if they are unknown.
  func examine(_ stack: String, _ history: StackHistory) {
    examined.insert(stack)
    let mark = marks.updateValue(history.mark, forKey: stack)
    let isKnown = mark.map { mark in
      history.visitChanges(since: mark) { change in
        guard case .changed(let index) = change, index < history.ids.count else { return }
        entries[Key(stack: stack, element: history.ids[index])] = nil
      }
    }
    if isKnown != true { entries = entries.filter { $0.key.stack != stack } }
  }

  /// Returns a screen that is over a given level.
  func entry(_ key: Key, below: String, _ titleBelow: String?) -> Entry? {
    guard let entry = entries[key], entry.below == below, entry.titleBelow == titleBelow else {
      return nil
    }
    used.insert(key)
    return entry
  }

  func keep(_ level: LevelDraft, _ json: [UInt8], nodes: Int, as key: Key) {
    used.insert(key)
    entries[key] = Entry(
      json: json, nodeCount: nodes, id: level.id, title: level.title, below: level.below,
      titleBelow: level.titleBelow)
  }

  /// Forgets everything that the evaluation has not used.
  func finish() {
    if entries.count > used.count { entries = entries.filter { used.contains($0.key) } }
    used.removeAll(keepingCapacity: true)
    if marks.count > examined.count { marks = marks.filter { examined.contains($0.key) } }
    examined.removeAll(keepingCapacity: true)
    presentations.finish()
  }
}
