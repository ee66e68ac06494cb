import BackstackCasePaths
import BackstackDependencies

/// A record of how far operators have taken the action that a store is processing. If no operator
/// takes an action for a screen, the action changes nothing: the feature lacks the operator.
///
/// An action leads through features to its target. Each stack, presentation or list on the way is a
/// level, from 0. An operator may take the actions of a child's child, before or after the child
/// sees them. So only when all reducers have run is it known whether a level was taken.
struct ActionRoute {
  /// The level of the feature whose reducer is running.
  private var level: Int32 = 0
  /// The number of levels that operators have taken.
  private var takenLevels: Int32 = 0
  /// The features whose operators have not taken the action so far.
  private var ends: [End] = []
  /// Whether `ends` has elements.
  private var hasEnds = false
  /// The cases that were reported, each with the type of its action.
  private var reported: Set<String> = []

  /// A feature that got an action for a level which none of its operators took.
  private struct End {
    let level: Int32
    let place: String
    let message: String
  }

  /// Records that an operator takes the action at the current level.
  mutating func take() { takenLevels = max(takenLevels, level + 1) }

  /// Enters the level behind the operator.
  mutating func enter() { level += 1 }

  /// Leaves the level that ``enter()`` entered.
  mutating func leave() { level -= 1 }

  /// Records the action of a feature whose reducer has run.
  @inline(__always)
  mutating func note<Action>(_ action: Action) {
    if takenLevels <= level, NavigationCases.contains(action) { end(action) }
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func end<Action>(_ action: Action) {
    guard let found = NavigationCases.find(action) else { return }
    let type = String(reflecting: Action.self)
    hasEnds = true
    ends.append(
      End(
        level: level, place: "\(type).\(found.name)",
        message: """
          An action, '\(type.drop { $0 != "." }.dropFirst()).\(found.name)', is for \(found.hint) to the body of the reducer, or have \
          a parent's operator take it.
          """))
  }

  /// Ends the route of an action, and starts that of the next one.
  ///
  /// - Returns: The issues to report: one for each case, however many of its actions are not taken.
  @inline(__always)
  mutating func finish<Action>(_ action: Action) -> [String]? {
    note(action)
    defer {
      level = 0
      takenLevels = 0
    }
    return hasEnds ? findMissing() : nil
  }

  @inline(never)
  private mutating func findMissing() -> [String] {
    defer {
      ends = []
      hasEnds = false
    }
    let missing = ends.filter { $0.level >= takenLevels && reported.insert($0.place).inserted }
    return missing.map(\.message)
  }
}
