/// The ids of a stack as the user sees it, which can be ahead of the service.
///
/// A screen that the user closes is gone at once. Its id is left out of the service's ids
/// until the service has responded; as ids are never given twice, nothing else has to be kept.
struct ShownStack: Equatable, Sendable {
  /// The action that a new path asks of the service.
  enum Change: Equatable {
    case pop(Int)
    /// The path is not one that the service can be asked for: it stays as it was.
    case refused
    case unchanged
  }

  private var present: [Int] = []
  private var closing: Set<Int> = []
  /// The elements that are shown while a transition runs.
  private var frozen: [Int]?

  /// The ids to show, from the bottom to the top.
  var ids: [Int] { frozen ?? target }

  /// The ids whose states are needed: shown ones, and those that may come back.
  var kept: Set<Int> { Set(present).union(ids) }

  /// The elements that are shown once no transition runs: those above a closing screen go with it.
  private var target: [Int] { Array(present.prefix { !closing.contains($0) }) }

  /// Takes the ids that the service says.
  mutating func update(_ ids: [Int]) {
    present = ids
  }

  /// Takes the path that the user has made of the shown one.
  mutating func set(_ ids: [Int]) -> Change {
    let shown = self.ids
    guard ids != shown else { return .unchanged }
    let common = zip(shown, ids).prefix { $0 == $1 }.count
    guard ids == shown.filter(Set(ids).contains) else { return .refused }
    let lowest = shown[common]
    closing.insert(lowest)
    frozen = frozen.map { $0.prefix { $0 != lowest } }
    return .pop(lowest)
  }

  /// The service has closed a screen that the user closed, or it was closed already.
  mutating func closed(_ id: Int) {
    closing.remove(id)
  }

  /// The service has refused to close a screen: what the user closed comes back.
  mutating func refused() {
    closing = []
  }

  /// A transition begins: screens neither come nor go until it ends.
  mutating func beginTransition() {
    frozen = ids
  }

  mutating func endTransition() {
    frozen = nil
  }
}
