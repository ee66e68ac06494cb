/// The media ranges in the `Accept` fields of a request (RFC 9110 §12.5.1).
struct MediaRanges {
  private let ranges: [(type: String, quality: Double)]

  /// Reads the ranges.
  ///
  /// - Parameter values: The values of the fields.
  init(_ values: [String]) {
    ranges = values.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.compactMap { range in
      let parts = range.split(separator: UInt8(ascii: ";")).map { Self.text($0) }
      guard let type = parts.first else { return nil }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      return (type, weight.flatMap { Double($0.dropFirst(2)) } ?? 1)
    }
  }

  /// The weight of a range, or `nil` if the request does not contain it. If a range is repeated,
  /// the first one counts.
  ///
  /// - Parameter type: The range in lower case.
  subscript(type: String) -> Double? { ranges.first { $0.type == type }?.quality }

  /// Returns a part without blanks, in lower case.
  private static func text(_ part: Substring.UTF8View) -> String {
    let bytes = part.filter { $0 != 0x20 && $0 != 0x09 }
    return String(
      decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
