import Foundation
import Testing

@testable import BackstackClient

@Suite("What only this client does")
struct ConversationTests {
  private static let ended: JSONValue = [
    "status": 410, "content": ["type": "/problems/ended-session", "reason": "expired"],
  ]
  private static let snapshot: JSONValue = [
    "id": "s1", "feature": "counter", "version": 0, "state": ["count": 0],
  ]
  private static func request(_ method: String, _ path: String) -> JSONValue {
    ["request": ["method": .string(method), "path": .string(path)]]
  }
  private static let deletion = request("DELETE", "/sessions/s1")
  private static let stream = request("GET", "/sessions/s1/events")

  private func run(_ steps: [JSONValue], isOpen: Bool = true) throws {
    var script = Script()
    if isOpen { try script.run(WireCases.all.opening) }
    try script.run(steps)
  }

  @Test("A session that has ended can't be resumed")
  func resumeEnded() throws {
    try run(
      [
        ["resume": "s1"], Self.request("GET", "/sessions/s1"), ["respond": Self.ended],
        ["failedToOpen": "The session has ended: expired."], ["gone": "expired"],
      ], isOpen: false)
  }

  @Test("A session of another feature is not resumed")
  func otherFeature() throws {
    let other = Self.snapshot.replacing("feature", with: "other")
    try run(
      [
        ["resume": "s1"], Self.request("GET", "/sessions/s1"),
        ["respond": ["status": 200, "content": other]],
        ["failedToOpen": "The session is one of the feature other."], ["status": "gone"],
      ], isOpen: false)
  }

  @Test("An id is no part of a path but a name in it")
  func hostileID() throws {
    try run(
      [
        ["resume": "../x?y#z/é"],
        Self.request("GET", "/sessions/%2E%2E%2Fx%3Fy%23z%2F%C3%A9"),
      ], isOpen: false)
  }

  @Test("Content that is not a snapshot is asked for eight times")
  func notASnapshot() throws {
    var steps: [JSONValue] = [["resume": "s1"]]
    for _ in 0..<8 {
      steps.append(Self.request("GET", "/sessions/s1"))
      steps.append(["respond": ["status": 200, "content": ["hello": "world"]]])
      steps.append(["advance": 30])
    }
    steps.append(["failedToOpen": "The response is not a snapshot of a session."])
    try run(steps, isOpen: false)
  }

  @Test("A response without content is asked for again")
  func noContent() throws {
    let action = Self.request("POST", "/sessions/s1/actions")
    try run([
      ["send": "increment", "as": "a"], action, ["respond": ["status": 200]],
      ["advance": 0.375], action, ["respond": ["status": 200, "content": Self.snapshot]],
      ["settled": ["a": "sent"]],
    ])
  }

  @Test("The end of a session is sent, and ends what waits")
  func end() throws {
    try run([
      ["end": "e"], Self.deletion, ["respond": ["status": 204]],
      ["settled": ["e": "sent"]], ["gone": "deleted"], ["advance": 7200], ["quiet": true],
      ["end": "f"], ["settled": ["f": "sent"]],
      ["send": "increment", "as": "a"], ["settled": ["a": ["gone": "deleted"]]],
    ])
  }

  @Test("A session that has ended meanwhile has ended as it was to")
  func endOfEnded() throws {
    try run([
      ["end": "e"], Self.deletion, ["respond": Self.ended],
      ["settled": ["e": "sent"]], ["gone": "expired"],
    ])
    let event = "event: end\ndata: {\"reason\":\"deleted\"}\n\n"
    try run([
      ["end": "e"], Self.deletion, ["stream": .string(event)],
      ["settled": ["e": "sent"]], ["gone": "deleted"],
    ])
  }

  @Test("What can't be sent at present ends the stream, and not the session")
  func endOfContent() throws {
    for reason in ["screen-not-available", "state-not-encodable"] {
      let event = "event: end\ndata: {\"reason\":\"\(reason)\"}\n\n"
      try run([
        ["stream": .string(event)], ["advance": 1], ["status": "offline"], ["advance": 2],
        Self.stream, ["stream": ": beat\n\n"], ["status": "online"],
      ])
    }
  }

