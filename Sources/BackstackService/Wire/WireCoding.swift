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
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      decoder.userInfo[.stackElementIDClaims] = StackElementIDClaims()
      return try decoder.decode(type, from: data)
    } catch {
      guard (try? JSONDecoder().decode(AnyJSON.self, from: data)) != nil else {
        throw .malformedJSON(error)
      }
      throw .invalidValue(error, at: base)
    }
  }
}

/// Any JSON value: decodes from whatever is JSON at all.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {
    if var array = try? decoder.unkeyedContainer() {
      while !array.isAtEnd { _ = try array.decode(AnyJSON.self) }
    } else if let object = try? decoder.container(keyedBy: AnyKey.self) {
      for key in object.allKeys { _ = try object.decode(AnyJSON.self, forKey: key) }
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
