import BackstackCoding
import BackstackDependencies

/// The part of a session's history that a replay can repeat: a state, and the steps that led from it to
/// the latest one.
struct ReplayableHistory {
  /// The state before the first step, as JSON.
  let state: String
  /// The shared values of that state, as in ``SavedSession/shared``.
  let shared: String?
  let steps: ArraySlice<SavedVersion>
  /// The id of the next element of a stack before the first step; `nil` if the state tells it.
  let nextElementID: Int?
  /// The latest version before the steps whose values were too many to be kept; `nil` if there is none.
  let unreplayable: Int?

  /// - Returns: `nil` if no step after a remembered state can be replayed.
  /// - Complexity: O(*n*) in the size of the history.
  init?(of session: SavedSession) {
    let history = session.history ?? []
    guard let begin = Self.beginning(in: history), begin + 1 < history.count,
      let state = history[begin].snapshot
    else { return nil }
    self.state = state
    shared = history[begin].shared
    steps = history[(begin + 1)...]
    nextElementID = Self.nextElementID(after: state, steps, in: session)
    unreplayable = history[...begin].last { $0.made?.isTooMany == true }?.version
  }

  /// Returns the index of the version at which a replay can begin.
  private static func beginning(in history: [SavedVersion]) -> Int? {
    guard var first = history.firstIndex(where: { $0.snapshot != nil }) else { return nil }
    for (index, step) in history.enumerated() where index > first {
      guard !canReplay(step, after: history[first].version) else { continue }
      guard let next = history[index...].firstIndex(where: { $0.snapshot != nil }) else {
        return nil
      }
      first = next
    }
    return first
  }

  /// Returns whether a step leads to its state again.
  private static func canReplay(_ step: SavedVersion, after first: Int) -> Bool {
    // One that was restored from a version that the replay has not made.
    if let restored = step.restored { return restored >= first }
    // A session that was resumed may have been migrated, and durable effects have run again, whose
    // actions belong to the same version.
    if step.cause == SessionJournal.Cause.resume.name { return false }
    // The action of a proposal was not done.
    if step.cause == SessionJournal.Cause.proposal.name { return false }
    let isKnown = step.action != nil || step.made?.shared != nil
    return isKnown && step.made?.isTooMany != true
  }

  /// Returns the id of the next element of a stack after a state.
  ///
  /// The state alone does not tell it when an element was removed: no id is used twice. The smallest id
  /// that comes later does.
  private static func nextElementID(
    after state: String, _ steps: ArraySlice<SavedVersion>, in session: SavedSession
  ) -> Int? {
    let first = elementIDs(in: state).filter { $0 < session.nextElementID }
    let later = steps.compactMap(\.snapshot) + [session.state]
    // Elements of a feature's own may look like those of a stack, which have lower ids than the next.
    let new = later.reduce(into: Set<Int>()) { $0.formUnion(elementIDs(in: $1)) }
      .filter { !first.contains($0) && $0 < session.nextElementID }
    guard let next = new.min(), next > (first.max() ?? -1) + 1 else { return nil }
    return next
  }

  /// Returns the ids of the elements of all stacks in a state.
  private static func elementIDs(in json: String) -> Set<Int> {
    guard let state = try? JSONLiteral(decoding: Array(json.utf8)) else { return [] }
    var ids: Set<Int> = []
    collect(from: state, into: &ids)
    return ids
  }

  private static func collect(from value: JSONLiteral, into ids: inout Set<Int>) {
    switch value {
    case .array(let elements):
      for element in elements {
        if element["state"] != nil, case .number(let id)? = element["id"], let id = Int(id) {
          ids.insert(id)
        }
        collect(from: element, into: &ids)
      }
    case .object(let members): for member in members { collect(from: member.value, into: &ids) }
    default: break
    }
  }
}
