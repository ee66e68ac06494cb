/// The rules for scalars that YAML 1.2 does not take for strings.
enum YAMLScalar {
  /// Returns whether a text is a number, as JSON writes it.
  static func isNumber(_ text: some StringProtocol) -> Bool {
    guard text.last?.isASCIIDigit == true else { return false }
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    return digits.first?.isASCIIDigit == true && Double(text) != nil
  }

  /// Returns whether a string needs no quotes.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      first.properties.isAlphabetic || "/_$".unicodeScalars.contains(first),
      !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased()),
      last != ":", last != " ", !isNumber(text)
    else { return false }
    return !text.contains(": ") && !text.contains(" #")
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
