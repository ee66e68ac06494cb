/// An operation of a request on a session. An open set.
public struct SessionOperation: Sendable, Hashable {
  /// The name of the operation, such as `read`.
  public let name: String

  /// Reading the snapshot or a navigation path, or waiting for the next version of it.
  public static let read = Self(name: "read")
  /// Reading the history, or an earlier version.
  public static let readHistory = Self(name: "read-history")
  /// Following the events.
  public static let follow = Self(name: "follow")
  /// Sending actions.
  public static let act = Self(name: "act")
  /// Restoring an earlier version.
  public static let restore = Self(name: "restore")
  /// Ending the session.
  public static let end = Self(name: "end")
}
