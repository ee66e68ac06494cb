import BackstackDependencies

/// A function that dismisses the feature that calls it: `@Dependency(\.dismiss) var dismiss`.
///
/// It ends the nearest presentation around the feature, and everything above it on a stack, once. A
/// second call, or a call after the feature is gone, does nothing.
public struct DismissEffect: Sendable {
  private let operation: (@Sendable () async -> Void)?
  private let node: NavigationNode?

  /// Creates a dismissal that runs `operation` instead, for tests.
  public init(_ operation: @escaping @Sendable () async -> Void) {
    self.operation = operation
    node = nil
  }

  init(node: NavigationNode?) {
    operation = nil
    self.node = node
  }

  /// Sends the action that dismisses the feature into the store.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if let operation { return await operation() }
    guard let node, node.isPresented else {
      return reportIssue(
        """
        A feature that is not presented dismissed itself. Read @Dependency(\\.isPresented) first \
        where a feature can also stand on its own.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
    node.tree.engine?.dismiss(node)
  }

  var isPresented: Bool { operation != nil || node?.isPresented == true }
}

private struct DismissOverride: DependencyKey {
  let effect: DismissEffect
  let owner: NavigationNode?

  static var liveValue: DismissOverride? { nil }
  static var testValue: DismissOverride? { nil }
}

extension DependencyValues {
  /// The function that dismisses the feature.
  public var dismiss: DismissEffect {
    get {
      let node = navigationNode
      if let override = self[DismissOverride.self] {
        // An override applies where it was set, not to the features presented from there.
        if node?.isPresented != true || override.owner === node { return override.effect }
      }
      return DismissEffect(node: node)
    }
    set { self[DismissOverride.self] = DismissOverride(effect: newValue, owner: navigationNode) }
  }

  /// Whether the feature is presented, so that it can dismiss itself.
  public var isPresented: Bool { dismiss.isPresented }
}
