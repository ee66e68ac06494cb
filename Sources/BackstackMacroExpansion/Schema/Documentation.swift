import SwiftSyntax

/// The comment that documents a declaration.
struct Documentation {
  /// The lines without the comment markers.
  let lines: [String]

  /// Creates the documentation from the comments in front of a declaration.
  init(_ trivia: Trivia) {
    lines = trivia.pieces.flatMap { piece -> [String] in
      switch piece {
      case .docLineComment(let text): [Self.trimmed(text.dropFirst(3))]
      case .docBlockComment(let text):
        text.dropFirst(3).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false)
          .map { line in
            let line = Self.trimmed(line)
            return line.hasPrefix("*") ? Self.trimmed(line.dropFirst()) : line
          }
      default: []
      }
    }
  }

  /// The lines as a comment for another declaration.
  var comment: [String] { lines.map { $0.isEmpty ? "///" : "/// " + $0 } }

  /// The text in paragraphs, with names of symbols in plain code voice; empty if there is no
  /// comment.
  var text: String {
    lines.split(whereSeparator: \.isEmpty).map { $0.joined(separator: " ") }
      .joined(separator: "\n\n").split(separator: "``", omittingEmptySubsequences: false)
      .joined(separator: "`")
  }

  /// `, description: "…"`, or an empty string.
  var argument: String { text.isEmpty ? "" : ", description: \(text.literal)" }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(String(start.reversed().drop { $0.isWhitespace }).reversed())
  }
}

extension String {
  /// The text as a string literal.
  var literal: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\0": literal += "\\0"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
