/// A case path with an unknown payload type.
public protocol PartialCasePath<Root>: Sendable {
  /// The enum.
  associatedtype Root
  /// The payload.
  associatedtype Value

  /// The path itself.
  var casePath: AnyCasePath<Root, Value> { get }
}

extension PartialCasePath {
  /// Returns whether a value is of the case.
  public func matches(_ root: Root) -> Bool { casePath.extract(from: root) != nil }

  /// Returns the value of the case without payload; `nil` if the case has a payload.
  public func embedNothing() -> Root? { (() as? Value).map(casePath.embed) }

  /// Returns the value of the case with a decoded payload.
  ///
  /// - Throws: `DecodingError` if the payload can't be decoded, or another error of the decoder.
  /// - Returns: `nil` if the payload type is not decodable.
  public func embed(decodingFrom decoder: any Decoder) throws -> Root? {
    guard let type = Value.self as? any Decodable.Type,
      let payload = try type.init(from: decoder) as? Value
    else { return nil }
    return casePath.embed(payload)
  }

  /// Returns this path with another step.
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
