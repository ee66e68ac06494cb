/// What a case key path walks over.
///
/// A case key path is an ordinary key path between `Case` values: reading it from a `Case` that
/// holds a root yields a `Case` that holds the payload, if it is that case. So extraction needs no
/// more than the walk itself, and allocates nothing. Embedding collects the embedding functions on
/// the way and calls them once the payload is known.
@dynamicMemberLookup
public struct Case<Value> {
  @usableFromInline
  enum Mode {
    /// Extracting: the value here, or nil when the root is another case.
    case extract(Value?)
    /// Embedding, at the root.
    case embedRoot
    /// Embedding, further down.
    case embed(any CaseEmbedding)
  }

  @usableFromInline let mode: Mode

  @inlinable
  init(_ mode: Mode) { self.mode = mode }

  /// The start of an extraction.
  @inlinable
  public init(extracting root: Value?) { self.mode = .extract(root) }

  /// The start of an embedding.
  @inlinable
  static var embedding: Case { Case(.embedRoot) }

  /// What was extracted, or nil when the root is another case.
  @inlinable
  public var extracted: Value? {
    guard case .extract(let value) = mode else { return nil }
    return value
  }
}

extension Case where Value: CasePathable {
  /// The next step of a case key path.
  @inlinable
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> {
    switch mode {
    case .extract(nil):
      return Case<Member>(.extract(nil))
    case .extract(.some(let value)):
      let path = Value.allCasePaths[keyPath: keyPath]
      return Case<Member>(.extract(path.extract(from: value)))
    case .embedRoot:
      let path = Value.allCasePaths[keyPath: keyPath]
      return Case<Member>(.embed(path.firstEmbedding))
    case .embed(let outer):
      let path = Value.allCasePaths[keyPath: keyPath]
      return Case<Member>(.embed(ComposedEmbedding(outer: outer, inner: path)))
    }
  }
}
