import BackstackCoding

/// Questions about JSON texts that need no decoded value.
package enum JSONText {
  /// Returns whether a text is an array, provided that it is JSON at all.
  package static func isArray(_ json: [UInt8]) -> Bool {
    // The white space of RFC 8259 §2.
    json.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == 0x5B
  }

  /// Returns whether a text is an array without elements.
  static func isEmptyArray(_ json: [UInt8]) -> Bool {
    // Most batches are longer.
    json.count < 64
      && json.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == [0x5B, 0x5D]
  }

  /// Returns whether two texts have the same JSON value; `false` for different texts that are not
  /// JSON.
  static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one == other || (try? JSONPatch.make(from: one, to: other, at: "")) == Array("[]".utf8)
  }

  /// Returns whether a text is JSON.
  static func isValid(_ json: [UInt8]) -> Bool {
    (try? JSONStreamDecoder.decode(Anything.self, from: json)) != nil
  }

  /// A value that ignores its JSON.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }
}
