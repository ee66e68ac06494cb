import Backstack
import BackstackLocking

/// The issues that one action has caused until it is answered, at most ``limit``.
final class IssueCollector: Sendable {
  static let limit = 16

  private let collected = Guarded<[Issue]>([])

  var issues: [Issue] { collected.withLock { $0 } }

  func add(_ issue: Issue) {
    collected.withLock { if $0.count < Self.limit { $0.append(issue) } }
  }
}

/// Where the issues of a session go: to the action that is being processed, else to those that wait
/// for what their effects do.
struct SessionIssues: ~Copyable, Sendable {
  // Not private: the compiler fails on an object, in another file, that has it inline.
  struct Waiting {
    weak var collector: IssueCollector?
  }

  struct State {
    var current: IssueCollector?
    var waiting: [Waiting] = []
  }

  private let state = Guarded(State())

  /// Attributes an issue.
  func add(_ issue: Issue) {
    let collectors = state.withLock { state -> [IssueCollector] in
      if let current = state.current { return [current] }
      return state.waiting.compactMap(\.collector)
    }
    for collector in collectors { collector.add(issue) }
  }

  /// Runs what processes an action; its issues, and those of its effects for as long as somebody has
  /// the collector, go there.
  ///
  /// - Parameter hasEffects: Whether there are effects that may report issues later.
  func collect<Result, Failure: Error>(
    into collector: IssueCollector, hasEffects: @autoclosure () -> Bool,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    state.withLock { $0.current = collector }
    defer {
      let hasEffects = hasEffects()
      state.withLock { state in
        state.current = nil
        if !state.waiting.isEmpty { state.waiting.removeAll { $0.collector == nil } }
        if hasEffects { state.waiting.append(Waiting(collector: collector)) }
      }
    }
    return try body()
  }
}
