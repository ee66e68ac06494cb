public import BackstackCoding

/// The state of a feature. On a server, nothing observes it: clients see its changes in snapshots.
///
/// `@ObservableState` adds the conformance; `@Reducer` does where a state has presentations.
public protocol ObservableState: SchemaRepresentable {
  /// Returns the offset of a stored presentation, in bytes from the start of the state: that of
  /// `\._child` for `\.$child`.
  ///
  /// With it an operator can change the presented state in place. If the result is `nil`, the
  /// presentation is moved out of the state and back, as a computed property requires.
  static func _offset(ofPresentation presentation: PartialKeyPath<Self>) -> Int?
}

extension ObservableState {
  public static func _offset(ofPresentation presentation: PartialKeyPath<Self>) -> Int? { nil }

  /// Returns the offset of the stored property behind a presentation. Support for the expansion of
  /// `@ObservableState`.
  ///
  /// - Returns: `nil` if the stored type differs from the projected one, because of another wrapper
  ///   with that name.
  // Inlined, so that the key paths are constants without a cost: making a key path object takes as
  // long as a small reducer.
  @inlinable
  @inline(__always)
  public static func _storedOffset<Projected, Stored>(
    _: KeyPath<Self, Projected>, _ stored: KeyPath<Self, Stored>
  ) -> Int? {
    Projected.self == Stored.self ? MemoryLayout<Self>.offset(of: stored) : nil
  }

  /// Returns the offset of a stored presentation, in bytes from the start of the state.
  ///
  /// - Parameter presentation: A key path whose root is this type.
  static func storedPresentationOffset(of presentation: AnyKeyPath) -> Int? {
    // Sound: the root is this type. A checked cast would take as long as everything else.
    _offset(ofPresentation: unsafeDowncast(presentation, to: PartialKeyPath<Self>.self))
  }
}
