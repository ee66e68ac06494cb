import Backstack
import BackstackCoding
import BackstackPlatform
import Testing

@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

/// Lets the service take the part that a case of the table has for it.
///
/// It sends the service the requests of the case, makes the session what the case says that others
/// make of it, and compares what the service sends with the case. What only networks, proxies and
/// overloaded services send is left out, but problems have to be those that the service knows.
struct ServiceScript {
  /// How much was compared.
  private(set) var comparisons = 0
  private let wireCase: WireCase
  private let client: ServiceClient
  private let plan = CounterPlan()
  private var path = ""
  /// The version of the session.
  private var version = 0
  /// The latest request, which the service has not got yet.
  private var request: JSONLiteral?
  /// The latest request for a stream, until the stream is opened.
  private var streamRequest: JSONLiteral?
  private var reader: EventReader?
  /// The state that the stream has sent.
  private var copy: JSONLiteral = ["count": 0]
  private var socket: SocketReader?
  /// Whether the socket has not sent a message yet.
  private var isFirst = false
  /// The snapshot that the messages of sockets have led to.
  private var document: JSONLiteral = ["version": 0, "state": ["count": 0]]
  /// The snapshots before, by their versions.
  private var documents: [String: JSONLiteral] = [:]
  /// The latest message of the client, which the service has not got yet, and its number.
  private var sent: JSONLiteral?
  private var lastMessage = 0
  /// The answer to it, if that came with the patch before it.
  private var pendingAnswer: JSONLiteral?

  init(_ wireCase: WireCase) {
    self.wireCase = wireCase
    let usesLinks = wireCase.steps.contains { $0.json.contains("link") }
    client = ServiceClient([
      Feature(
        "counter", initialState: Counter.State(count: 0),
        link: { path in Int(path.dropFirst()).map { Counter.State(count: $0) } },
        linkOf: { state in
          guard usesLinks, let count = state.count, count > 0 else { return nil }
          return "/\(count)"
        }
      ) { [plan] in
        Counter(plan: plan)
      }
    ])
  }

