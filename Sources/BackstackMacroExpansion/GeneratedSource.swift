import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that returns source text, which the compiler parses.
///
/// The text is neither parsed nor formatted before that: both would be most of the time that the
/// macros take. `GeneratedSource` indents its lines for those who read expansions.
protocol GeneratingMacro: Macro {}

extension GeneratingMacro {
  static var formatMode: FormatMode { GeneratedSource.isParsed ? .auto : .disabled }
}

/// Source text that a macro generates, line by line.
enum GeneratedSource {
  /// Whether the macros return syntax trees, which tests can expand further.
  @TaskLocal static var isParsed = false

  /// Returns the text with its lines indented by the brackets at their ends.
  static func indented(_ text: String) -> String {
    // The lines of a multiline literal are part of its value.
    guard !text.contains("\"\"\"") else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count * 2)
    // For each open bracket, whether there was a `case` of a `switch`.
    var open: [Bool] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      guard let first = line.first, let last = line.last else { continue }
      if closing.contains(first), !open.isEmpty { open.removeLast() }
      let isLabel = last == UInt8(ascii: ":")
      let depth = open.count + open.count(where: \.self) - (isLabel && open.last == true ? 1 : 0)
      if !result.isEmpty { result += "\n" }
      for _ in 0..<depth { result += "  " }
      result += String(Substring(line))
      if isLabel, !open.isEmpty { open[open.count - 1] = true }
      if opening.contains(last) || line.hasClosureHead { open.append(false) }
    }
    return result
  }

  private static let opening = Set("{([".utf8)
  private static let closing = Set("})]".utf8)
}

extension Substring.UTF8View {
  /// Whether the line ends after the parameters of a closure.
  fileprivate var hasClosureHead: Bool {
    suffix(3).elementsEqual(" in".utf8) && contains(UInt8(ascii: "{"))
  }
}

extension DeclSyntax {
  /// Creates a declaration of source text.
  init(generated text: String) {
    self =
      GeneratedSource.isParsed
      ? "\(raw: text)"
      : DeclSyntax(
        MissingDeclSyntax(placeholder: .identifier(GeneratedSource.indented(text))))
  }
}

extension ExtensionDeclSyntax {
  /// Creates an extension of source text.
  ///
  /// - Parameters:
  ///   - protocols: What the extension inherits from.
  ///   - members: The text between its braces.
  init(of type: some TypeSyntaxProtocol, _ protocols: String, members: String = "") throws {
    let text = "extension \(type.trimmed): \(protocols) {\(members)}"
    if GeneratedSource.isParsed {
      try self.init("\(raw: text)")
    } else {
      self.init(
        extensionKeyword: .keyword(.extension, presence: .missing),
        extendedType: MissingTypeSyntax(
          placeholder: .identifier(GeneratedSource.indented(text))),
        memberBlock: MemberBlockSyntax(
          leftBrace: .leftBraceToken(presence: .missing), members: [],
          rightBrace: .rightBraceToken(presence: .missing)))
    }
  }
}
