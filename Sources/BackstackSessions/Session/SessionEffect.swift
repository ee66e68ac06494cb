package import FoundationEssentials

/// The effects of a session that are in flight at a time.
package struct SessionEffects: Sendable {
  /// The effects in the order in which they started.
  package let all: [SessionEffect]
  /// The latest version.
  package let version: Int
  package let date: Date
}

/// An effect in flight, as the inspector shows it.
package struct SessionEffect: Sendable {
  /// The name of its task.
  package let name: String?
  /// The file and the line of the code that made it.
  package let source: String
  /// The ids that cancel it, the outermost first.
  package let cancelIDs: [String]
  package let startedAt: Date
  /// The version whose action started it. If it runs since the session was activated, this is the
  /// version of then.
  package let version: Int
  /// The action that dismisses the nearest presented feature around it, as JSON; `nil` if none is
  /// presented.
  package let dismissal: [UInt8]?
  /// The ids of the elements of lists that it is in, from that feature on, the outermost first.
  package let elementIDs: [String]
  /// When its sleep on a clock began and will end, if it sleeps; the sleep that ends first.
  package let sleep: DateInterval?
}
