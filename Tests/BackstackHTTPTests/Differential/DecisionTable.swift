import Foundation

/// The Markdown table of what this server does differently from others, and why.
struct DecisionTable {
  struct Row: Equatable {
    var rule: String
    /// Of this server, nginx and Node.
    var verdicts: [String]
    var reason: String
  }

  private static let heading =
    """
    # Differences from nginx and Node

    What `make compare-servers` has found: for each row of the parser's tables in which the three do
    not agree, the final status and whether the connection stays open, and why ours is what it is.

    | bytes | ours | nginx | Node | reason |
    | --- | --- | --- | --- | --- |

    """

  var rows: [Row]

  init(rows: [Row]) { self.rows = rows }

  init(contentsOf file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    rows = text.split(separator: "\n").filter { $0.hasPrefix("| §") || $0.hasPrefix("| RFC") }
      .map { line in
        let cells = line.components(separatedBy: " | ")
        return Row(
          rule: String(cells[0].dropFirst(2)), verdicts: Array(cells[1...3]),
          reason: cells[4].replacingOccurrences(of: " |", with: ""))
      }
  }

  var text: String {
    Self.heading
      + rows.map { "| \($0.rule) | \($0.verdicts.joined(separator: " | ")) | \($0.reason) |\n" }
      .joined()
  }
}
