/// A client's name for a request that is processed only once.
package struct IdempotencyKey: Sendable, Hashable {
  package let text: String
  /// A hash of the request, which distinguishes requests with the same key. It must be the same in
  /// every process.
  package let fingerprint: Int
  /// The client in whose share of the memory the request is stored; `nil` if only one client has it.
  let client: String?

  /// Creates a key.
  package init(text: String, fingerprint: Int) {
    self.init(text: text, fingerprint: fingerprint, client: nil)
  }

  private init(text: String, fingerprint: Int, client: String?) {
    self.text = text
    self.fingerprint = fingerprint
    self.client = client
  }

  /// Creates the key of a request for a resource with a name, such as a path, with some content.
  package init(text: String, of name: some Sequence<UInt8>, _ content: some Sequence<UInt8>) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    Self.combine(name, into: &hash)
    Self.combine(CollectionOfOne(0), into: &hash)
    Self.combine(content, into: &hash)
    self.init(text: text, fingerprint: Int(truncatingIfNeeded: hash))
  }

  /// The hash of the key and the request, which tells a repeated request to end the session from others
  /// when its keys are gone.
  var digest: UInt64 {
    var hash = UInt64(truncatingIfNeeded: fingerprint)
    Self.combine(text.utf8, into: &hash)
    return hash
  }

  /// Adds bytes to a 64-bit FNV-1a hash. A client that makes two requests with one hash deceives only
  /// itself.
  private static func combine(_ bytes: some Sequence<UInt8>, into hash: inout UInt64) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  /// Returns the key of a request with another fingerprint.
  func with(fingerprint: Int) -> Self {
    Self(text: text, fingerprint: fingerprint, client: client)
  }

  /// Returns the key of a creation in the scope of a principal.
  package func scoped(toPrincipal principal: String) -> Self {
    scoped(to: Self.beginning(ofPrincipal: principal))
  }

  /// Returns what the keys of a principal's creations begin with, before a space. No other
  /// principal's keys begin like this.
  static func beginning(ofPrincipal principal: String) -> String {
    // No key of a request contains a space.
    "key "
      + principal.unicodeScalars.map { scalar in
        switch scalar {
        case " ": "%20"
        case "%": "%25"
        default: String(scalar)
        }
      }.joined()
  }

  /// Returns the key in the scope of one client.
  ///
  /// - Parameter share: The name under which the client has its share of the memory, if that is
  ///   another than the scope's.
  package func scoped(to client: String, share: String? = nil) -> Self {
    Self(text: "\(client) \(text)", fingerprint: fingerprint, client: share ?? client)
  }
}
