/// The client that made a version, as its transport knows it. Names of keys are no secret among clients
/// that may read the history; the keys are not in it.
package struct VersionAuthor: Sendable, Hashable {
  /// The id of the principal; `nil` if the client has not authenticated.
  package let principal: String?
  /// Whether an agent has acted for it.
  package let isAgent: Bool

  /// - Returns: `nil` if nothing is known of the client.
  package init?(principal: String?, isAgent: Bool = false) {
    guard principal != nil || isAgent else { return nil }
    self.principal = principal
    self.isAgent = isAgent
  }
}
