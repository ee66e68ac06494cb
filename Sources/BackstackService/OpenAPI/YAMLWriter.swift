import BackstackCoding
import BackstackPlatform

/// A writer of YAML 1.2, in blocks that are indented by two spaces.
enum YAMLWriter {
  /// Returns the document, which ends with a line break.
  ///
  /// - Precondition: The value is an object with members.
  static func document(_ value: JSONLiteral) -> String {
    var text = ""
    write(value, indentation: 0, to: &text)
    return text
  }

  private static func write(_ value: JSONLiteral, indentation: Int, to text: inout String) {
    switch value {
    case .object(let members):
      for (index, member) in members.enumerated() {
        // The first member of an element follows the dash on its line.
        if index > 0 || !text.hasSuffix("- ") { indent(indentation, &text) }
        text += scalar(member.name) + ":"
        write(member: member.value, indentation: indentation, to: &text)
      }
    case .array(let elements):
      for element in elements {
        indent(indentation, &text)
        text += "- "
        if isBlock(element) {
          write(element, indentation: indentation + 2, to: &text)
        } else {
          text += inline(element) + "\n"
        }
      }
    default: text += inline(value) + "\n"
    }
  }

  private static func write(
    member value: JSONLiteral, indentation: Int, to text: inout String
  ) {
    if isBlock(value) {
      text += "\n"
      write(value, indentation: indentation + 2, to: &text)
    } else if case .string(let string) = value, isLiteralBlock(string) {
      text += " |\n"
      for line in string.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
        if !line.isEmpty { indent(indentation + 2, &text) }
        text += line + "\n"
      }
    } else {
      text += " " + inline(value) + "\n"
    }
  }

  /// Returns whether a value is written on separate lines.
  private static func isBlock(_ value: JSONLiteral) -> Bool {
    switch value {
    case .object(let members): !members.isEmpty
    case .array(let elements): !elements.isEmpty && !elements.allSatisfy(isShort)
    default: false
    }
  }

  private static func isShort(_ value: JSONLiteral) -> Bool {
    switch value {
    case .string(let string): string.utf8.count < 30
    case .null, .bool, .number: true
    case .array, .object: false
    }
  }

  private static func isLiteralBlock(_ string: String) -> Bool {
    string.hasSuffix("\n") && !string.hasSuffix("\n\n") && !string.hasPrefix(" ")
      && !string.hasPrefix("\n")
      && string.unicodeScalars.allSatisfy { !$0.isHidden || $0 == "\n" }
  }

  private static func inline(_ value: JSONLiteral) -> String {
    switch value {
    case .string(let string): scalar(string)
    case .array(let elements): "[" + elements.map(flow).joined(separator: ", ") + "]"
    default: value.json
    }
  }

  /// Returns a scalar for use in brackets, where commas and brackets have a meaning.
  private static func flow(_ value: JSONLiteral) -> String {
    guard case .string(let string) = value, string.contains(where: { ",[]{}".contains($0) }) else {
      return inline(value)
    }
    return value.json.escapingHidden()
  }

  /// Returns a string without quotes, or as JSON, which is also valid YAML.
  private static func scalar(_ string: String) -> String {
    isPlain(string) ? string : JSONLiteral.string(string).json.escapingHidden()
  }

  /// Returns whether a string needs no quotes: whether YAML takes it for a string, and reads it to
  /// its end.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      first.properties.isAlphabetic || "/_$".unicodeScalars.contains(first),
      !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased()),
      last != ":", last != " "
    else { return false }
    return !text.contains(": ") && !text.contains(" #")
      && !text.unicodeScalars.contains(where: \.isHidden)
  }

  private static func indent(_ width: Int, _ text: inout String) {
    text += String(repeating: " ", count: width)
  }
}
