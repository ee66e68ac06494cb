public import Backstack
package import BackstackSchema

extension Feature {
  /// The feature with other dependencies of each session, for tests: set after those that the feature
  /// itself overrides, when a session is created or resumed.
  public func overridingDependencies(
    _ override: @escaping @Sendable (inout DependencyValues) -> Void
  ) -> Feature {
    var feature = self
    feature.overrides.append(override)
    return feature
  }

  /// The schemas of what clients send, and of what they are sent.
  package var schemas: SchemaDefinitions { contract.definitions }
  /// The name of the definition of a state that a client may begin with, if there is one.
  package var initialStateSchema: String? { contract.initialState }
  /// The name of the definition of an action that a client may send.
  package var actionSchema: String { FeatureContract.Root.action }
  /// Whether links lead to the feature.
  package var takesLinks: Bool { hasLinks }
}
