/// The client that has created a session, as the server that embeds sessions has authenticated it.
public struct SessionPrincipal: Sendable, Hashable, Codable {
  /// The principal's identifier, such as a user's id.
  public var id: String
  /// Other facts about the principal, such as roles.
  public var attributes: [String: String]

  /// Creates a principal.
  ///
  /// - Parameters:
  ///   - id: The principal's identifier, such as a user's id.
  ///   - attributes: Other facts about the principal, such as roles.
  public init(id: String, attributes: [String: String] = [:]) {
    self.id = id
    self.attributes = attributes
  }
}
