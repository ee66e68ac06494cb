private enum IgnoresStackElementIDsKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// Whether comparisons of stacks ignore the ids.
  package var ignoresStackElementIDs: Bool {
    get { self[IgnoresStackElementIDsKey.self] }
    set { self[IgnoresStackElementIDsKey.self] = newValue }
  }
}