  @Test("A refused end leaves the session as it is")
  func refusedEnd() throws {
    let problem: JSONValue = ["type": "/problems/unauthorized"]
    try run([
      ["end": "e"], Self.deletion, ["respond": ["status": 401, "content": problem]],
      ["settled": ["e": ["refused": "unauthorized"]]], ["status": "online"],
    ])
  }

  @Test("A session that is shown tries at once what waits")
  func shown() throws {
    let action = Self.request("POST", "/sessions/s1/actions")
    try run([
      ["send": "increment", "as": "a"], action, ["lose": "cut"], ["hide": true],
      ["cancelled": true], ["show": true], action, Self.stream,
    ])
  }

  @Test("A program that was told of a lost connection is told of its return after it was hidden")
  func hiddenOffline() throws {
    try run([
      ["cut": "reset"], ["advance": 1], ["status": "offline"], ["hide": true], ["advance": 60],
      ["show": true], Self.stream, ["status": "offline"], ["stream": ": beat\n\n"],
      ["status": "online"],
    ])
  }

  @Test("A patch that is not JSON leads to a snapshot")
  func notJSON() throws {
    let fresh: JSONValue = ["Last-Event-ID": .null]
    let path: JSONValue = "/sessions/s1/events"
    try run([
      ["stream": "event: patch\nid: 3\nbase: 0\ndata: [\n\n"], ["cancelled": true], ["advance": 2],
      ["request": ["method": "GET", "path": path, "fields": fresh]],
    ])
  }

  @Test("A service can't make a client wait for years")
  func longWait() {
    var attempts = RequestAttempts { 0.5 }
    var steps: [Conversation.Step] = []
    attempts.begin(.poll, Conversation.Call(path: "/"), &steps)
    let fields = ["Retry-After": "9223372036854775807"]
    attempts.receive(1, .head(RemoteResponseHead(status: 503, fields: fields)))
    _ = attempts.finish(1, nil, &steps)
    guard case .start(.retry, let wait) = steps.last else {
      Issue.record("no other attempt")
      return
    }
    #expect(wait == .seconds(3600))
  }

  @Test("A hidden program is not told that the service can't be read")
  func hiddenPoll() throws {
    let poll = Self.request("GET", "/sessions/s1")
    try run(
      [
        ["resume": "s1"], poll, ["respond": ["status": 200, "content": Self.snapshot]],
        Self.stream, ["advance": 5], poll, ["respond": ["status": 304]], ["advance": 2],
        Self.request("GET", "/sessions/s1?wait=25"), ["hide": true],
        ["respond": ["status": 401, "content": [:]]], ["advance": 1], ["status": "online"],
      ], isOpen: false)
  }

  @Test("Streams that ended early before a program was hidden don't delay those after it")
  func forgottenFailures() throws {
    try run([
      ["cut": "reset"], ["advance": 2], Self.stream, ["cut": "reset"], ["hide": true],
      ["show": true], Self.stream, ["cut": "reset"], ["advance": 1.999], ["quiet": true],
      ["advance": 0.001], Self.stream,
    ])
  }

  @Test("Nonsense in a stream is survived")
  func nonsense() throws {
    let texts = [
      "retry: 99999999999999999999\n\nretry: -1\n\nretry: 9223372036854775807\n\n",
      "event: unknown\ndata: x\n\n", "event: patch\nid: 99999999999999999999\n\n",
    ]
    try run([
      ["stream": .string(texts[0])], ["stream": .string(texts[1])], ["stream": .string(texts[2])],
      ["cancelled": true], ["advance": 29.999], ["quiet": true], ["advance": 0.001], Self.stream,
    ])
  }
}

extension JSONValue {
  func replacing(_ name: String, with value: JSONValue) -> JSONValue {
    .object((objectValue ?? [:]).merging([name: value]) { $1 })
  }
}
