/// A key path to a case of an enum, or to a case of its payload, and so on: `\.path.popFrom`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A case key path whose payload type is not known.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// The payload of the case this addresses, or nil when the root is another case.
  ///
  /// - Complexity: One step per case in the path. Allocates nothing, unless a payload on the way of
  ///   a longer path is larger than a kilobyte.
  @inlinable
  public func extract<Enum, Payload>(from root: Enum) -> Payload?
  where Root == Case<Enum>, Value == Case<Payload> {
    Case(extracting: root)[keyPath: self].extracted
  }

  /// Embeds a payload in the case this addresses.
  @inlinable
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    switch Case<Enum>.embedding[keyPath: self].mode {
    case .embed(let embedding):
      withUnsafePointer(to: payload) { payload in
        withUnsafeTemporaryAllocation(of: Enum.self, capacity: 1) { root in
          embedding.embed(
            UnsafeRawPointer(payload), into: UnsafeMutableRawPointer(root.baseAddress!))
          return root.moveElement(from: 0)
        }
      }
    case .embedRoot, .extract:
      // The path has no step (`\Case<Root>.self`), so the payload is the root.
      payload as! Enum
    }
  }

  /// The case this addresses, which has no payload.
  @inlinable
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    self(())
  }
}

/// Matches a value in a pattern: `switch action { case \.path.popFrom: … }`.
@inlinable
public func ~= <Root: CasePathable, Value>(keyPath: CaseKeyPath<Root, Value>, root: Root) -> Bool {
  root.is(keyPath)
}
