import BackstackPlatform

/// A contract that is made when it is first requested.
final class KeptContract: Sendable {
  private let known = Guarded<OpenAPIDocument?>(nil)

  /// Returns the contract.
  func document(_ make: () -> OpenAPIDocument) -> OpenAPIDocument {
    if let document = known.withLock({ $0 }) { return document }
    let document = make()
    known.withLock { $0 = document }
    return document
  }
}
