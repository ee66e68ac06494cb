/// The values of a field such as `Accept`, each with its weight (RFC 9110 §12.4.2).
package struct HTTPWeightedValues: Sendable {
  private let values: [(text: String, weight: Double)]

  /// Reads the values of a field. Parameters other than the weight are ignored, and a weight that is
  /// not a number counts as 1.
  ///
  /// - Complexity: O(*n*) in the length of the values.
  package init(_ fields: [String]) {
    values = fields.flatMap { Self.split($0.utf8[...], at: ASCII.comma) }.compactMap { value in
      let parts = Self.split(value, at: ASCII.semicolon).map(Self.text)
      guard let text = parts.first, !text.isEmpty else { return nil }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      return (text, weight.flatMap { Self.weight($0.utf8.dropFirst(2)) } ?? 1)
    }
  }

  /// The weight of a value, or `nil` if the field does not contain it. If a value is repeated, the
  /// first one counts.
  ///
  /// - Parameter text: The value in lower case.
  package subscript(text: String) -> Double? { values.first { $0.text == text }?.weight }

  private static func weight(_ text: Substring.UTF8View) -> Double? {
    guard text.allSatisfy({ ASCII.isDigit($0) || $0 == ASCII.dot }) else { return nil }
    return Double(Substring(text)).map { min($0, 1) }
  }

  /// Returns a part without blanks, in lower case.
  private static func text(_ part: Substring.UTF8View) -> String {
    String(
      decoding: part.filter { $0 != ASCII.space && $0 != ASCII.tab }.map(ASCII.lowercased),
      as: UTF8.self)
  }

  /// Returns the parts of a text between separators outside quotes (§5.6.4).
  private static func split(
    _ text: Substring.UTF8View, at separator: UInt8
  ) -> [Substring.UTF8View] {
    var parts: [Substring.UTF8View] = []
    var start = text.startIndex
    var index = start
    var isQuoted = false
    while index < text.endIndex {
      let byte = text[index]
      if byte == separator, !isQuoted {
        parts.append(text[start..<index])
        start = text.index(after: index)
      } else if byte == ASCII.quote {
        isQuoted.toggle()
      } else if byte == ASCII.backslash, isQuoted {
        // The next byte is itself, also if it is a quote.
        index = text.index(after: index)
        if index == text.endIndex { break }
      }
      index = text.index(after: index)
    }
    parts.append(text[start...])
    return parts
  }
}
