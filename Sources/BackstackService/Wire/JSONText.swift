import BackstackJSON

/// What can be told of JSON without reading it.
enum JSONText {
  /// Whether a text is an array, if it is JSON at all.
  static func isArray(_ json: [UInt8]) -> Bool {
    // The white space of RFC 8259 §2.
    json.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == 0x5B
  }

  /// Whether two texts say the same; `false` for what is no JSON.
  static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one == other || (try? JSONPatch.make(from: one, to: other, at: "")) == Array("[]".utf8)
  }

  /// Whether a text is JSON.
  static func isValid(_ json: [UInt8]) -> Bool {
    (try? JSONStreamDecoder.decode(Anything.self, from: json)) != nil
  }

  /// A value of which nothing is read.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }
}
