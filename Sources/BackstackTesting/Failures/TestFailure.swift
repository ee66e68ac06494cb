package import BackstackDependencies

/// A difference between a test's assertions and what happened, or an issue that the library
/// noticed.
package struct TestFailure: Sendable, CustomStringConvertible {
  package var kind: Kind
  /// A description of what happened and how to fix it.
  package var message: String
  /// The line of the test that caused the failure, or the operator that noticed it.
  package var location: SourceLocation
  /// Whether the failure only shows what a non-exhaustive test left out (R110).
  package var isExpected = false

  package var description: String { "\(location): \(kind): \(message)" }

  /// The kinds of failures (R108).
  package enum Kind: Sendable, Hashable {
    // Assertions of the state.
    case stateMismatch
    case unassertedStateChange
    case noStateChange
    case assertionThrew
    // Received actions.
    case unhandledReceivedActions
    case unexpectedAction
    case nothingReceived
    case valueMismatch
    case receiveTimeout
    case effectsEnded
    case leftoverActions
    // Effects.
    case effectsInFlight
    case effectStillRunning
    case taskTimeout
    // Skipping.
    case noActionsToSkip
    case noEffectsToSkip
    case skippedActions
    case skippedEffects
    case skippedAssertions
    // Others.
    case sendAfterDismissal
    case wrongCase
    case unchangedCase
    /// An issue that the library or a feature reported (R119).
    case issue
  }
}
