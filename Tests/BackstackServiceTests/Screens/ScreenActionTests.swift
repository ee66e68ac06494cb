import BackstackCoding
import Foundation
import Testing

@testable import BackstackServiceTesting

/// The actions of a screen's controls, as `Clients/wire-cases.json` has them for every client.
@Suite struct ScreenActionTests {
  @Test("A test's screen makes the actions that every client makes")
  func wireCases() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Clients/wire-cases.json")
    let cases = try JSONLiteral(parsing: Array(Data(contentsOf: file)))["screens"]?.elements ?? []
    #expect(cases.count >= 10)
    for one in cases {
      let node = one["node"] ?? .null
      let sent = try #require(node[one["member"]?.text ?? "send"])
      let filled =
        one["value"].map { sent.replacing("$value", with: $0) }
        ?? sent.replacing("$field") { id in id.text.flatMap { one["fields"]?[$0] } }
      let action = ScreenLevel(one["level"] ?? .null).whole(
        filled, isWrapped: node["wrap"] == nil)
      #expect(action == one["action"])
    }
  }
}
