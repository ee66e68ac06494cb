private enum IgnoresStackElementIDsKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// Whether stacks with equal elements are equal whatever their ids are.
  package var ignoresStackElementIDs: Bool {
    get { self[IgnoresStackElementIDsKey.self] }
    set { self[IgnoresStackElementIDsKey.self] = newValue }
  }
}
