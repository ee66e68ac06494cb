import Backstack

/// The levels that were evaluated before, and need not be again while what their views have read stays.
///
/// The root is kept if its views have read only parts of its state that are the same now, and it presents
/// nothing; a screen of its stack if its view has read nothing but its own state, and presents nothing. What
/// shared values they have read has to be the same, too.
/// What the views of screens have captured comes from the root's.
package final class ScreenMemory {
  /// The root, if it is known: a ``KnownRoot``.
  var root: Any?
  /// What the views of the root have read.
  var rootReads = StateReads()
  /// The shared values that the views of the root have read.
  var rootShares = SharedReads()
  private var stacks: [KnownStack] = []
  package let presentations: PresentationMemory
  let shares = SharedReadLog {
    reportViewIssue(
      """
      A view changes a shared value, and the change is lost: a closure of a view can only send. Let the \
      reducer change the value, with an action for it.
      """)
  }
  let issues = ViewIssues()

  /// - Parameter presentations: What is presented, as far as it is known from before.
  package init(presentations: [String: Int] = [:]) {
    self.presentations = PresentationMemory(presentations)
  }

  /// Returns what is known of a stack of the root.
  func stack(_ number: Int) -> KnownStack {
    if number == stacks.count { stacks.append(KnownStack()) }
    return stacks[number]
  }

  /// Forgets the screens of stacks.
  func forgetStacks() { stacks.removeAll() }
}

/// A level that was evaluated before.
struct KnownLevel {
  let json: [UInt8]
  let nodeCount: Int
  let id: String
  let title: String?
  let below: LevelBelow?
  /// The shared values that its views have read.
  let shares: SharedReads

  init(_ level: LevelDraft, _ json: [UInt8], nodeCount: Int, shares: SharedReads) {
    self.json = json
    self.shares = shares
    self.nodeCount = nodeCount
    id = level.id
    title = level.title
    below = level.below
  }
}

/// The root of a screen, with the stores and views that it was made of.
struct KnownRoot<State: Sendable, Action: Sendable> {
  let store: ReadOnlyStore<State, Action>
  let recorder: ActionRecorder
  let level: KnownLevel
  let stacks: [PushedStack]
}

/// The screens of a stack that were evaluated before.
final class KnownStack {
  private var ids: [StackElementID] = []
  /// The number of screens.
  var count: Int { levels.count }
  /// Where the stack is below the root, if that is known.
  var address: StackAddress?
  private var mark: StackMark?
  private var levels: [KnownLevel?] = []
  /// The addresses of the screens, each with the tag of the screen's case.
  private var addresses: [(tag: Int?, address: ScreenAddress)?] = []

  /// Forgets what has changed in the stack since it was examined last.
  ///
  /// - Complexity: O(*n*) in the number of screens.
  func examine(_ history: StackHistory) {
    let isKnown = mark.map { mark in
      history.visitChanges(since: mark) { change in
        if case .changed(let index) = change, index < levels.count { levels[index] = nil }
      }
    }
    mark = history.mark
    if isKnown != true { levels = [] }
    if history.ids != ids {
      let count = zip(ids, history.ids).prefix { $0 == $1 }.count
      levels.removeSubrange(min(count, levels.count)...)
      addresses.removeSubrange(count...)
      ids = history.ids
    }
    levels += Array(repeating: nil, count: ids.count - levels.count)
    addresses += Array(repeating: nil, count: ids.count - addresses.count)
  }

  /// Returns where a screen is below the root; `nil` if that is not known of the stack.
  ///
  /// - Parameters:
  ///   - tag: The tag of the screen's case, if its state is an enum.
  ///   - feature: Returns the name of that case.
  func address(at position: Int, case tag: Int?, named feature: () -> String?) -> ScreenAddress? {
    if let known = addresses[position], known.tag == tag { return known.address }
    let made = address?.screen(ids[position], case: feature())
    addresses[position] = made.map { (tag, $0) }
    return made
  }

  /// Returns the screen at a position, if it is known and over the same level as then.
  func level(at position: Int, over below: LevelBelow) -> KnownLevel? {
    guard let level = levels[position], level.below == below, level.shares.areSame else {
      return nil
    }
    return level
  }

  func keep(_ level: KnownLevel, at position: Int) { levels[position] = level }
}
