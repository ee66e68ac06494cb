/// Who sends a request, as an authentication in front of the handler found out (RFC 9110 §11).
public struct HTTPPrincipal: Sendable, Hashable, Codable {
  /// What identifies the principal, such as a user's id.
  public var id: String
  /// What else is known, such as roles.
  public var attributes: [String: String]

  /// - Parameters:
  ///   - id: What identifies the principal, such as a user's id.
  ///   - attributes: What else is known, such as roles.
  public init(id: String, attributes: [String: String] = [:]) {
    self.id = id
    self.attributes = attributes
  }
}
