/// The secret that authenticates requests between nodes: only a program that can read the table of
/// the nodes knows it.
package struct NodeSecret: Hashable, Sendable {
  /// The random bytes; at least 16 in a secret that is used.
  package let bytes: [UInt8]

  /// Creates a secret that was stored.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a secret that nobody can guess.
  package init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Returns whether these are the bytes of the secret. The time that this takes tells nothing about
  /// the secret but its length.
  package func matches(_ other: [UInt8]) -> Bool {
    guard !bytes.isEmpty, bytes.count == other.count else { return false }
    return zip(bytes, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension NodeSecret: CustomStringConvertible {
  /// A text without the bytes, for logs.
  package var description: String { "NodeSecret" }
}
