/// What an embedding has collected between the root and some `Case`.
///
/// The types are erased to pointers because a `Case` knows its own value's type only.
@usableFromInline
protocol CaseEmbedding {
  /// Makes a root of a value.
  ///
  /// - Parameters:
  ///   - value: Points to an initialized value of the type of the `Case` that holds this.
  ///   - root: Points to uninitialized memory for a root, which this initializes.
  func embed(_ value: UnsafeRawPointer, into root: UnsafeMutableRawPointer)
}

/// One step by a closure. It fits into an existential's own storage, so the most frequent embedding
/// allocates nothing.
@usableFromInline
struct ClosureEmbedding<Root, Value>: CaseEmbedding {
  @usableFromInline let embed: @Sendable (Value) -> Root

  @inlinable
  init(embed: @escaping @Sendable (Value) -> Root) { self.embed = embed }

  // Sound: the `Case` that holds this is of `Value`, which is what the protocol's caller points to.
  @inlinable
  func embed(_ value: UnsafeRawPointer, into root: UnsafeMutableRawPointer) {
    root.initializeMemory(
      as: Root.self, to: embed(value.assumingMemoryBound(to: Value.self).pointee))
  }
}

/// One step by a type; fits as well.
@usableFromInline
struct TypeEmbedding<Root, Value>: CaseEmbedding {
  @usableFromInline let functions: any CaseFunctions<Root, Value>.Type

  @inlinable
  init(functions: any CaseFunctions<Root, Value>.Type) { self.functions = functions }

  // Sound: the `Case` that holds this is of `Value`, which is what the protocol's caller points to.
  @inlinable
  func embed(_ value: UnsafeRawPointer, into root: UnsafeMutableRawPointer) {
    root.initializeMemory(
      as: Root.self, to: functions.embed(at: value.assumingMemoryBound(to: Value.self)))
  }
}

/// A step below other steps.
@usableFromInline
struct ComposedEmbedding<Middle, Value>: CaseEmbedding {
  @usableFromInline let outer: any CaseEmbedding
  @usableFromInline let inner: AnyCasePath<Middle, Value>

  @inlinable
  init(outer: any CaseEmbedding, inner: AnyCasePath<Middle, Value>) {
    self.outer = outer
    self.inner = inner
  }

  // Sound: the `Case` that holds this is of `Value`, which is what the protocol's caller points to.
  @inlinable
  func embed(_ value: UnsafeRawPointer, into root: UnsafeMutableRawPointer) {
    let middle = inner.embed(value.assumingMemoryBound(to: Value.self).pointee)
    withUnsafePointer(to: middle) { outer.embed(UnsafeRawPointer($0), into: root) }
  }
}

extension AnyCasePath {
  /// This path as the first step of an embedding.
  @inlinable
  var firstEmbedding: any CaseEmbedding {
    switch storage {
    case .closures(let embed, _): ClosureEmbedding(embed: embed)
    case .type(let functions): TypeEmbedding(functions: functions)
    }
  }
}
