package import BackstackDependencies

/// What a test store found to be otherwise than the test said, or what the library noticed in it.
package struct TestFailure: Sendable, CustomStringConvertible {
  package var kind: Kind
  /// What happened and what to do about it, for a person to read.
  package var message: String
  /// The line of the test that caused it, or the operator that noticed it.
  package var location: SourceLocation
  /// Whether it only tells what a test that is not exhaustive left out (R110).
  package var isExpected = false

  package var description: String { "\(location): \(kind): \(message)" }

  /// The kinds of failures (R108).
  package enum Kind: Sendable, Hashable {
    // What a closure said of the state.
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
    // The rest.
    case sendAfterDismissal
    case wrongCase
    case unchangedCase
    /// An issue that the library or a feature reported (R119).
    case issue
  }
}
