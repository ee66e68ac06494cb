/// Texts in the source of Swift.
package enum SwiftLiteral {
  /// Returns a text as a string literal, with escapes in place of hidden characters.
  package static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { literal += "\\" }
      if scalar.isHidden {
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Returns JSON as a line of a raw string literal.
  package static func line(ofJSON json: String) -> String {
    // Between values, where it may be, white space means nothing.
    String(
      String.UnicodeScalarView(
        json.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : $0 })
    ).escapingHidden()
  }

  /// Returns the number signs for a raw string literal, of which no part of a text is an end, an escape
  /// or an interpolation.
  package static func signs(around text: String) -> String {
    // More than follow any quote or backslash.
    var count = 1
    var run: Int?
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": run = 0
      case "#": run = run.map { $0 + 1 }
      default: run = nil
      }
      count = max(count, (run ?? 0) + 1)
    }
    return String(repeating: "#", count: count)
  }

  /// Returns what can be in a raw identifier, between backticks (SE-0451), with `_` in place of the
  /// rest.
  package static func identifier(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0 == "`" || $0 == "\\" || $0.isHidden ? "_" : $0 }))
  }
}
