import BackstackCoding

// Overloads for properties and payloads that are not Codable. Without them the compiler crashes, without a line
// number, on a macro-generated body that it can't type-check.

extension CaseEncoder {
  @available(
    *, unavailable,
    message:
      "A payload of a Codable enum has to be Codable. A @Reducer enum's State and Action are with '@Reducer(state: .codable, action: .codable)'."
  )
  @_disfavoredOverload
  public mutating func encode<Value>(case name: String, payload: Value) throws { fatalError() }
}

extension MemberEncoder {
  @available(
    *, unavailable,
    message:
      "A payload of a Codable enum has to be Codable. A property of a Codable state has to be Codable, too. A @Reducer enum's State and Action are with '@Reducer(state: .codable, action: .codable)'."
  )
  @_disfavoredOverload
  public func encode<Value>(_ value: Value, _ name: String) throws { fatalError() }
}

extension MemberDecoder {
  @available(
    *, unavailable,
    message:
      "A property of a Codable state has to be Codable. A @Reducer enum's State is with '@Reducer(state: .codable, action: .codable)'."
  )
  @_disfavoredOverload
  public func decode<Value>(_ name: String) throws -> Value { fatalError() }
}

extension CaseDecoder {
  @available(
    *, unavailable,
    message:
      "A payload of a Codable enum has to be Codable. A @Reducer enum's State and Action are with '@Reducer(state: .codable, action: .codable)'."
  )
  @_disfavoredOverload
  public func payload<Value, Root>(
    _ type: Value.Type, _ make: (Value) -> Root
  ) throws -> Root { fatalError() }
}

extension CaseFieldsDecoder {
  @available(
    *, unavailable,
    message:
      "A payload of a Codable enum has to be Codable. A @Reducer enum's State and Action are with '@Reducer(state: .codable, action: .codable)'."
  )
  @_disfavoredOverload
  public func decode<Value>(_ type: Value.Type, label: String) throws -> Value { fatalError() }

  @available(
    *, unavailable,
    message:
      "A payload of a Codable enum has to be Codable. A @Reducer enum's State and Action are with '@Reducer(state: .codable, action: .codable)'."
  )
  @_disfavoredOverload
  public func decode<Value>(
    _ type: Value.Type, label: String, default value: @autoclosure () throws -> Value
  ) throws -> Value { fatalError() }
}
