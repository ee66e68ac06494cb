import BackstackCoding
import BackstackTestSupport
import Testing

@testable import BackstackConformance

@Suite("The board of the conformance server")
struct BoardTests {
  private static func board(_ names: String...) -> ConformanceBoard {
    ConformanceBoard(
      ConformanceScenario.all.filter { names.contains($0.name) }, unixStart: 0
    ) { "session" }
  }

  /// A board with a client that makes one request after the other.
  private final class Client {
    var board: ConformanceBoard
    private var exchange = 0
    private var passed = Duration.zero

    init(_ board: ConformanceBoard) { self.board = board }

    func pass(_ duration: Duration) { passed += duration }

    func send(
      _ method: String, _ path: String, _ content: String = "", key: String? = nil,
      fields: [String: String] = [:]
    ) -> (status: Int, fields: [String: String], json: JSONLiteral) {
      exchange += 1
      let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      var fields = fields
      fields["idempotency-key"] = fields["idempotency-key"] ?? key
      let request = ClientRequest(
        exchange, method, segments.map(String.init), fields: fields, content: Array(content.utf8))
      let now = passed + .milliseconds(exchange)
      for case .respond(exchange, let response) in board.take(request, at: now) {
        let json = try? JSONLiteral(decoding: response.content)
        return (response.status, response.fields, json ?? .null)
      }
      return (0, [:], .null)
    }
  }

  @Test("It lists the scenarios, their features and the results")
  func lists() {
    let client = Client(Self.board("plain", "no-response"))
    let scenarios = client.send("GET", "/").json["scenarios"]?.elements ?? []
    #expect(scenarios.map { $0["name"] } == ["plain", "no-response"])
    #expect(scenarios.map { $0["isSlow"] } == [false, true])
    #expect(client.send("GET", "/features").json["features"]?.elements?.count == 2)
    #expect(client.send("GET", "/features/plain").json["name"] == "plain")
    #expect(client.send("GET", "/features/gap").status == 404)
    let results = client.send("GET", "/results").json
    #expect(results["isOver"] == false)
    #expect(results["results"]?.elements?.first == ["name": "plain", "outcome": "waiting"])
  }

