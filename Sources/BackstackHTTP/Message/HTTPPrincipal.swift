/// The authenticated sender of a request (RFC 9110 §11).
public struct HTTPPrincipal: Sendable, Hashable, Codable {
  /// The principal's identifier, such as a user's id.
  public var id: String
  /// Other facts about the principal, such as roles.
  public var attributes: [String: String]

  /// - Parameters:
  ///   - id: The principal's identifier, such as a user's id.
  ///   - attributes: Other facts about the principal, such as roles.
  public init(id: String, attributes: [String: String] = [:]) {
    self.id = id
    self.attributes = attributes
  }
}
