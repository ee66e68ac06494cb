/// What an action is addressed to and the state does not hold: a late action, normal with remote
/// clients.
public struct MissingTarget: Error, Hashable {
  /// Why the target is missing. An open set.
  public struct Reason: Sendable, Hashable {
    private let name: String

    /// The element is not, or no longer, on its stack.
    public static let element = Self(name: "element")
    /// Nothing, or nothing any more, is presented.
    public static let presentation = Self(name: "presentation")
    /// The state is another case of its enum than the action.
    public static let `case` = Self(name: "case")
  }

  /// Why it is missing.
  public let reason: Reason
  /// What is missing, in words for a person.
  public let message: String

  /// A target that is missing for a reason.
  public init(reason: Reason, message: String) {
    self.reason = reason
    self.message = message
  }
}
