/// A client's name for a request that is processed only once.
package struct IdempotencyKey: Sendable, Hashable {
  package let text: String
  /// A hash of the request, which distinguishes requests with the same key. It must be the same in
  /// every process.
  package let fingerprint: Int

  /// Creates a key.
  package init(text: String, fingerprint: Int) {
    self.text = text
    self.fingerprint = fingerprint
  }

  /// Returns the key in the scope of one client.
  package func scoped(to client: String) -> Self {
    Self(text: "\(client) \(text)", fingerprint: fingerprint)
  }
}
