/// A case path whose payload type is not known.
public protocol PartialCasePath<Root>: Sendable {
  /// The enum.
  associatedtype Root
  /// The payload.
  associatedtype Value

  /// The path itself.
  var casePath: AnyCasePath<Root, Value> { get }
}

extension PartialCasePath {
  /// Whether a value is of the case.
  public func matches(_ root: Root) -> Bool { casePath.extract(from: root) != nil }

  /// The case without payload; `nil` when it has one.
  public func embedNothing() -> Root? { (() as? Value).map(casePath.embed) }

  /// The case with a payload that is decoded.
  ///
  /// - Throws: `DecodingError` when the payload can't be decoded, or what the decoder throws.
  /// - Returns: `nil` when the payload is of a type that is not decodable.
  public func embed(decodingFrom decoder: any Decoder) throws -> Root? {
    guard let type = Value.self as? any Decodable.Type,
      let payload = try type.init(from: decoder) as? Value
    else { return nil }
    return casePath.embed(payload)
  }

  /// This path and another step.
  func appending(_ step: CasePathStep) -> (any PartialCasePath<Root>)? {
    func append<Enum: CasePathable>(_: Enum.Type) -> (any PartialCasePath<Root>)? {
      Enum.casePath(step).flatMap { append($0) }
    }
    func append<Next: PartialCasePath>(_ next: Next) -> (any PartialCasePath<Root>)? {
      guard let next = next.casePath as? AnyCasePath<Value, Next.Value> else { return nil }
      return casePath.appending(next)
    }
    return (Value.self as? any CasePathable.Type).flatMap { append($0) }
  }
}

extension AnyCasePath: PartialCasePath {
  public var casePath: AnyCasePath { self }
}
