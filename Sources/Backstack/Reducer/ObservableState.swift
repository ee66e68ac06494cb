public import BackstackSchema

/// The state of a feature. On a server it asks for nothing: clients see changes in snapshots.
///
/// `@ObservableState` adds the conformance; `@Reducer` does where a state has presentations.
public protocol ObservableState: SchemaRepresentable {
  /// Where a presentation is stored, in bytes from the start of the state: of `\._child` for `\.$child`.
  ///
  /// Lets an operator change what is presented in place. A presentation that is not known here is
  /// taken out of the state and put back, as a computed property has to be.
  static func _offset(ofPresentation presentation: PartialKeyPath<Self>) -> Int?
}

extension ObservableState {
  public static func _offset(ofPresentation presentation: PartialKeyPath<Self>) -> Int? { nil }

  /// The offset of the stored property behind a presentation. Support for the expansion of
  /// `@ObservableState`.
  ///
  /// - Returns: `nil` if it is not stored as what it is seen as, by another wrapper of that name.
  // Inlined, the key paths are constants that cost nothing: making an object of one takes as long as
  // a small reducer.
  @inlinable
  @inline(__always)
  public static func _storedOffset<Projected, Stored>(
    _: KeyPath<Self, Projected>, _ stored: KeyPath<Self, Stored>
  ) -> Int? {
    Projected.self == Stored.self ? MemoryLayout<Self>.offset(of: stored) : nil
  }

  /// Where a presentation is stored, in bytes from the start of the state.
  ///
  /// - Parameter presentation: A key path of this very type.
  static func storedPresentationOffset(of presentation: AnyKeyPath) -> Int? {
    // Sound: the root is this type; a cast that checks it takes as long as all the rest.
    _offset(ofPresentation: unsafeDowncast(presentation, to: PartialKeyPath<Self>.self))
  }
}
