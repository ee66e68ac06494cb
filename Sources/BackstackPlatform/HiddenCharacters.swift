extension Unicode.Scalar {
  /// Whether a terminal or an editor obeys the character and shows nothing of it: controls, separators
  /// of lines, marks of the direction of text, and others without a glyph. The two joiners, which are
  /// parts of words and of emoji, are not hidden.
  package var isHidden: Bool {
    if value >= 0x20, value < 0x7F { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}

extension String {
  /// Returns the text with escapes such as `\u009b` in place of hidden characters, so that a
  /// reader sees all of it. JSON means the same as before.
  ///
  /// - Parameter keepsLines: Whether line feeds and tabs stay, as between the values of JSON.
  /// - Complexity: O(*n*)
  package func escapingHidden(keepsLines: Bool = false) -> String {
    guard utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if !scalar.isHidden || keepsLines && (scalar == "\n" || scalar == "\t") {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}
