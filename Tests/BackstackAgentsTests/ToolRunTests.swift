import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import Testing

@testable import BackstackAgents

@Suite("The steps of a call")
struct ToolRunTests {
  private static let session = String(repeating: "a", count: 32)

  private func screen(
    _ version: Int, _ level: JSONLiteral, _ changes: JSONLiteral? = nil
  ) -> ServiceReply {
    var level = level
    level["id"] = level["id"] ?? "root"
    var document: JSONLiteral = [
      "id": .string(Self.session), "feature": "test", "version": .number("\(version)"),
      "screen": ["levels": [level]],
    ]
    document["changes"] = changes
    return ServiceReply(status: 200, version: version, content: Array(document.json.utf8))
  }

  private func problem(_ status: Int, _ kind: String) -> ServiceReply {
    ServiceReply(
      status: status, version: nil,
      content: Array(#"{"type":"/problems/\#(kind)","title":"No","detail":"Why."}"#.utf8))
  }

  private func run(_ tool: Tool, _ arguments: JSONLiteral = [:]) throws -> ToolRun {
    var arguments = arguments
    arguments["session"] = .string(Self.session)
    return ToolRun(try ToolCall(tool, arguments))
  }

  /// The request of a step.
  private func asked(_ step: AgentStep) throws -> ServiceRequest {
    guard case .ask(let request) = step else { throw RPCError(.internalError, "\(step)") }
    return request
  }

  /// The text of the last step.
  private func text(_ step: AgentStep) throws -> String {
    guard case .finish(let result) = step else { throw RPCError(.internalError, "\(step)") }
    let message = try JSONLiteral(decoding: result.message(to: 1, at: .handshake))
    return message["result"]?["content"]?.elements.first?["text"]?.text ?? ""
  }

  private static let button: JSONLiteral = [
    "body": [["kind": "button", "id": "b", "text": "Go", "send": "go"]]
  ]

  @Test("A level that a change leads to is told that it appeared, once, and shown afterwards")
  func appearance() throws {
    var run = try run(.press, ["control": "root:b", "key": "k"])
    #expect(try asked(run.next(after: nil)).path == "/sessions/\(Self.session)/screen")
    let change = try asked(run.next(after: screen(1, Self.button)))
    #expect(change.content == Array(#""go""#.utf8))
    let appear = try asked(run.next(after: screen(2, ["id": "path/0", "appear": "loaded"])))
    #expect(appear.content == Array(#""loaded""#.utf8))
    #expect(appear.fields.contains { $0.name == .idempotencyKey && $0.value == "appear-path/0" })
    let look = try asked(
      run.next(after: ServiceReply(status: 204, version: 3, content: [])))
    #expect(look.path == "/sessions/\(Self.session)/screen")
    let changes = try asked(run.next(after: screen(3, ["id": "path/0", "appear": "loaded"])))
    #expect(changes.path == "/sessions/\(Self.session)/history/3?from=1")
    #expect(try text(run.next(after: problem(404, "forgotten-version"))).contains("version 3."))
  }

  @Test("A level that was there before is not told again")
  func shown() throws {
    var run = try run(.press, ["control": "root:b"])
    var level = Self.button
    level["appear"] = "loaded"
    _ = run.next(after: nil)
    _ = run.next(after: screen(1, level))
    #expect(try asked(run.next(after: screen(2, level))).path.contains("/history/"))
  }

  @Test("What an action has changed is told by its response, if that is since what the agent knew")
  func responseChanges() throws {
    func press(_ since: Int) throws -> AgentStep {
      var run = try run(.press, ["control": "root:b"])
      _ = run.next(after: screen(1, Self.button))
      let changes: JSONLiteral = [
        "since": .number("\(since)"),
        "patch": [["op": "replace", "path": "/state/a", "value": 2]],
      ]
      return run.next(after: screen(2, Self.button, changes))
    }
    #expect(try text(press(1)).contains("\nChanges:\n- a is now 2\n\n"))
    #expect(try asked(press(0)).path == "/sessions/\(Self.session)/history/2?from=1")
  }

  @Test("If the history does not have a state, what has changed on the screen is told")
  func screenChanges() throws {
    let other: JSONLiteral = [
      "body": [["kind": "button", "id": "b", "text": "Stop", "send": "stop"]]
    ]
    var run = try run(.press, ["control": "root:b"])
    _ = run.next(after: screen(1, Self.button))
    _ = run.next(after: screen(2, other))
    #expect(
      try text(run.next(after: problem(404, "forgotten-version"))).contains(
        "\nChanges:\n- the screen has now: Stop\n- the screen no longer has: Go\n\n"))
    // The screen of the version that the call names is not known.
    var late = try self.run(.press, ["control": "root:b", "version": 0])
    _ = late.next(after: nil)
    _ = late.next(after: screen(1, Self.button))
    _ = late.next(after: problem(412, "version-mismatch"))
    _ = late.next(after: screen(2, other))
    #expect(try !text(late.next(after: problem(404, "forgotten-version"))).contains("Changes"))
  }

  private func condition(_ request: ServiceRequest) -> String? {
    request.fields.first { $0.name == .ifMatch }?.value
  }

  @Test("A control of a known screen is used if the session still has that screen")
  func trying() throws {
    var run = try run(.press, ["control": "root:b"])
    #expect(run.screen == Self.session)
    let change = try asked(run.next(after: screen(1, Self.button)))
    #expect(change.content == Array(#""go""#.utf8) && condition(change) == "\"1\"")
    let changes = try asked(run.next(after: screen(2, Self.button)))
    #expect(changes.path == "/sessions/\(Self.session)/history/2?from=1")
  }

  @Test("If the session has another screen by now, the control is looked for there")
  func trialFails() throws {
    var run = try run(.press, ["control": "root:b"])
    _ = run.next(after: screen(1, Self.button))
    let look = try asked(run.next(after: problem(412, "version-mismatch")))
    #expect(look.method == .get)
    let other: JSONLiteral = [
      "body": [["kind": "button", "id": "b", "text": "Go", "send": "stay"]]
    ]
    let change = try asked(run.next(after: screen(3, other)))
    #expect(change.content == Array(#""stay""#.utf8) && condition(change) == nil)
    let changes = try asked(run.next(after: screen(4, other)))
    #expect(changes.path == "/sessions/\(Self.session)/history/4?from=3")
  }

  @Test(
    "Nothing is told of a known screen, nor used on one of another version than the call's",
    arguments: [["control": "root:c"], ["control": "root:b", "version": 2]] as [JSONLiteral])
  func untold(_ arguments: JSONLiteral) throws {
    var run = try run(.press, arguments)
    #expect(try asked(run.next(after: screen(1, Self.button))).method == .get)
  }

  @Test("A call with a key asks for the screen: it may have been done before")
  func keyed() throws {
    #expect(try run(.press, ["control": "root:b", "key": "k"]).screen == nil)
  }

  @Test(
    "A control that is gone is asked for only if there is a key",
    arguments: [
      ("reused-idempotency-key", "used for another call"),
      ("request-in-progress", "still being done"), ("invalid-value", "no control"),
    ])
  func probing(kind: String, reason: String) throws {
    var without = try run(.press, ["control": "root:c"])
    _ = without.next(after: nil)
    #expect(try text(without.next(after: screen(1, Self.button))).contains("no control"))
    var run = try run(.press, ["control": "root:c", "key": "k"])
    _ = run.next(after: nil)
    #expect(try asked(run.next(after: screen(1, Self.button))).content == Array("null".utf8))
    #expect(try text(run.next(after: problem(422, kind))).contains(reason))
  }

  @Test(
    "A session that is lost amid a call is told as such",
    arguments: [
      (404, "unknown-session", "no session"), (410, "ended-session", "is over"),
      (503, "storage-unavailable", "No. Why."), (500, "", "500"),
    ])
  func lost(status: Int, kind: String, reason: String) throws {
    for tool in [Tool.look, .press] {
      var run = try run(tool, tool == .press ? ["control": "root:b"] : [:])
      _ = run.next(after: nil)
      let reply =
        kind.isEmpty
        ? ServiceReply(status: status, version: nil, content: []) : problem(status, kind)
      let said = try text(run.next(after: reply))
      #expect(said.contains(kind.isEmpty && tool == .look ? "can't be shown" : reason))
    }
  }
}
