/// A pair of functions for one case of an enum: one embeds a payload in the case, the other
/// extracts it.
///
/// If the payload is an enum, too, its cases are dynamic members, so that key paths continue:
/// `\.path.popFrom`.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline
  enum Storage: Sendable {
    case closures(
      embed: @Sendable (Value) -> Root,
      extract: @Sendable (Root) -> Value?
    )
    case type(any CaseFunctions<Root, Value>.Type)
  }

  // With an underscore, so that it doesn't hide a case `storage` among the dynamic members.
  @usableFromInline let _storage: Storage
  /// Whether the case path was made by reflection from a function, so that its key path equals no
  /// other.
  package private(set) var _isReflected = false

  /// Creates a case path from its two functions.
  ///
  /// - Parameters:
  ///   - embed: Returns the root for a payload.
  ///   - extract: Returns the payload of a root; `nil` if the root is another case.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self._storage = .closures(embed: embed, extract: extract)
  }

  /// Creates a case path from a type that has its two functions.
  ///
  /// In a generic type this is faster than closures. They would capture the generic arguments, and
  /// so allocate memory each time the case path is made.
  @inlinable
  public init(_ functions: any CaseFunctions<Root, Value>.Type) {
    self._storage = .type(functions)
  }

  /// Returns the root for a payload.
  @inlinable
  public func embed(_ value: Value) -> Root {
    switch _storage {
    case .closures(let embed, _): embed(value)
    case .type(let functions): functions.embed(value)
    }
  }

  /// Returns the payload of a root; `nil` if the root is another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    switch _storage {
    case .closures(_, let extract): extract(root)
    case .type(let functions): functions.extract(from: root)
    }
  }
}

extension AnyCasePath {
  /// ``embed(_:)`` and ``extract(from:)`` as separate functions. Where the compiler knows how the
  /// case path is made, it can optimize a closure that calls one of them.
  @inlinable
  package var functions:
    (
      embed: @Sendable (Value) -> Root, extract: @Sendable (Root) -> Value?
    )
  {
    switch _storage {
    case .closures(let embed, let extract): (embed, extract)
    case .type(let functions): functions.functions
    }
  }
}

extension AnyCasePath {
  /// Creates a case path from a case key path.
  @inlinable
  public init(_ keyPath: CaseKeyPath<Root, Value>) where Root: CasePathable {
    self = Root.allCasePaths[keyPath: keyPath]
  }

  /// The case path of a case of the payload.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> AnyCasePath<Root, Member> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  var markedAsReflected: Self {
    var marked = self
    marked._isReflected = true
    return marked
  }

  /// Returns the path of this step and another one.
  func appending<Member>(_ next: AnyCasePath<Value, Member>) -> AnyCasePath<Root, Member> {
    var path = AnyCasePath<Root, Member>(
      embed: { embed(next.embed($0)) },
      extract: { root in extract(from: root).flatMap { next.extract(from: $0) } })
    path._isReflected = _isReflected || next._isReflected
    return path
  }
}

extension AnyCasePath where Value == Never {
  /// The case path of a case that can't be constructed.
  public static var impossible: AnyCasePath { AnyCasePath(ImpossibleCase<Root>.self) }
}

private enum ImpossibleCase<Root>: CaseFunctions {
  static func embed(_ value: Never) -> Root {}
  static func extract(from root: Root) -> Never? { nil }
}

extension AnyCasePath: CustomDebugStringConvertible {
  public var debugDescription: String { "AnyCasePath<\(Root.self), \(Value.self)>" }
}

/// A type without instances that has the two functions of a case path.
///
/// A conforming type implements one of the two ways to embed. `@CasePathable` generates the one
/// with a pointer, because the compiler warns of code with a payload that can't exist.
public protocol CaseFunctions<Root, Value>: SendableMetatype {
  /// The enum.
  associatedtype Root
  /// The payload of the case.
  associatedtype Value

  /// Returns the root for a payload.
  static func embed(_ value: Value) -> Root

  /// Returns the root for the payload that a pointer points to.
  static func embed(at value: UnsafePointer<Value>) -> Root

  /// Returns the payload of a root; `nil` if the root is another case.
  static func extract(from root: Root) -> Value?
}

extension CaseFunctions {
  @inlinable
  public static func embed(_ value: Value) -> Root {
    withUnsafePointer(to: value) { embed(at: $0) }
  }

  @inlinable
  public static func embed(at value: UnsafePointer<Value>) -> Root { embed(value.pointee) }

  /// The functions as values without captures.
  @inlinable
  package static var functions:
    (
      embed: @Sendable (Value) -> Root, extract: @Sendable (Root) -> Value?
    )
  {
    ({ embed($0) }, { extract(from: $0) })
  }
}
