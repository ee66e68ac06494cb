import BackstackJSON
import Foundation
import Testing

/// Foundation's coders, which judge ours.
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

  /// Whether Foundation takes the bytes for a document.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    (try? JSONDecoder().decode(Everything.self, from: Data(bytes))) != nil
  }
}

/// Why our decoder takes the bytes for no document; nil if it takes them for one.
func syntaxError(_ bytes: [UInt8]) -> JSONSyntaxError? {
  do {
    _ = try JSONStreamDecoder.decode(Anything.self, from: bytes)
    return nil
  } catch {
    return error as? JSONSyntaxError
  }
}

/// Decodes from any document, without looking at it.
struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}

/// Decodes from any document and looks at all of it, because Foundation checks what is asked for.
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
      // Foundation takes 0e5 and 1e-400 for no Double, but for an integer.
      _ = try single.decode(Int.self)
    }
  }
}

/// Checks that each side reads what the other writes.
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

/// A generator of numbers that are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
