import BackstackDependencies

/// The case paths of an enum without named ones: its cases are determined by reflection,
/// `/Action.path`.
public struct ReflectedCasePaths<Root: CasePathable>: Sendable {
  fileprivate init() {}
}

/// An enum whose cases are determined by reflection, `/Action.path`.
///
/// A conforming type has nothing to implement.
public protocol ReflectedCasePathable: CasePathable
where AllCasePaths == ReflectedCasePaths<Self> {}

extension ReflectedCasePathable {
  /// The unnamed case paths.
  public static var allCasePaths: AllCasePaths { ReflectedCasePaths() }
}

/// A case that is determined by reflection, from the function that constructs it.
public final class ReflectedCase<Root, Value>: Sendable {
  let path: AnyCasePath<Root, Value>

  fileprivate init(embedding embed: @escaping @Sendable (Value) -> Root) {
    let isReadable = !containsFunction(Value.self)
    path = AnyCasePath(
      embed: embed,
      extract: { root in
        guard isReadable else {
          reportUnreadable(Value.self)
          return nil
        }
        guard let value: Value = reflectedPayload(of: root),
          enumTag(of: embed(value)) == enumTag(of: root)
        else { return nil }
        return value
      })
  }

  fileprivate init(_ root: Root) where Root: Sendable, Value == Void {
    path = AnyCasePath(
      embed: { root },
      extract: { other in enumTag(of: other) == enumTag(of: root) ? () : nil })
  }
}

extension ReflectedCase: Hashable {
  public static func == (lhs: ReflectedCase, rhs: ReflectedCase) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

prefix operator /

/// Returns the case key path of a case with a payload, determined by reflection: `/Action.path`.
///
/// This is for enums that can't have `@CasePathable`, such as local ones in a function: they
/// conform to ``ReflectedCasePathable``. Elsewhere use a case key path, which is more than ten
/// times as fast. A case with several payloads needs a context that specifies their type. A payload that is
/// or contains a closure can't be extracted: that is an issue.
public prefix func / <Root: ReflectedCasePathable, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> any CaseKeyPath<Root, Value> & Sendable {
  let reflected = ReflectedCase<Root, Value>(embedding: embed)
  return \.[reflected: reflected]
}

/// Returns the case key path of a case without payload: `/Action.closed`.
@_disfavoredOverload
public prefix func / <Root: ReflectedCasePathable & Sendable>(
  root: Root
) -> any CaseKeyPath<Root, Void> & Sendable {
  let reflected = ReflectedCase<Root, Void>(root)
  return \.[reflected: reflected]
}

/// Returns the case key path of a case with a payload, for an enum that also has named case paths.
public prefix func / <Root: CasePathable, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> any CaseKeyPath<Root, Value> & Sendable where Root.AllCasePaths: CasePathTable<Root> {
  let reflected = ReflectedCase<Root, Value>(embedding: embed)
  return \.[reflected: reflected]
}

/// Returns the case key path of a case without payload, for an enum that also has named case paths.
@_disfavoredOverload
public prefix func / <Root: CasePathable & Sendable>(
  root: Root
) -> any CaseKeyPath<Root, Void> & Sendable where Root.AllCasePaths: CasePathTable<Root> {
  let reflected = ReflectedCase<Root, Void>(root)
  return \.[reflected: reflected]
}

extension ReflectedCasePaths {
  /// The case path of a case that is determined by reflection.
  public subscript<Value>(
    reflected reflected: ReflectedCase<Root, Value>
  ) -> AnyCasePath<Root, Value> {
    reflected.path.markedAsReflected
  }
}

extension CasePathTable {
  /// The case path of a case that is determined by reflection.
  public subscript<Value>(
    reflected reflected: ReflectedCase<Root, Value>
  ) -> AnyCasePath<Root, Value> {
    reflected.path.markedAsReflected
  }
}

/// Returns whether a type is a function or a metatype, or a tuple or an optional of one: an enum stores
/// those in a form of its own, which only code that knows the type can read.
private func containsFunction(_ type: Any.Type) -> Bool {
  // Sound: in Swift's ABI, metadata begins with its kind; the metadata of a tuple has the number of its
  // elements in its second word, and their types in every second word from the fourth; that of an
  // optional has its argument in its third word (docs/ABI/TypeMetadata.rst).
  let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  let word = MemoryLayout<UnsafeRawPointer>.size
  func part(at index: Int) -> Any.Type {
    metadata.load(fromByteOffset: index * word, as: Any.Type.self)
  }
  let (optional, tuple, function, metatype) = (0x202, 0x301, 0x302, 0x304)
  switch metadata.load(as: Int.self) {
  case function, metatype: return true
  case optional: return containsFunction(part(at: 2))
  case tuple:
    let count = metadata.load(fromByteOffset: word, as: Int.self)
    return (0..<count).contains { containsFunction(part(at: 3 + 2 * $0)) }
  default: return false
  }
}

private func reportUnreadable(_ type: Any.Type) {
  reportIssue(
    """
    A case path of the form '/Root.case' can't extract a payload of the type '\(type)', as it contains \
    a function or a metatype. Give the enum '@CasePathable', or put the function in a struct.
    """)
}

/// Returns the payload of an enum value if it has the expected type.
private func reflectedPayload<Root, Value>(of root: Root) -> Value? {
  guard let payload = Mirror(reflecting: root).children.first?.value else { return nil }
  if let value = payload as? Value { return value }
  // One labelled payload is reflected as a tuple of one element.
  let parts = Mirror(reflecting: payload)
  guard parts.displayStyle == .tuple, parts.children.count == 1 else { return nil }
  return parts.children.first?.value as? Value
}
