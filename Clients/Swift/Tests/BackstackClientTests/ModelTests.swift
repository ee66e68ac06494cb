import Foundation
import Testing

@testable import BackstackClient

@Suite("Random networks")
struct ModelTests {
  @Test("Actions take effect once, in order; what is shown was there", arguments: 0..<100)
  func walk(seed: UInt64) throws {
    var world = World(seed: seed)
    try world.run()
  }
}

/// A service with one session, a network that loses what it may, and a client.
private struct World {
  private enum Message {
    case request(Int, Conversation.Call)
    case response(Int, status: Int, JSONValue?)
  }

  private var random: SplitMix
  private var conversation: Conversation
  private var now = Duration.zero
  private var timers: [Conversation.Timer: Duration] = [:]
  private var network: [Message] = []
  private var isHealthy = false

  /// The state at each version: a list of the actions that took effect.
  private var history: [[JSONValue]] = [[]]
  private var processed: [String: Int] = [:]
  private var stream: (id: Int, version: Int?)?
  /// Requests that nobody waits for any more.
  private var ended: Set<Int> = []

  private var sent = 0
  private var settled: [Int: Result<RemoteOutcome, RemoteError>] = [:]
  private var shown: SessionDocument?
  private var status = RemoteStatus.connecting

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    let keys = Counter()
    conversation = Conversation(random: { 0.5 }, makeKey: { "key-\(keys.next())" })
  }

  mutating func run() throws {
    try take(.open(.create(content: Data("{}".utf8), key: "creation")))
    // An opening may fail; what comes after it may not.
    isHealthy = true
    while shown == nil { try step() }
    isHealthy = false
    for _ in 0..<300 { try step() }
    isHealthy = true
    try take(.shown)
    while settled.count < sent || shown?.version != history.count - 1 || !network.isEmpty {
      try step()
    }
    check()
  }

  private func check() {
    let own = history.last?.compactMap(\.integerValue).filter { $0 >= 0 } ?? []
    let failed = Set((0..<sent).filter { if case .failure = settled[$0] { true } else { false } })
    #expect(own == own.sorted() && Set(own).count == own.count, "once and in order: \(own)")
    #expect(Set(0..<sent).subtracting(own).isSubset(of: failed))
    #expect(status == .online)
  }

  private mutating func step() throws {
    switch random.next(below: isHealthy ? 6 : 12) {
    case 0, 1, 2:
      if !network.isEmpty { try deliver(network.remove(at: random.next(below: network.count))) }
    case 3, 4: try writeStream()
    case 5: try fireNext()
    case 6: try lose()
    case 7 where sent < 20:
      let content = Data("\(sent)".utf8)
      sent += 1
      try take(.send(sent - 1, Conversation.Outgoing(content: content)))
    case 8: change(-1)
    case 9:
      if let id = stream?.id { try take(.finished(id, failure: "cut")) }
    case 10: try take(random.next(below: 2) == 0 ? .hidden : .shown)
    default: break
    }
  }

  private mutating func fireNext() throws {
    guard let next = timers.min(by: { $0.value < $1.value }) else { return }
    // A request that could arrive is not late, once the network is healthy.
    if isHealthy, !network.isEmpty { return }
    timers[next.key] = nil
    now = max(now, next.value)
    try take(.fired(next.key))
  }

  private mutating func lose() throws {
    guard !network.isEmpty else { return }
    switch network.remove(at: random.next(below: network.count)) {
    case .request(let id, _), .response(let id, _, _): try take(.finished(id, failure: "lost"))
    }
  }

  // MARK: - The service

  private mutating func change(_ action: Int64) {
    history.append((history.last ?? []) + [.integer(action)])
  }

  private func snapshot(_ version: Int) -> JSONValue {
    FakeService.snapshot(version, ["list": .array(history[version])])
  }

  private mutating func deliver(_ message: Message) throws {
    switch message {
    case .response(let id, let status, let content):
      try take(.received(id, .head(RemoteResponseHead(status: status))))
      if let content { try take(.received(id, .content(JSONEncoder().encode(content)))) }
      try take(.finished(id, failure: nil))
    case .request(let id, let call) where call.path.hasSuffix("/events"):
      try take(.received(id, .head(RemoteResponseHead(status: 200))))
      let last = call.fields["Last-Event-ID"].flatMap { Int($0) }
      // The service may have forgotten the versions since.
      if isWaiting(id) { stream = (id, random.next(below: 3) == 0 ? nil : last) }
    case .request(let id, let call):
      network.append(try response(id, call))
    }
  }

  private mutating func response(_ id: Int, _ call: Conversation.Call) throws -> Message {
    let present = history.count - 1
    if call.method == "POST", call.path == "/sessions" {
      return .response(id, status: 201, snapshot(0))
    }
    guard call.method == "POST" else {
      let isKnown = call.fields["If-None-Match"] == "\"\(present)\""
      return .response(id, status: isKnown ? 304 : 200, isKnown ? nil : snapshot(present))
    }
    if !isHealthy, random.next(below: 8) == 0 { return .response(id, status: 503, [:]) }
    let key = try #require(call.fields["Idempotency-Key"])
    if let version = processed[key] { return .response(id, status: 200, snapshot(version)) }
    let action = try JSONDecoder().decode(Int64.self, from: #require(call.content))
    change(action)
    processed[key] = history.count - 1
    return .response(id, status: 200, snapshot(history.count - 1))
  }

  private mutating func writeStream() throws {
    guard let (id, version) = stream else { return }
    let present = history.count - 1
    var text = ": beat\n\n"
    if let version, version < present {
      let added = history[present].dropFirst(version).map { value -> JSONValue in
        ["op": "add", "path": "/state/list/-", "value": value]
      }
      let patch = String(decoding: try JSONEncoder().encode(Array(added)), as: UTF8.self)
      text = "event: patch\nid: \(present)\nbase: \(version)\ndata: \(patch)\n\n"
    } else if version == nil {
      let data = String(decoding: try JSONEncoder().encode(snapshot(present)), as: UTF8.self)
      text = "event: snapshot\nid: \(present)\ndata: \(data)\n\n"
    }
    stream = (id, present)
    try take(.received(id, .content(Data(text.utf8))))
  }

  // MARK: - The client

  private func isWaiting(_ id: Int) -> Bool { !ended.contains(id) }

  private mutating func take(_ event: Conversation.Event) throws {
    if case .finished(let id, _) = event { end(id) }
    for step in conversation.take(event, at: now) {
      switch step {
      case .call(let id, let call): network.append(.request(id, call))
      case .cancel(let id): end(id)
      case .start(let timer, let wait): timers[timer] = now + wait
      case .stop(let timer): timers[timer] = nil
      case .show(let document):
        #expect(document.version > shown?.version ?? -1)
        #expect(document.state == ["list": .array(history[document.version])])
        shown = document
      case .tell(let status): self.status = status
      case .settle(let number, let result): settled[number] = result
      case .opened: break
      case .failedToOpen(let error): throw error
      }
    }
  }

  private mutating func end(_ id: Int) {
    ended.insert(id)
    if stream?.id == id { stream = nil }
  }
}

/// A generator of random numbers that a seed determines.
private struct SplitMix {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
