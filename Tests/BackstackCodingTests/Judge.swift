import BackstackCoding
import BackstackTestSupport
import Foundation
import Testing

/// Foundation's coders, with which ours are compared.
enum Judge {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return Array(try encoder.encode(value))
  }

  static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(bytes))
  }

  /// Returns whether Foundation accepts the bytes as a document.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    (try? JSONDecoder().decode(Everything.self, from: Data(bytes))) != nil
  }
}

/// Returns our decoder's syntax error for the bytes, or `nil` if it accepts them.
func syntaxError(_ bytes: [UInt8]) -> JSONSyntaxError? {
  do {
    _ = try JSONStreamDecoder.decode(Anything.self, from: bytes)
    return nil
  } catch {
    return error as? JSONSyntaxError
  }
}

/// A value that decodes from any document without reading it.
struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}

/// A value that decodes from any document and reads all of it, because Foundation checks only what
/// is read.
struct Everything: Decodable {
  init(from decoder: any Decoder) throws {
    if var array = try? decoder.unkeyedContainer() {
      while !array.isAtEnd { _ = try array.decode(Everything.self) }
      return
    }
    do {
      let object = try decoder.container(keyedBy: Name.self)
      for key in object.allKeys { _ = try object.decode(Everything.self, forKey: key) }
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      do {
        _ = try decoder.singleValueContainer().decode(String.self)
      } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
        try Self.readNumber(decoder)
      }
    }
  }

  private static func readNumber(_ decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    do {
      _ = try single.decode(Double.self)
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      // A boolean or null.
    } catch {
      // Foundation does not decode 0e5 and 1e-400 as a Double, but as an integer.
      _ = try single.decode(Int.self)
    }
  }
}

/// Checks that our coders and Foundation's read what the other writes.
func expectAgreement<T: Codable & Equatable>(
  on value: T, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let ours = try JSONStreamEncoder.encode(value)
  #expect(
    try Judge.decode(T.self, from: ours) == value, "\(String(decoding: ours, as: UTF8.self))",
    sourceLocation: sourceLocation)
  let theirs = try Judge.encode(value)
  #expect(
    try JSONStreamDecoder.decode(T.self, from: theirs) == value,
    "\(String(decoding: theirs, as: UTF8.self))", sourceLocation: sourceLocation)
  #expect(
    try JSONStreamDecoder.decode(T.self, from: ours) == value, sourceLocation: sourceLocation)
}

func text(_ value: some Encodable) throws -> String {
  String(decoding: try JSONStreamEncoder.encode(value), as: UTF8.self)
}
