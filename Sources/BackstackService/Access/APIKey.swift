/// A key that a client authenticates with: `Authorization: Bearer <secret>` (RFC 6750 §2.1).
public struct APIKey: Sendable, Hashable {
  /// The name of the key's owner, for logs and limits. Several keys may share a name, so that keys
  /// can be rotated.
  public let name: String
  /// The bytes that the client sends.
  let secret: [UInt8]

  /// Creates a key.
  ///
  /// - Returns: `nil` when the name is empty, when the secret is shorter than 16 bytes, or when it
  ///   contains a character that a bearer token may not have: all but letters, digits and
  ///   `-._~+/=`.
  public init?(name: String, secret: String) {
    let isToken = secret.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-._~+/=".utf8.contains(byte)
      }
    }
    guard !name.isEmpty, secret.utf8.count >= 16, isToken else { return nil }
    self.name = name
    self.secret = Array(secret.utf8)
  }

  /// Returns whether another key has the same secret.
  package func hasSecret(of other: APIKey) -> Bool { secret == other.secret }

  /// Returns whether a text is the secret, in a time that does not depend on how much of it is
  /// right.
  func matches(_ text: [UInt8]) -> Bool {
    var difference = UInt8(text.count == secret.count ? 0 : 1)
    for index in secret.indices {
      difference |= secret[index] ^ (index < text.count ? text[index] : 0)
    }
    return difference == 0
  }
}

extension [APIKey] {
  /// Returns the key that has a text as its secret. Compares with every key, so that the time
  /// reveals nothing about the one that matches.
  func key(matching text: [UInt8]) -> APIKey? {
    var found: APIKey?
    for key in self where key.matches(text) { found = key }
    return found
  }
}
