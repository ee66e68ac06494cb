import Synchronization

/// Case key paths that are made once per type. Support for the expansion of `@Reducer`.
///
/// Evaluating a case key path literal makes it anew, which takes longer than many extractions. A
/// type that isn't generic keeps its key paths in constants; a generic type can't have any, and
/// keeps them here. Reading takes no lock.
public struct SharedCaseKeyPaths {
  /// A key path to or from types that only the reader knows.
  public typealias Element = any AnyKeyPath & Sendable

  private let keyPaths: [Element]
  private var index = 0

  /// The key paths of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - make: Makes the key paths; called when they aren't there yet.
  public init(of type: Any.Type, make: () -> [Element]) {
    self.keyPaths = Snapshot.keyPaths(of: ObjectIdentifier(type), make: make)
  }

  /// The next key path, which has to be one between those types.
  public mutating func next<Root, Value>(
    from root: Root.Type, to value: Value.Type
  ) -> any CaseKeyPath<Root, Value> & Sendable {
    defer { index += 1 }
    let keyPath = keyPaths[index]
    assert(keyPath is CaseKeyPath<Root, Value>, "\(keyPath) is not from \(Root.self)")
    // Sound because the expansion reads the key paths in the order in which it made them. A
    // checked cast takes as long as an extraction.
    return unsafeBitCast(keyPath, to: (any CaseKeyPath<Root, Value> & Sendable).self)
  }
}

/// The key paths of all types that have asked so far.
///
/// A snapshot is immutable; adding a type replaces it. Old ones live on, because somebody may be
/// reading them, and are few: one per type.
private final class Snapshot: Sendable {
  private static let current = Atomic(Unmanaged.passRetained(Snapshot([:], after: nil)))
  private static let writing = Mutex(())

  private let keyPaths: [ObjectIdentifier: [SharedCaseKeyPaths.Element]]
  private let previous: Snapshot?

  private init(
    _ keyPaths: [ObjectIdentifier: [SharedCaseKeyPaths.Element]], after previous: Snapshot?
  ) {
    self.keyPaths = keyPaths
    self.previous = previous
  }

  static func keyPaths(
    of type: ObjectIdentifier, make: () -> [SharedCaseKeyPaths.Element]
  ) -> [SharedCaseKeyPaths.Element] {
    let snapshot = current.load(ordering: .acquiring).takeUnretainedValue()
    if let known = snapshot.keyPaths[type] { return known }
    let made = make()
    return writing.withLock { _ in
      let latest = current.load(ordering: .acquiring).takeUnretainedValue()
      if let known = latest.keyPaths[type] { return known }
      var keyPaths = latest.keyPaths
      keyPaths[type] = made
      current.store(.passRetained(Snapshot(keyPaths, after: latest)), ordering: .releasing)
      return made
    }
  }
}