  /// Takes a step; those that only clients have to do with are left out.
  mutating func take(_ index: Int) async throws {
    let step = wireCase.steps[index]
    guard let (name, value) = step.members.first.map({ ($0.name, $0.value) }) else { return }
    switch name {
    case "resume": path = await client.create(#"{"feature":"counter"}"#)
    case "request":
      request = value
      if value["path"]?.string?.hasSuffix("/events") == true {
        streamRequest = value
        reader = nil
      }
    case "lose": await lose(index)
    case "socket": await openSocket(value.string ?? "")
    case "sent": sent = value
    case "message": try await message(value)
    case "answer": try await answer(value)
    case "broken":
      _ = try await sendMessage()
      socket?.leave()
      socket = nil
    case "respond": await respond(value)
    case "stream":
      let isRefused = wireCase.steps.dropFirst(index + 1).first?["cancelled"] != nil
      try await stream(value.string ?? "", isRefused: isRefused)
    default: break
    }
  }

  // MARK: Requests

  private func fields(_ request: JSONLiteral) -> [(HTTPFieldName, String)] {
    request["fields"]?.members.compactMap { member in
      // Clients make longer keys, as the service demands of creations.
      member.value.string.map { text in
        (HTTPFieldName(member.name), text.replacing("key-", with: "key-of-twenty-characters-"))
      }
    } ?? []
  }

  private func send(
    _ request: JSONLiteral, path replacement: String? = nil, waits: Bool = true
  ) -> AwaitedAnswer {
    var target = (request["path"]?.string ?? "")
      .replacing("/sessions/s1", with: replacement ?? path)
    if !waits { target = String(target.prefix { $0 != "?" }) }
    let isPost = request["method"]?.string == "POST"
    let content =
      request["content"] ?? (target == "/sessions" ? ["feature": "counter"] : "increment")
    return client.begin(
      isPost ? .post : .get, target, isPost ? content.json : nil, fields(request))
  }

  private func isAction(_ request: JSONLiteral) -> Bool {
    request["path"]?.string?.hasSuffix("/actions") == true
  }

  /// The service processes a request, and its response does not arrive.
  private mutating func lose(_ index: Int) async {
    guard let request, request["method"] == "POST" else { return }
    let later = wireCase.steps.dropFirst(index).first { step in
      [200, 201].contains(step["respond"]?["status"]?.integer) && step["respond"]?["content"] != nil
    }
    let content = later?["respond"]?["content"]
    if isAction(request), version == (content?["version"]?.integer).map({ $0 - 1 }) {
      plan.next.withLock { $0 = content?["state"] }
    }
    note(await send(request).answer)
  }

  private mutating func note(_ answer: ServiceClient.Answer) {
    if let location = answer.fields[.location] { path = location }
    if let version = answer.version { self.version = version }
  }

  private mutating func respond(_ response: JSONLiteral) async {
    guard let request else { return }
    let content = response["content"] ?? .null
    let status = response["status"]?.integer ?? 0
    if let type = content["type"]?.string, ![404, 410, 412].contains(status), type != invalid {
      comparisons += 1
      #expect(
        Problem.Kind.all.contains { $0.status.code == status && "/problems/\($0.slug)" == type })
      return
    }
    // What is on the way says no more than that.
    guard response["text"] == nil, ![429, 502, 503, 504].contains(status) else { return }
    let answer: ServiceClient.Answer
    switch status {
    case 404:
      answer = await send(request, path: "/sessions/" + String(repeating: "0", count: 32)).answer
    case 410:
      _ = await client.send(.delete, path)
      answer = await send(request).answer
      #expect(answer.contains(#""reason":"#))
    case 412:
      await move(to: content["snapshot"] ?? .null)
      answer = await send(request).answer
    case 200 where isAction(request):
      guard let wanted = content["version"]?.integer else { return }
      // A response that comes late, or once more.
      if wanted < version { return }
      if wanted > version {
        if wanted > version + 1 { await move(to: content, by: wanted - 1 - version) }
        plan.next.withLock { $0 = content["state"] }
      }
      answer = await send(request).answer
    case 200 where request["path"]?.string?.contains("wait=") == true:
      let reply = send(request)
      await move(to: content)
      answer = await reply.answer
    case 200:
      await move(to: content)
      answer = await send(request).answer
    // The service would wait for another version.
    case 304: answer = await send(request, waits: false).answer
    default: answer = await send(request).answer
    }
    note(answer)
    compare(answer, status, content)
  }

  private let invalid = "/problems/invalid-value"

  private mutating func compare(
    _ answer: ServiceClient.Answer, _ status: Int, _ content: JSONLiteral
  ) {
    comparisons += 1
    #expect(answer.status == status, "\(answer.text)")
    guard let actual = try? JSONLiteral(decoding: Array(answer.text.utf8)) else { return }
    for name in ["feature", "version", "state", "link", "type", "status", "socket"] {
      guard let expected = content[name], name != "version" || status < 300 else { continue }
      #expect(actual[name] == expected)
    }
    if let snapshot = content["snapshot"] {
      for name in ["feature", "version", "state"] {
        #expect(actual["snapshot"]?[name] == snapshot[name])
      }
    }
  }

  // MARK: Changes by others

  /// Another client brings the session to the version and the state of a snapshot.
  private mutating func move(to snapshot: JSONLiteral, by count: Int? = nil) async {
    guard let state = snapshot["state"], let wanted = snapshot["version"]?.integer else { return }
    let count = count ?? wanted - version
    guard count > 0 else { return }
    // The actions of a batch are one step, and so one patch.
    let actions = Array(repeating: ["set": state] as JSONLiteral, count: count)
    note(await client.act(path, JSONLiteral.array(actions).json))
  }

  // MARK: The stream

