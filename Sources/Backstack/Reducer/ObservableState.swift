public import BackstackSchema

/// The state of a feature. On a server it asks for nothing: clients see changes in snapshots.
///
/// `@ObservableState` adds the conformance; `@Reducer` does where a state has presentations.
public protocol ObservableState: SchemaRepresentable {
  /// The stored property behind each presentation: `\._child` for `\.$child`.
  ///
  /// Lets an operator change what is presented in place. A presentation that is not named here is
  /// taken out of the state and put back, as a computed property has to be.
  static var _storedPresentations: [PartialKeyPath<Self>: PartialKeyPath<Self>] { get }
}

extension ObservableState {
  public static var _storedPresentations: [PartialKeyPath<Self>: PartialKeyPath<Self>] { [:] }

  /// Where a presentation is stored, in bytes from the start of the state.
  static func storedPresentationOffset(of presentation: AnyKeyPath) -> Int? {
    guard let presentation = presentation as? PartialKeyPath<Self>,
      let stored = _storedPresentations[presentation],
      type(of: stored).valueType == type(of: presentation).valueType
    else { return nil }
    return MemoryLayout<Self>.offset(of: stored)
  }
}
