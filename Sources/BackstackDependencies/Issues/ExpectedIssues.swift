import BackstackPlatform

/// A recorder of whether an issue was reported while an operation ran that is expected to report
/// one.
package final class ExpectedIssues: Sendable {
  /// The recorder of the innermost operation that this task runs; `nil` if no issue is expected.
  @TaskLocal package static var current: ExpectedIssues?

  private let state = Guarded(false)

  package init() {}

  /// Whether an issue was reported.
  package var hasIssues: Bool { state.withLock { $0 } }

  /// Records that an issue was reported.
  package func add() { state.withLock { $0 = true } }
}
