/// The error that an unimplemented closure throws.
public struct Unimplemented: Error, Hashable, CustomStringConvertible {
  /// The closure: the client and the property, `UserClient.fetch`.
  public let endpoint: String

  /// Creates an error for a closure.
  public init(_ endpoint: String) { self.endpoint = endpoint }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}

/// Reports a call of an unimplemented closure of a `@DependencyClient`.
public func _reportUnimplemented(_ endpoint: String) {
  reportIssue("\(Unimplemented(endpoint)). Override it before you use it.")
}
