/// A target of an action that is missing from the state. Late actions are normal with remote
/// clients.
public struct MissingTarget: Error, Hashable {
  /// The reason why the target is missing. An open set.
  public struct Reason: Sendable, Hashable {
    private let name: String

    /// The element is not, or no longer, on its stack.
    public static let element = Self(name: "element")
    /// Nothing is presented, or not any more.
    public static let presentation = Self(name: "presentation")
    /// The state is in another case of its enum than the action's.
    public static let `case` = Self(name: "case")
  }

  /// The reason why the target is missing.
  public let reason: Reason
  /// A description of the missing target for humans.
  public let message: String

  /// Creates a missing target.
  public init(reason: Reason, message: String) {
    self.reason = reason
    self.message = message
  }
}
