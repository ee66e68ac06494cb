import Backstack
import FoundationEssentials

/// States and actions as JSON: the one place that knows which coder does it.
enum WireCoding {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    // A snapshot of the same state is the same bytes.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return Array(try encoder.encode(value))
  }

  /// Decodes what a client sent.
  ///
  /// - Throws: ``Problem``: 400 for what is not JSON, 422 for JSON that is no `Value`.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Collection<UInt8>, at base: String = ""
  ) throws(Problem) -> Value {
    let data = Data(bytes)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.userInfo[.stackElementIDClaims] = StackElementIDClaims()
    let cause: any Error
    let refusal: Problem
    do {
      switch try decoder.decode(Attempt<Value>.self, from: data).result {
      case .success(let value): return value
      case .failure(let error):
        cause = error
        refusal = .invalidValue(error, at: base)
      }
    } catch {
      cause = error
      refusal = error is DecodingError ? .unfitNumber : .invalidValue(error, at: base)
    }
    guard (try? JSONDecoder().decode(AnyJSON.self, from: data)) != nil else {
      throw .malformedJSON(cause)
    }
    throw refusal
  }
}

/// A value, or why the content is none.
///
/// A number that its type can't hold is no `DecodingError` here, but the decoder makes it one that
/// calls the content invalid JSON. So it is told from those that say what is wrong, and where.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, DecodingError>

  init(from decoder: any Decoder) throws {
    do {
      result = .success(try decoder.singleValueContainer().decode(Value.self))
    } catch let error as DecodingError {
      result = .failure(error)
    }
  }
}

/// Any JSON value: decodes from whatever is JSON at all.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {
    // Strings and numbers are only looked at when they are decoded. What has another type is no
    // error; what can't be read (a string that is not UTF-8, a number like 01 or 1e999) is one.
    if var array = try Self.ifPresent({ try decoder.unkeyedContainer() }) {
      while !array.isAtEnd { _ = try array.decode(AnyJSON.self) }
    } else if let object = try Self.ifPresent({ try decoder.container(keyedBy: AnyKey.self) }) {
      for key in object.allKeys { _ = try object.decode(AnyJSON.self, forKey: key) }
    } else {
      let value = try decoder.singleValueContainer()
      _ = try Self.ifPresent { try value.decode(String.self) }
      _ = try Self.ifPresent { try value.decode(Double.self) }
    }
  }

  private static func ifPresent<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      return nil
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
