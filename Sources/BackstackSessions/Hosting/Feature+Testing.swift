public import Backstack
package import BackstackCoding
import BackstackDependencies

extension Feature {
  /// Returns the feature with other dependencies for each session, for tests. They are set after
  /// those that the feature itself overrides, when a session is created or resumed.
  public func overridingDependencies(
    _ override: @escaping @Sendable (inout DependencyValues) -> Void
  ) -> Feature {
    var feature = self
    feature.overrides.append(override)
    return feature
  }

  /// The schemas of actions and states for clients.
  package var schemas: SchemaDefinitions { contract.definitions }
  /// The name of the schema of a state that a client may begin with, if there is one.
  package var initialStateSchema: String? { contract.initialState }
  /// The name of the schema of an action that a client may send.
  package var actionSchema: String { FeatureContract.Root.action }
  /// Whether links lead to the feature.
  package var takesLinks: Bool { hasLinks }
}

extension Feature {
  /// Returns the feature with the dependencies of the current task, for tests. Its sessions inherit
  /// them on every thread that processes requests, even on threads that are no part of the test.
  ///
  /// A request that is processed while other dependencies are in force, as in tests without a
  /// socket, uses those.
  package func inheritingDependencies() -> Feature {
    guard let inherited = DependencyValues.ambient else { return self }
    /// Runs a closure with the inherited dependencies.
    @Sendable
    func inherit<Result>(_ body: () throws -> Result) rethrows -> Result {
      if DependencyValues.ambient != nil { return try body() }
      return try DependencyValues.$taskValues.withValue(inherited, operation: body)
    }
    var feature = self
    feature.makeSession = {
      [makeSession] (start, context, storing, register) throws(SessionError) in
      try SessionError.only { try inherit { try makeSession(start, context, storing, register) } }
    }
    feature.validation = validation.mapped { validate in
      { state in try inherit { try validate(state) } }
    }
    if let linkOf { feature.linkOf = { state in inherit { linkOf(state) } } }
    feature.hooks.started = hooks.started.map { hook in { info in inherit { hook(info) } } }
    feature.hooks.resumed = hooks.resumed.map { hook in { info in inherit { hook(info) } } }
    feature.hooks.ended = hooks.ended.map { hook in
      { info, reason in inherit { hook(info, reason) } }
    }
    return feature
  }
}
