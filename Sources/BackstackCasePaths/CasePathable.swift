/// An enum whose cases can be addressed by key paths: `\.counter`, `\.path[id: 3].counter`.
///
/// `@CasePathable` generates the conformance. An enum that can't have the macro, for example a
/// local one in a function, conforms to ``ReflectedCasePathable``.
public protocol CasePathable: SchemaRepresentable, SendableMetatype {
  /// A type with one `AnyCasePath` property per case, named like the case.
  associatedtype AllCasePaths

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of a case key path that names its type: `\Action.Cases.counter`.
  public typealias Cases = AllCasePaths
}

extension CasePathable {
  /// The payload of a case; `nil` if the value is another case.
  ///
  /// Setting it embeds the new payload if the value is of that case; otherwise it does nothing.
  /// Setting it to `nil` does nothing.
  @inlinable
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { keyPath.extract(from: self) }
    set {
      guard let newValue, self.is(keyPath) else { return }
      self = keyPath(newValue)
    }
  }

  /// The payload of a case; `nil` if the value is another case: `value.counter`.
  ///
  /// Available in enums with the attribute `@dynamicMemberLookup`.
  @inlinable
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Returns whether the value is of a case.
  @inlinable
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    keyPath.extract(from: self) != nil
  }

  /// Returns whether the value is of a case.
  @_disfavoredOverload
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    let path = Self.allCasePaths[keyPath: keyPath] as? any PartialCasePath<Self>
    return path?.matches(self) ?? false
  }
}

extension CasePathable {
  /// Changes the payload of a case in place.
  ///
  /// The payload is moved out during the change, so that the collections in it are not copied.
  ///
  /// - Returns: The result of `body`; `nil` if the value is another case, which is not changed.
  /// - Throws: The error that `body` throws; its changes until then are kept.
  @inlinable
  public mutating func modify<Value, Result>(
    ifCase keyPath: CaseKeyPath<Self, Value>, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try Self.allCasePaths[keyPath: keyPath].modify(&self, body)
  }

  /// Changes the payload of a case in place.
  ///
  /// - Throws: ``CaseMismatch`` if the value is another case, which is not changed; or the error
  ///   that `body` throws, whose changes until then are kept.
  @inlinable
  public mutating func tryModify<Value, Result>(
    _ keyPath: CaseKeyPath<Self, Value>, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    guard let result = try modify(ifCase: keyPath, body) else {
      throw CaseMismatch(expected: "\(keyPath)", type: Self.self)
    }
    return result
  }
}

extension AnyCasePath {
  /// Changes the payload of this case in place.
  ///
  /// - Returns: The result of `body`; `nil` if the root is another case, which is not changed.
  /// - Throws: The error that `body` throws; its changes until then are kept.
  @inlinable
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeMutablePointer(to: &root) { pointer in
      guard var value = extract(from: pointer.pointee) else { return nil }
      // Sound: leaves the memory uninitialized until the defer below, so that `value` holds the
      // only reference to its contents. This has exclusive access to the root, so nothing else
      // reads it.
      pointer.deinitialize(count: 1)
      defer { pointer.initialize(to: embed(value)) }
      return try body(&value)
    }
  }
}

/// The error of a value that is another case of its enum than expected.
public struct CaseMismatch: Error, CustomStringConvertible {
  /// The case key path of the expected case.
  public let expected: String

  /// The enum.
  public let type: Any.Type

  /// Creates the error of a value that is not the expected case.
  public init(expected: String, type: Any.Type) {
    self.expected = expected
    self.type = type
  }

  public var description: String { "a value of \(type) is not the case \(expected)" }
}

/// Makes the cases of an enum addressable by key paths.
///
/// Generates the `AllCasePaths` of ``CasePathable``. If the enum's declaration names `Codable`,
/// `Encodable` or `Decodable`, also generates `encode(to:)` and `init(from:)` in Backstack's wire
/// format, unless they are written manually. The wire format is an object with one key, the case's
/// name, and the payload as its value.
///
/// ```json
/// {"counter": {"count": 3}}
/// {"popFrom": {"id": 0}}
/// {"close": {}}
/// ```
///
/// - A single payload without label is the value itself; labelled payloads are an object with their
///   labels as keys.
/// - A labelled payload that is optional or has a default argument may be absent.
/// - A case without payload can also be decoded from its name alone, `"close"`.
/// - The JSON Schema of the wire form, ``SchemaRepresentable``, has the comments of the cases.
@attached(
  member, names: named(AllCasePaths), named(allCasePaths), named(_binding), named(encode(to:)),
  named(init(from:)), named(jsonSchema(in:)))
@attached(extension, conformances: CasePathable)
public macro CasePathable() =
  #externalMacro(module: "BackstackMacros", type: "CasePathableMacro")

/// Marks a case that effects or the server send, but never a client.
///
/// It is encoded like any other case, but is not in the schema of client actions. To a decoder it
/// is an unknown case, unless the decoder's `userInfo` is true for
/// `CodingUserInfoKey.decodesServerOnlyCases`. A field of a state that is marked is one that no
/// client may set with a binding.
@attached(peer)
public macro ServerOnly() = #externalMacro(module: "BackstackMacros", type: "MarkerMacro")
