import BackstackCoding
import BackstackPlatform
@_spi(Reflection) import Swift

// The classes are not generic in Sendable values, as their types may be known at run time only: each
// value is one of a `Shared`, whose values are Sendable.

/// A property of another reference's value, or anything else that a key path leads to.
final class MemberReference<Root, Value>: SharedReference<Value>, @unchecked Sendable {
  // Sound: `name` guards what changes. A key path captures nothing but what the caller shares.

  private let base: SharedReference<Root>
  private let keyPath: KeyPath<Root, Value>
  /// The name of the property, once it was looked up: `.some(nil)` if there is none.
  private let name = Guarded<String??>(nil)

  init(_ base: SharedReference<Root>, _ keyPath: KeyPath<Root, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var value: Value { base.value[keyPath: keyPath] }

  override func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let keyPath = keyPath as? WritableKeyPath<Root, Value> else {
      var value = value
      return try body(&value)
    }
    return try base.withLock { root throws(Failure) in try body(&root[keyPath: keyPath]) }
  }

  override var origin: SharedOrigin? {
    let known = name.withLock { $0 }
    guard let name = known ?? findName() else { return nil }
    return base.origin?.appending(.member(name))
  }

  private func findName() -> String? {
    var found: String?
    _ = _forEachFieldWithKeyPath(of: Root.self) { field, path in
      if path == keyPath { found = String(cString: field) }
      return found == nil
    }
    name.withLock { $0 = .some(found) }
    return found
  }
}

extension SharedReference {
  /// Returns the stored property with a name; `nil` if there is none.
  func member(named name: String) -> AnySharedReference? {
    var member: AnySharedReference?
    _ = _forEachFieldWithKeyPath(of: Value.self) { field, path in
      guard String(cString: field) == name else { return true }
      func open<Member>(_: Member.Type) -> AnySharedReference? {
        (path as? KeyPath<Value, Member>).map { MemberReference(self, $0) }
      }
      member = _openExistential(type(of: path).valueType, do: open)
      return false
    }
    return member
  }
}

/// What a closure makes of another reference's value.
final class ComputedReference<Root, Value>: SharedReference<Value>, @unchecked Sendable {
  // Sound: nothing changes.

  private let base: SharedReference<Root>
  private let read: @Sendable (Root) -> Value

  init(_ base: SharedReference<Root>, _ read: @escaping @Sendable (Root) -> Value) {
    self.base = base
    self.read = read
  }

  override var value: Value { read(base.value) }

  override func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var value = value
    return try body(&value)
  }
}

/// A part that the value of another reference may lose.
final class PartReference<Root, Value>: SharedReference<Value>, @unchecked Sendable {
  // Sound: `lock` guards what changes; the closures capture nothing but what the caller shares.

  /// How to read and replace the part.
  struct Access {
    let step: SharedStep?
    let read: (Root) -> Value?
    let write: (Value, inout Root) -> Void
  }

  private let base: SharedReference<Root>
  private let access: Access
  private let lock = StoreLock()
  /// The value of the part when it was there last.
  private var last: Value

  init(_ base: SharedReference<Root>, _ access: Access, last: Value) {
    self.base = base
    self.access = access
    self.last = last
  }

  override var value: Value {
    let part = access.read(base.value)
    return lock.withLock {
      if let part { last = part }
      return last
    }
  }

  override func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try base.withLock { root throws(Failure) in
      guard var part = access.read(root) else {
        reportIssue(
          "A shared \(Value.self) was changed after it had left the value of which it was a part: the "
            + "change is lost.")
        var part = lock.withLock { last }
        return try body(&part)
      }
      let result = try body(&part)
      lock.withLock { last = part }
      access.write(part, &root)
      return result
    }
  }

  override var origin: SharedOrigin? { access.step.flatMap { base.origin?.appending($0) } }
}

/// A type with parts that are found by other steps than the names of properties.
protocol SharedContainer {
  /// Returns the part of a value of this type to which a step leads; `nil` if there is none.
  static func part(at step: SharedStep, of reference: AnySharedReference) -> AnySharedReference?
}

extension Optional: SharedContainer {
  static func part(at step: SharedStep, of reference: AnySharedReference) -> AnySharedReference? {
    guard case .unwrapped = step, let reference = reference as? SharedReference<Self> else {
      return nil
    }
    return unwrapped(reference)
  }

  /// Returns a reference to the wrapped value, if there is one.
  static func unwrapped(_ reference: SharedReference<Self>) -> SharedReference<Wrapped>? {
    guard let value = reference.value else { return nil }
    return PartReference(
      reference, .init(step: .unwrapped, read: { $0 }, write: { $1 = $0 }), last: value)
  }
}

extension Array: SharedContainer {
  static func part(at step: SharedStep, of reference: AnySharedReference) -> AnySharedReference? {
    guard case .position(let index) = step, let reference = reference as? SharedReference<Self>
    else { return nil }
    return element(at: index, of: reference)
  }

  /// Returns a reference to the element at a position, if there is one.
  static func element(
    at index: Int, of reference: SharedReference<Self>
  ) -> SharedReference<Element>? {
    let array = reference.value
    guard array.indices.contains(index) else { return nil }
    return PartReference(
      reference,
      .init(
        step: .position(index), read: { $0.indices.contains(index) ? $0[index] : nil },
        write: { $1[index] = $0 }), last: array[index])
  }
}

extension Dictionary: SharedContainer {
  static func part(at step: SharedStep, of reference: AnySharedReference) -> AnySharedReference? {
    guard case .element(let json) = step, let reference = reference as? SharedReference<Self>,
      let key = decode(Key.self, from: Array(json.utf8))
    else { return nil }
    return entry(key, of: reference)
  }

  /// Returns a reference to the value of a key.
  static func entry(_ key: Key, of reference: SharedReference<Self>) -> SharedReference<Value?> {
    return PartReference(
      reference,
      .init(
        step: SharedStep(element: key), read: { .some($0[key]) }, write: { $1[key] = $0 }),
      last: nil)
  }
}

extension IdentifiedArray: SharedContainer {
  static func part(at step: SharedStep, of reference: AnySharedReference) -> AnySharedReference? {
    guard case .element(let json) = step, let reference = reference as? SharedReference<Self>,
      let id = decode(ID.self, from: Array(json.utf8))
    else { return nil }
    return element(id, of: reference)
  }

  /// Returns a reference to the element with an id.
  static func element(
    _ id: ID, of reference: SharedReference<Self>
  ) -> SharedReference<Element?> {
    return PartReference(
      reference,
      .init(
        step: SharedStep(element: id), read: { .some($0[id: id]) }, write: { $1[id: id] = $0 }),
      last: nil)
  }
}

extension SharedStep {
  /// The step to the element with an id; `nil` if the id has no JSON form.
  fileprivate init?(element id: Any) {
    guard let id = id as? any Encodable, let json = try? JSONStreamEncoder.encode(id) else {
      return nil
    }
    self = .element(String(decoding: json, as: UTF8.self))
  }
}

/// Returns the value that JSON stands for, if it is one of a type.
func decode<Value>(_: Value.Type, from json: [UInt8]) -> Value? {
  guard let type = Value.self as? any Decodable.Type else { return nil }
  return try? JSONStreamDecoder.decode(type, from: json) as? Value
}
