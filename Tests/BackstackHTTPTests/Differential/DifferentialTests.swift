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
    let found = DecisionTable.differences(
      ParserCase.all.enumerated().map { index, row in
        (row.rule.replacingOccurrences(of: "|", with: "&#124;"), verdicts.map { $0[index] })
      }, decidedBy: decided)
    let peers = Self.environment["BACKSTACK_COMPARE_PEERS"] ?? "other servers"
    let table = DecisionTable(
      rows: found,
      heading: """
        # Differences from nginx and Node

        The results of `make compare-servers` with \(peers). Each row is a row of the
        parser's tables on which the three servers disagree. It shows the final status, whether the
        connection stays open, and the reason for our result.

        | bytes | ours | nginx | Node | reason |
        """)
    if Self.environment["BACKSTACK_COMPARE_RECORD"] != nil {
      try Data(table.text.utf8).write(to: Self.file)
    }
    print(table.text)
    table.compare(with: decided)
  }
}
