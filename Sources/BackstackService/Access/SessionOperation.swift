/// What a request does with a session. An open set.
public struct SessionOperation: Sendable, Hashable {
  /// The name of the operation, such as `read`.
  public let name: String

  /// Reads the snapshot or the path, or waits for the next one.
  public static let read = Self(name: "read")
  /// Reads the history, or an earlier version.
  public static let readHistory = Self(name: "read-history")
  /// Follows the events.
  public static let follow = Self(name: "follow")
  /// Sends actions.
  public static let act = Self(name: "act")
  /// Goes back to an earlier version.
  public static let restore = Self(name: "restore")
  /// Ends the session.
  public static let end = Self(name: "end")
}
