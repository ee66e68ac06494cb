import Foundation
import Testing

/// The Markdown table of the differences between this server and two others, with the reasons.
struct DecisionTable {
  struct Row: Equatable {
    var rule: String
    /// The verdicts of this server and the two others.
    var verdicts: [String]
    var reason: String
  }

  /// The text before the rows, down to the names of the columns.
  var heading = ""
  var rows: [Row]

  init(rows: [Row], heading: String) {
    self.rows = rows
    self.heading = heading
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
    heading + "\n| --- | --- | --- | --- | --- |\n"
      + rows.map { "| \($0.rule) | \($0.verdicts.joined(separator: " | ")) | \($0.reason) |\n" }
      .joined()
  }

  /// Returns the rows on which verdicts differ, with the reasons that a table has for them.
  static func differences(
    _ verdicts: [(rule: String, verdicts: [String])], decidedBy decided: DecisionTable
  ) -> [Row] {
    verdicts.filter { Set($0.verdicts).count > 1 }.map { row in
      let known = decided.rows.first { $0.rule == row.rule && $0.verdicts == row.verdicts }
      return Row(rule: row.rule, verdicts: row.verdicts, reason: known?.reason ?? "")
    }
  }

  /// Records an issue for each difference without a reason, and for each reason without a difference.
  func compare(with decided: DecisionTable) {
    for row in rows where row.reason.isEmpty {
      Issue.record("Not decided: \(row.rule): \(row.verdicts.joined(separator: " | "))")
    }
    for row in decided.rows where !rows.contains(row) {
      Issue.record("No longer so: \(row.rule): \(row.verdicts.joined(separator: " | "))")
    }
  }
}
