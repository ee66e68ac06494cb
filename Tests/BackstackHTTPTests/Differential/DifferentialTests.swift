import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackHTTP

/// Compares this server with others on the same bytes; run by `make compare-servers`.
@Suite("Comparison with other servers")
struct DifferentialTests {
  static let environment = ProcessInfo.processInfo.environment
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Differential/decisions.md").standardized

  @Test(
    "Every difference is decided",
    .enabled("make compare-servers starts the other servers") {
      environment["BACKSTACK_COMPARE_PORTS"] != nil
    })
  func differences() throws {
    let ports = try #require(Self.environment["BACKSTACK_COMPARE_PORTS"])
      .split(separator: " ").compactMap { Int($0) }
    let (server, port) = try ServerTests.start()
    let verdicts = ([port] + ports).map { ServerVerdicts.ask(port: $0, ParserCase.all) }
    #expect(server.shutdown(graceSeconds: Double(patience)))

    let decided = try DecisionTable(contentsOf: Self.file)
    let found = ParserCase.all.indices.compactMap { index -> DecisionTable.Row? in
      let three = verdicts.map { $0[index] }
      guard Set(three).count > 1 else { return nil }
      let rule = ParserCase.all[index].rule.replacingOccurrences(of: "|", with: "&#124;")
      let reason = decided.rows.first { $0.rule == rule && $0.verdicts == three }?.reason
      return DecisionTable.Row(rule: rule, verdicts: three, reason: reason ?? "")
    }
    let table = DecisionTable(
      rows: found, peers: Self.environment["BACKSTACK_COMPARE_PEERS"] ?? "other servers")
    if Self.environment["BACKSTACK_COMPARE_RECORD"] != nil {
      try Data(table.text.utf8).write(to: Self.file)
    }
    print(table.text)
    for row in found where row.reason.isEmpty {
      Issue.record("Not decided: \(row.rule): \(row.verdicts.joined(separator: " | "))")
    }
    for row in decided.rows where !found.contains(row) {
      Issue.record("No longer so: \(row.rule): \(row.verdicts.joined(separator: " | "))")
    }
  }
}
