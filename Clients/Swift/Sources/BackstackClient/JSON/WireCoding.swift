import Foundation

/// How values are written in requests and read from states: dates as ISO 8601.
enum WireCoding {
  static func content(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(WireDate.text(of: date))
    }
    return try encoder.encode(value)
  }

  /// - Throws: `RemoteError.unreadable` if the type has another form.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSONValue
  ) throws(RemoteError) -> Value {
    if let value = json as? Value { return value }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let date = WireDate.iso8601(try container.decode(String.self)) { return date }
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Expected a date in ISO 8601.")
    }
    do {
      return try decoder.decode(type, from: json.content)
    } catch {
      throw .unreadable("The state is not a \(type): \(error)")
    }
  }
}
