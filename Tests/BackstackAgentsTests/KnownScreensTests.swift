import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import Synchronization
import Testing

@testable import BackstackAgents

@Suite("Screens that agents know")
struct KnownScreensTests {
  private static let session = String(repeating: "a", count: 32)

  /// A service that has one screen, and notes what it was asked for.
  private final class OneScreen: HTTPHandler {
    let requests = Mutex<[String]>([])
    let version = Atomic(1)
    let isGone = Atomic(false)
    let hasIssue = Atomic(false)

    func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
      let version = version.load(ordering: .relaxed)
      let condition = request.fields[.ifNoneMatch]
      if request.method == .post { return act(request, responder) }
      let isGone = isGone.load(ordering: .relaxed)
      let isKnown = !isGone && condition == "\"\(version)\""
      requests.withLock { $0.append("\(condition ?? "whole")\(isKnown ? " known" : "")") }
      if isGone { return responder.respond(HTTPResponse(status: .notFound)) }
      if isKnown { return responder.respond(HTTPResponse(status: .notModified)) }
      show(version, responder)
    }

    /// Changes the screen, if the request is for the present one.
    private func act(_ request: HTTPRequest, _ responder: HTTPResponder) {
      let condition = request.fields[.ifMatch]
      let version = version.load(ordering: .relaxed)
      let isMet = condition == nil || condition == "\"\(version)\""
      requests.withLock { $0.append("act \(condition ?? "always")\(isMet ? "" : " refused")") }
      guard isMet else { return responder.respond(HTTPResponse(status: .preconditionFailed)) }
      self.version.store(version + 1, ordering: .relaxed)
      show(version + 1, responder)
    }

    private func show(_ version: Int, _ responder: HTTPResponder) {
      let document: JSONLiteral = [
        "id": .string(KnownScreensTests.session), "feature": "test",
        "version": .number("\(version)"),
        "issues": hasIssue.load(ordering: .relaxed) ? [["message": "Oh."]] : [],
        "screen": [
          "levels": [
            [
              "id": "root", "title": .string("Title \(version)"),
              "body": [["kind": "button", "id": "b", "text": "Go", "send": "go"]],
            ]
          ]
        ],
      ]
      responder.respond(
        HTTPResponse(
          fields: [
            .contentType: "application/vnd.backstack.screen+json; v=1", .eTag: "\"\(version)\"",
          ],
          body: .bytes(Array(document.json.utf8))))
    }
  }

  private let service = OneScreen()
  private let access = AgentAccess(to: [])

  /// What an agent sees that calls a tool.
  private func call(_ tool: String, _ arguments: JSONLiteral = [:]) async throws -> String {
    var arguments = arguments
    arguments["session"] = .string(Self.session)
    let fields: HTTPFields = [
      .contentType: "application/json", "MCP-Protocol-Version": "2025-11-25",
    ]
    let call: JSONLiteral = [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": ["name": .string(tool), "arguments": arguments],
    ]
    let request = try HTTPRequest(
      method: .post, target: AgentAccess.path, fields: fields, body: Array(call.json.utf8))
    let response = await withCheckedContinuation { continuation in
      access.respond(
        to: request, HTTPResponder { continuation.resume(returning: $0) }, next: service)
    }
    let message = try JSONLiteral(decoding: response.body.bytes)
    return message["result"]?["content"]?.elements.first?["text"]?.text ?? ""
  }

  private func look() async throws -> String { try await call("look") }

  private var asked: [String] { service.requests.withLock { $0 } }

  @Test("A screen that has not changed is not sent again, and told all the same")
  func unchanged() async throws {
    let first = try await look()
    #expect(first.contains("# Title 1"))
    #expect(try await look() == first)
    service.version.store(2, ordering: .relaxed)
    #expect(try await look().contains("# Title 2"))
    #expect(try await look().contains("# Title 2"))
    #expect(asked == ["whole", "\"1\" known", "\"1\"", "\"2\" known"])
  }

  @Test("A control of a known screen is used without asking for the screen, if it has not changed")
  func pressing() async throws {
    let button: JSONLiteral = ["control": "root:b"]
    _ = try await look()
    #expect(try await call("press", button).contains("# Title 2"))
    service.version.store(5, ordering: .relaxed)
    #expect(try await call("press", button).contains("# Title 6"))
    let actions = asked.filter { $0 != "whole" }
    #expect(actions == ["act \"1\"", "act \"2\" refused", "\"2\"", "act always"])
  }

  @Test("The issues of an action are told once")
  func issues() async throws {
    service.hasIssue.store(true, ordering: .relaxed)
    #expect(try await look().contains("The program reports: Oh."))
    service.hasIssue.store(false, ordering: .relaxed)
    #expect(try await !look().contains("The program reports"))
    #expect(asked == ["whole", "whole"])
  }

  @Test("A screen that is gone is forgotten")
  func gone() async throws {
    _ = try await look()
    service.isGone.store(true, ordering: .relaxed)
    #expect(try await look() == "The screen can't be shown.")
    service.isGone.store(false, ordering: .relaxed)
    _ = try await look()
    #expect(asked == ["whole", "\"1\"", "whole"])
  }

  private func screen(_ session: String, version: Int = 1) throws -> ScreenReading {
    let document: JSONLiteral = [
      "id": .string(session), "version": .number("\(version)"),
      "screen": ["levels": [["id": "root"]]],
    ]
    return try #require(ScreenReading(Array(document.json.utf8)))
  }

  @Test("The screens that were used longest ago are forgotten, by their number and by their bytes")
  func bounds() throws {
    let many = KnownScreens()
    for number in 0..<64 { many.note(try screen("\(number)"), of: 100) }
    #expect(many["0"] != nil)
    many.note(try screen("new"), of: 100)
    #expect(many["0"] != nil && many["new"] != nil && many["1"] == nil)

    let large = KnownScreens()
    for number in 0..<5 { large.note(try screen("\(number)"), of: 120_000) }
    #expect(large["0"] == nil && large["1"] != nil && large["4"] != nil)
    large.note(try screen("4", version: 2), of: 500_000)
    #expect(large["4"] == nil && large["1"] != nil)
  }
}
