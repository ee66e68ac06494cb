/// An error that was read from JSON: the text and the type of another one.
///
/// Actions with a `Result` keep their errors in this form, as `Error` has none of its own.
public struct CodedError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// The text of the error.
  public let message: String
  /// The name of its type.
  public let type: String

  /// Describes an error.
  public init(_ error: any Error) {
    if let error = error as? CodedError {
      self = error
    } else {
      message = "\(error)"
      type = String(describing: Swift.type(of: error))
    }
  }

  public var description: String { message }
}

/// `{"success": …}` or `{"failure": {"message": …, "type": …}}`.
// swift-format-ignore: AvoidRetroactiveConformances
extension Result: @retroactive Encodable where Success: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ResultKey.self)
    switch self {
    case .success(let value): try container.encode(value, forKey: .success)
    case .failure(let error as any Encodable) where Failure.self is any Decodable.Type:
      try container.encode(error, forKey: .failure)
    case .failure(let error): try container.encode(CodedError(error), forKey: .failure)
    }
  }
}

/// A failure is read as a ``CodedError``, or as the result's own type of errors if that is `Codable`.
// swift-format-ignore: AvoidRetroactiveConformances
extension Result: @retroactive Decodable where Success: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ResultKey.self)
    if container.contains(.success) {
      self = .success(try container.decode(Success.self, forKey: .success))
    } else if let type = Failure.self as? any Decodable.Type,
      let failure = try container.decode(type, forKey: .failure) as? Failure
    {
      self = .failure(failure)
    } else if let failure = try container.decode(CodedError.self, forKey: .failure) as? Failure {
      self = .failure(failure)
    } else {
      throw DecodingError.dataCorruptedError(
        forKey: .failure, in: container,
        debugDescription: "An error of the type \(Failure.self) can't be read: it is not Codable.")
    }
  }
}

extension Result: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    let cases = CasesSchema(builder, form: .plain)
    cases.add("success", Success.self)
    if Failure.self is any Decodable.Type {
      cases.add("failure", Failure.self)
    } else {
      cases.add("failure") { fields in
        fields.add("message", String.self)
        fields.add("type", String.self)
      }
    }
    return cases.schema
  }
}

private enum ResultKey: String, CodingKey { case success, failure }
