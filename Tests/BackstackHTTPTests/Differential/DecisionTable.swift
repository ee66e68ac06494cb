import Foundation

/// The Markdown table of the differences between this server and others, with the reasons.
struct DecisionTable {
  struct Row: Equatable {
    var rule: String
    /// The verdicts of this server, nginx and Node.
    var verdicts: [String]
    var reason: String
  }

  /// The compared servers, such as `nginx 1.22.1 and Node 20.20.2`.
  var peers = ""
  var rows: [Row]

  init(rows: [Row], peers: String) {
    self.rows = rows
    self.peers = peers
  }

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
    """
    # Differences from nginx and Node

    The results of `make compare-servers` with \(peers). Each row is a row of the
    parser's tables on which the three servers disagree. It shows the final status, whether the
    connection stays open, and the reason for our result.

    | bytes | ours | nginx | Node | reason |
    | --- | --- | --- | --- | --- |

    """
      + rows.map { "| \($0.rule) | \($0.verdicts.joined(separator: " | ")) | \($0.reason) |\n" }
      .joined()
  }
}
