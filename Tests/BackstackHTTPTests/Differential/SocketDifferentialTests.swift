import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackHTTP

/// Compares WebSockets with two Python packages on the same bytes.
@Suite("Comparison with other WebSockets")
struct SocketDifferentialTests {
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Differential/sockets.md").standardized

  @Test("Every difference is decided")
  func differences() throws {
    let rows = WebSocketCase.all
    let input = rows.map { row in row.bytes.map(Self.digits).joined() + "\n" }.joined()
    let output = try PythonScript("sockets.py").output(for: input)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    try #require(lines.count == rows.count)
    let verdicts = zip(rows, lines).map { row, line in
      (row.rule, [Self.verdict(row)] + line.components(separatedBy: " | "))
    }
    let decided = try DecisionTable(contentsOf: Self.file)
    let table = DecisionTable(
      rows: DecisionTable.differences(verdicts, decidedBy: decided),
      heading: """
        # Differences from wsproto and websockets

        The results of `SocketDifferentialTests` with the two Python packages of these names. Each row is
        a row of the table of WebSocket frames on which the three implementations disagree. It shows
        the messages, the code with which the connection is closed, and the reason for our result.

        | frames | ours | wsproto | websockets | reason |
        """)
    if ProcessInfo.processInfo.environment["BACKSTACK_COMPARE_RECORD"] != nil {
      try Data(table.text.utf8).write(to: Self.file)
    }
    table.compare(with: decided)
  }

  private static func verdict(_ row: WebSocketCase) -> String {
    let events = SocketTranscript.events(of: row.bytes).map { event -> String in
      switch event {
      case .message(let message) where message.kind == .text:
        let text = String(decoding: message.content, as: UTF8.self)
        return "text " + String(String.UnicodeScalarView(text.unicodeScalars.prefix(20)))
      case .message(let message): return "binary " + message.content.map(digits).joined()
      case .closed(let close): return "closed \(close.code.rawValue)"
      }
    }
    let isOpen = !(events.last?.hasPrefix("closed ") ?? false)
    return (events + (isOpen ? ["open"] : [])).joined(separator: ", ")
  }

  private static func digits(_ byte: UInt8) -> String {
    String(decoding: [ASCII.hexDigit(byte >> 4), ASCII.hexDigit(byte & 15)], as: UTF8.self)
  }
}