  private mutating func stream(_ text: String, isRefused: Bool) async throws {
    var event: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 1)
      if parts.count == 2 { event[String(parts[0])] = String(parts[1]) }
    }
    // What a service never sends, and what it has sent before.
    if isRefused || event["data"]?.contains("/nothing") == true {
      _ = reader?.read()
      return
    }
    let id = event["id"].flatMap { Int($0) }
    let data = try event["data"].map { try JSONLiteral(decoding: Array($0.utf8)) } ?? .null
    switch event["event"] {
    case "snapshot":
      guard let id, id >= version else { return }
      await move(to: data)
      let begun = await client.events(path)
      let sent = Self.events(begun.read())
      comparisons += 1
      #expect(sent.map(\.name) == ["snapshot"] && sent.first?.id == id)
      let actual = sent.first?.data ?? .null
      #expect(actual["version"] == data["version"] && actual["state"] == data["state"])
      reader = begun
      copy = actual["state"] ?? .null
    case "patch":
      try await openStream()
      guard let id, let base = event["base"].flatMap({ Int($0) }), let reader else { return }
      let state = Self.state(copy, data)
      await move(to: ["version": JSONLiteral.number("\(id)"), "state": state])
      let sent = Self.events(reader.read())
      comparisons += 1
      #expect(sent.allSatisfy { $0.name == "patch" } && sent.last?.id == id)
      #expect(sent.first?.base == base)
      // There is more than one patch between two states.
      let patch = JSONLiteral.array(sent.flatMap { $0.data.list ?? [] })
      let links = [patch, data].map { $0.list?.filter { $0["path"] == "/link" } }
      #expect(links[0] == links[1])
      let result = Self.state(copy, patch)
      #expect(result == state)
      copy = result
    case "end":
      try await openStream()
      _ = reader?.read()
      _ = await client.send(.delete, path)
      comparisons += 1
      #expect(reader?.read() == text)
    default:
      if event["retry"] == "2000" {
        try await openStream()
        comparisons += 1
      }
    }
  }

  /// Opens the stream that the case has asked for; its first line is `retry`.
  private mutating func openStream() async throws {
    guard let streamRequest else { return }
    self.streamRequest = nil
    let source = try #require(await send(streamRequest).answer.source)
    let reader = EventReader(source)
    #expect(reader.read().hasPrefix("retry: 2000\n\n"))
    self.reader = reader
  }

  // MARK: The socket

  private mutating func openSocket(_ target: String) async {
    let query = target.contains("?") ? "?" + (target.split(separator: "?").last ?? "") : ""
    socket = await client.socket(path, query)
    isFirst = true
    // The client may have had no answer to what the service has sent.
    if let known = documents[query] { document = known }
    comparisons += 1
    #expect(socket != nil)
  }

  /// Sends the latest message of the client, and takes what comes up to its answer.
  private mutating func sendMessage() async throws -> JSONLiteral? {
    guard let sent, let socket else { return nil }
    self.sent = nil
    lastMessage += 1
    var message = sent
    message["id"] = .number("\(lastMessage)")
    // As in requests.
    message["key"] = (sent["key"]?.string).map {
      .string($0.replacing("key-", with: "key-of-twenty-characters-"))
    }
    socket.send(message.json)
    var answer: JSONLiteral?
    for text in await socket.read(until: "{\"id\":\(lastMessage),") {
      let message = try JSONLiteral(decoding: Array(text.utf8))
      if message["id"] != nil { answer = message }
      try take(message)
    }
    return answer
  }

  /// Takes a patch or a snapshot that the service has sent.
  private mutating func take(_ message: JSONLiteral) throws {
    documents["?version=\(document["version"]?.json ?? "")"] = document
    if let snapshot = message["snapshot"] { document = snapshot }
    guard let patch = message["patch"]?.list else { return }
    comparisons += 1
    #expect(message["base"] == document["version"])
    let fits = patch.map { document.apply($0) }
    #expect(!fits.contains(false))
    document["version"] = message["version"]
    version = message["version"]?.integer ?? version
  }

  /// Takes everything that the service has sent.
  private mutating func takeMessages() throws {
    for text in socket?.read() ?? [] { try take(try JSONLiteral(decoding: Array(text.utf8))) }
  }

  private mutating func message(_ expected: JSONLiteral) async throws {
    if expected["end"] != nil {
      _ = await client.send(.delete, path)
      let sent = socket?.read() ?? []
      comparisons += 1
      #expect(try sent.last.map { try JSONLiteral(decoding: Array($0.utf8)) } == expected)
      return
    }
    let isFirst = isFirst
    self.isFirst = false
    if expected == [:] {
      guard isFirst else { return }
      comparisons += 1
      #expect(socket?.read() == ["{}"])
      return
    }
    var snapshot = expected["snapshot"] ?? document
    if let base = expected["base"] {
      // What a service never sends.
      guard base == document["version"] else { return }
      let fits = (expected["patch"]?.list ?? []).map { snapshot.apply($0) }
      #expect(!fits.contains(false))
      snapshot["version"] = expected["version"]
    }
    if sent != nil {
      plan.next.withLock { $0 = snapshot["state"] }
      pendingAnswer = try await sendMessage()
    } else {
      await move(to: snapshot)
      try takeMessages()
    }
    comparisons += 1
    #expect(document["version"] == snapshot["version"])
    #expect(document["state"] == snapshot["state"])
  }

  private mutating func answer(_ expected: JSONLiteral) async throws {
    let problem = expected["problem"]
    if problem?["status"] == 503 {
      comparisons += 1
      #expect(Problem.Kind.all.contains { "/problems/\($0.slug)" == problem?["type"]?.string })
      return
    }
    if let snapshot = problem?["snapshot"] { await move(to: snapshot) }
    let answer = if let pendingAnswer { pendingAnswer } else { try await sendMessage() }
    pendingAnswer = nil
    comparisons += 1
    #expect(answer?["version"] == expected["version"])
    for name in ["type", "status"] { #expect(answer?["problem"]?[name] == problem?[name]) }
    for name in ["feature", "version", "state"] {
      #expect(answer?["problem"]?["snapshot"]?[name] == problem?["snapshot"]?[name])
    }
  }

  private struct SentEvent {
    var name: String?
    var id: Int?
    var base: Int?
    var data = JSONLiteral.null
  }

  /// Reads what the service writes: a field is a line.
  private static func events(_ text: String) -> [SentEvent] {
    text.split(separator: "\n\n").filter { !$0.hasPrefix("retry:") }.map { block in
      var event = SentEvent()
      for line in block.split(separator: "\n") {
        let parts = line.split(separator: ": ", maxSplits: 1)
        switch parts.first {
        case "event": event.name = String(parts[1])
        case "id": event.id = Int(parts[1])
        case "base": event.base = Int(parts[1])
        case "data": event.data = (try? JSONLiteral(decoding: Array(parts[1].utf8))) ?? .null
        default: break
        }
      }
      return event
    }
  }

  /// Returns the state that the patches of the table lead to.
  private static func state(_ state: JSONLiteral, _ patch: JSONLiteral) -> JSONLiteral {
    var state = state
    for operation in patch.list ?? [] {
      let value = operation["value"] ?? .null
      switch operation["path"]?.string {
      case "/state/count": state["count"] = value
      case "/state/list": state["list"] = value
      case "/state/list/0": state["list"] = .array([value] + (state["list"]?.list ?? []))
      default: break
      }
    }
    return state
  }
}

/// The state that the next action of a client leads to.
final class CounterPlan: Sendable {
  let next = Guarded<JSONLiteral?>(nil)
}

/// The feature of the table.
@Reducer
struct Counter {
  struct State: Codable, Sendable {
    var count: Int?
    var list: [Int]?
  }

  enum Action: Codable, Sendable {
    case increment, insert, a, b, first, a1, a2, a3, b1, press, good, answer
    /// Another client's.
    case set(State)
  }

  let plan: CounterPlan

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(let new) = action {
        state = new
      } else if let next = plan.next.withLock({ $0.take() }) {
        state = State(
          count: next["count"]?.integer, list: next["list"]?.list.map { $0.compactMap(\.integer) })
      } else {
        state.count = (state.count ?? 0) + 1
      }
      return .none
    }
  }
}
