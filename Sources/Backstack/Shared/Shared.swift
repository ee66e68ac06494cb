/// A value that several features hold: each sees what the others change.
///
/// A feature declares the property, and the feature that makes its state passes the value on:
///
/// ```swift
/// @ObservableState
/// struct State {
///   @Shared var standup: Standup
/// }
/// …
/// state.path.append(.detail(Detail.State(standup: state.$standup)))
/// ```
///
/// A state that is copied still refers to the same value. On a server, the values belong to their
/// session: they are stored with its state, and places that share a value share it again when the
/// session is resumed.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  let reference: SharedReference<Value>

  init(reference: SharedReference<Value>) { self.reference = reference }

  /// Shares a value.
  public init(value: Value) { self.init(reference: SharedBox(value)) }

  /// Shares the same value as another property.
  public init(projectedValue: Self) { self = projectedValue }

  /// Shares the value of an optional, if there is one.
  ///
  /// When the optional becomes `nil`, the last value stays readable, and a change reports an issue.
  public init?(_ base: Shared<Value?>) {
    guard let reference = Value?.unwrapped(base.reference) else { return nil }
    self.init(reference: reference)
  }

  /// The value.
  ///
  /// Only a reducer may set it: it runs alone. Elsewhere, ``withLock(_:)`` changes it in one step.
  public var wrappedValue: Value {
    get { reference.value }
    @available(*, noasync, message: "Write '$value.withLock { $0 = … }'.")
    nonmutating set { reference.withLock { $0 = newValue } }
  }

  /// The shared value itself, to pass on: `$standup`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Changes the value while nobody else can.
  ///
  /// A change that no reducer makes is an action of its own to the stores that hold the value. In a view, it is
  /// reported, and changes a copy that is forgotten.
  ///
  /// - Throws: The error that `operation` throws.
  public func withLock<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reference.withLock(operation)
  }

  /// A part of the value, which is shared with it: `$user.name`.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(reference: MemberReference(reference, keyPath))
  }

  /// A part of the value that can only be read: `$users.count`.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }
}

extension Shared {
  /// The element with an id, which is shared with the list: `$standups[id: id]`.
  public subscript<ID: Hashable & Sendable, Element: Sendable>(
    id id: ID
  ) -> Shared<Element?> where Value == IdentifiedArray<ID, Element> {
    Shared<Element?>(reference: Value.element(id, of: reference))
  }

  /// The value of a key, which is shared with the dictionary: `$names["a"]`.
  public subscript<Key: Hashable & Sendable, Element: Sendable>(
    key: Key
  ) -> Shared<Element?> where Value == [Key: Element] {
    Shared<Element?>(reference: Value.entry(key, of: reference))
  }

  /// The element at a position, which is shared with the array: `$names[0]`.
  ///
  /// When the array becomes shorter, the last element stays readable, and a change reports an issue.
  ///
  /// - Precondition: There is an element at the position.
  public subscript<Element: Sendable>(index: Int) -> Shared<Element> where Value == [Element] {
    guard let element = Value.element(at: index, of: reference) else {
      preconditionFailure("A shared array has no element at \(index).")
    }
    return Shared<Element>(reference: element)
  }
}

/// A shared value that its holder only reads.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
  let reference: SharedReference<Value>

  init(reference: SharedReference<Value>) { self.reference = reference }

  /// Shares a value that never changes.
  public init(value: Value) { self.init(reference: SharedBox(value)) }

  /// Shares the same value as another property.
  public init(projectedValue: Self) { self = projectedValue }

  /// Reads a shared value.
  public init(_ base: Shared<Value>) { self.init(reference: base.reference) }

  /// Reads the value of an optional, if there is one.
  public init?(_ base: Shared<Value?>) {
    guard let shared = Shared(base) else { return nil }
    self.init(shared)
  }

  /// Reads the value of an optional, if there is one.
  public init?(_ base: SharedReader<Value?>) {
    self.init(Shared(reference: base.reference))
  }

  /// The value.
  public var wrappedValue: Value { reference.value }

  /// The reader itself, to pass on: `$count`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A part of the value: `$user.name`.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    SharedReader<Member>(reference: MemberReference(reference, keyPath))
  }

  /// What a closure makes of the value.
  public func read<Member: Sendable>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(reference: ComputedReference(reference, body))
  }
}

// MARK: - Comparison and description

extension Shared: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.reference.isEqual(to: rhs.reference)
  }
}

extension SharedReader: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.reference.isEqual(to: rhs.reference)
  }
}

extension SharedReference where Value: Equatable {
  fileprivate func isEqual(to other: SharedReference) -> Bool {
    guard let sides = SharedComparison.current else { return value == other.value }
    // The values are copied out first: their own shared values are compared with both sides, too.
    let (left, right) = (sides.left.read { value }, sides.right.read { other.value })
    return left == right
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

/// Reflected as its value.
extension Shared: CustomReflectable, CustomStringConvertible {
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue], displayStyle: .struct)
  }
  public var description: String { "\(wrappedValue)" }
}

/// Reflected as its value.
extension SharedReader: CustomReflectable, CustomStringConvertible {
  public var customMirror: Mirror {
    Mirror(self, children: ["wrappedValue": wrappedValue], displayStyle: .struct)
  }
  public var description: String { "\(wrappedValue)" }
}
