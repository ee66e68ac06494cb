/// What a closure throws that nobody has implemented.
public struct Unimplemented: Error, Hashable, CustomStringConvertible {
  /// The closure: the client and the property, `UserClient.fetch`.
  public let endpoint: String

  /// An error for a closure.
  public init(_ endpoint: String) { self.endpoint = endpoint }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}

/// Reports that a closure of a `@DependencyClient` was called that nobody has implemented.
public func _reportUnimplemented(_ endpoint: String) {
  reportIssue("\(Unimplemented(endpoint)). Override it where it is to be used.")
}