  @Test("A verdict comes with its sentence")
  func verdict() {
    let client = Client(Self.board("plain"))
    #expect(client.send("POST", "/shown/plain", "[]").status == 409)
    #expect(client.send("POST", "/sessions", "{\"feature\":\"plain\"}").status == 201)
    #expect(client.send("POST", "/shown/plain", "[]").json["outcome"] == "running")
    let wrong = client.send("POST", "/shown/plain", "[{\"version\":7}]").json
    #expect(
      wrong == [
        "name": "plain", "outcome": "failed",
        "sentence": "It showed version 7, which the session never had.",
      ])
    #expect(client.send("GET", "/results").json["isOver"] == true)
    #expect(client.board.isOver(countingSlow: true))
  }

  @Test("A slow scenario counts as soon as a client has come to it")
  func slow() {
    let client = Client(Self.board("no-response"))
    #expect(client.board.isOver(countingSlow: false))
    #expect(!client.board.isOver(countingSlow: true))
    _ = client.send("POST", "/sessions", "{\"feature\":\"no-response\"}")
    #expect(!client.board.isOver(countingSlow: false))
    #expect(client.board.hasToldVerdicts)
    _ = client.send("DELETE", "/sessions/session")
    client.pass(.seconds(121))
    _ = client.board.tick(at: .seconds(122))
    #expect(client.board.isOver(countingSlow: false))
    #expect(!client.board.hasToldVerdicts)
    #expect(client.send("POST", "/shown/no-response", "[]").json["outcome"] == "failed")
    #expect(client.board.hasToldVerdicts)
  }

  @Test("Another creation starts the scenario again, and a repeated one does not")
  func restart() {
    let client = Client(Self.board("plain"))
    let creation = "{\"feature\":\"plain\"}"
    _ = client.send("POST", "/sessions", creation, key: "the-key-of-one-client")
    let shown = "[{\"version\":0,\"count\":0,\"list\":[],\"notes\":{}}]"
    _ = client.send("POST", "/shown/plain", shown)
    #expect(client.send("GET", "/sessions/session").json["version"] == 1)
    #expect(
      client.send("POST", "/sessions", creation, key: "the-key-of-one-client").json["version"] == 0)
    #expect(client.send("GET", "/sessions/session").json["version"] == 1)
    #expect(
      client.send("POST", "/sessions", creation, key: "the-key-of-the-other-one").status == 201)
    #expect(client.send("GET", "/sessions/session").json["version"] == 0)
  }

  @Test("Actions may come as a batch, and their response be a patch or nothing")
  func forms() {
    let client = Client(Self.board("order"))
    _ = client.send("POST", "/sessions", "{\"feature\":\"order\"}")
    _ = client.send(
      "POST", "/shown/order", "[{\"version\":0,\"count\":0,\"list\":[],\"notes\":{}}]")
    let path = "/sessions/session/actions"
    let batch = "[{\"increment\":{}},\"double\"]"
    let fields = [
      "idempotency-key": "a", "if-match": "\"1\"", "accept": "application/json-patch+json",
    ]
    #expect(client.send("POST", path, batch, fields: fields).status == 503)
    client.pass(.seconds(1))
    let patch = client.send("POST", path, batch, fields: fields)
    #expect(patch.json == [["op": "replace", "path": "/state/count", "value": 2]])
    #expect(patch.fields["Delta-Base"] == "\"1\"" && patch.fields["ETag"] == "\"3\"")
    #expect(client.send("GET", "/sessions/session").json["version"] == 3)
    let minimal = Client(Self.board("plain"))
    _ = minimal.send("POST", "/sessions", "{\"feature\":\"plain\"}")
    for version in 0..<2 {
      _ = minimal.send(
        "POST", "/shown/plain",
        "[{\"version\":\(version),\"count\":\(version),\"list\":[],\"notes\":{}}]")
    }
    let response = minimal.send("POST", path, "\"increment\"", fields: ["prefer": "return=minimal"])
    #expect(response.status == 204 && response.fields["ETag"] == "\"3\"")
  }

  @Test("What makes no sense is refused")
  func nonsense() {
    let client = Client(Self.board("plain"))
    for content in ["", "{", "[]", "{\"feature\":7}", "{\"feature\":\"gap\"}"] {
      #expect(client.send("POST", "/sessions", content).status == 422)
    }
    _ = client.send("POST", "/sessions", "{\"feature\":\"plain\"}")
    for content in ["", "{}", "7", "[" + String(repeating: "0,", count: 200) + "0]"] {
      #expect(client.send("POST", "/shown/plain", content).status == 422)
    }
    for path in ["/nothing", "/sessions/other", "/sessions/session/nothing", "/shown", "//"] {
      #expect(client.send("GET", path).status == 404)
    }
    #expect(client.board.verdict("plain") == .running)
    #expect(client.send("POST", "/sessions/session/actions", "{").status == 422)
    #expect(client.board.verdict("plain").isFailure)
    #expect(client.send("POST", "/shown/plain", "[0]").json["outcome"] == "failed")
  }

  @Test("A client can open eight streams, and send 500 requests")
  func limits() {
    let client = Client(Self.board("plain"))
    _ = client.send("POST", "/sessions", "{\"feature\":\"plain\"}")
    let streams = (0..<9).map { _ in client.send("GET", "/sessions/session/events").status }
    #expect(streams == Array(repeating: 0, count: 8) + [429])
    let statuses = (0..<600).map { _ in client.send("GET", "/sessions/session").status }
    #expect(statuses.first == 200 && statuses.last == 429)
    #expect(client.board.verdict("plain") == .failed("It sent more than 500 requests."))
  }

  @Test("Requests without sense, in any order, end nothing but scenarios", arguments: 0..<20)
  func random(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var board = ConformanceBoard(unixStart: 0) { "session" }
    let texts = [
      "", "\"", "\"0\"", "-1", "9223372036854775807", "99999999999999999999", "*", "a, b", "\u{0}",
      "é", "\"increment\"", "{\"insert\":{}}", "[\"double\"]", "[]", "[[", "{\"version\":-1}",
      "[{\"version\":0,\"count\":0,\"list\":[],\"notes\":{}}]", "[{\"ended\":7},{\"cannot\":[]}]",
    ]
    let names = board.scenarios.map(\.name)
    for exchange in 0..<500 {
      let now = Duration.milliseconds(exchange * random.below(1000))
      let name = names[random.below(names.count)]
      let paths = [
        ["sessions"], ["sessions", "session"], ["sessions", "session", "events"],
        ["sessions", "session", "actions"], ["shown", name], ["features", name], [""], ["results"],
      ]
      var fields: [String: String] = [:]
      for field in ["idempotency-key", "if-match", "if-none-match", "last-event-id"]
      where random.percent(50) {
        fields[field] = texts[random.below(texts.count)]
      }
      let creation = "{\"feature\":\"\(name)\"}"
      let content = random.percent(40) ? creation : texts[random.below(texts.count)]
      let request = ClientRequest(
        exchange, ["GET", "POST", "DELETE", "PUT"][random.below(4)],
        paths[random.below(paths.count)],
        query: ["wait": texts[random.below(texts.count)]], fields: fields,
        content: Array(content.utf8))
      for reaction in board.take(request, at: now) where reaction.exchange == exchange {
        if case .respond(_, let response) = reaction {
          #expect((200..<505).contains(response.status))
        }
      }
      if random.percent(10) { board.close(random.below(exchange + 1), at: now) }
      _ = board.tick(at: now)
    }
    #expect(names.contains { board.verdict($0) != .waiting })
  }
}
