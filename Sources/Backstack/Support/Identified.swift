/// A value with an id of its own, for a list of values that have none.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  public let id: ID
  /// The value.
  public var value: Value

  /// Gives a value an id.
  public init(_ value: Value, id: ID) {
    self.value = value
    self.id = id
  }

  /// Gives a value an id that is computed from it.
  public init(_ value: Value, id: (Value) -> ID) { self.init(value, id: id(value)) }

  /// Gives a value one of its properties as its id.
  public init(_ value: Value, id: KeyPath<Value, ID>) { self.init(value, id: value[keyPath: id]) }

  /// A property of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }

  /// A property of the value that can't be set.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }
}

extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
