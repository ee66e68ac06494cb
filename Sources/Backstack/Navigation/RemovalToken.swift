/// Tells at once that no id has left a collection since it was last looked at, at any size.
///
/// A collection gets another token with each removal, and also when it grows while a copy of it
/// exists: two collections with one token differ by nothing that one of them lacks and was seen in
/// the other. Who looks keeps the token weakly, not to pass for a copy.
final class RemovalToken: Sendable {
  /// Brings a collection's token up to date before ids are added to it.
  static func willGrow(_ token: inout RemovalToken) {
    if !isKnownUniquelyReferenced(&token) { token = RemovalToken() }
  }
}
