import Foundation
import Testing

@testable import BackstackClient

/// A service, a network and a clock for one conversation, as a case of the table says.
struct Script {
  private var conversation: Conversation
  private var now = Duration.zero
  private var timers: [Conversation.Timer: Duration] = [:]
  private var unexpected: [(id: Int, call: Conversation.Call)] = []
  private var request = 0
  private var stream = 0
  private var cancelled: Set<Int> = []
  /// The actions that the socket has not answered.
  private var bySocket: [(id: Int, call: Conversation.Call)] = []
  private var numbers: [String] = []
  private var settled: [String: JSONValue] = [:]
  private var document: SessionDocument?
  private var status = RemoteStatus.connecting
  private var isOpened = false
  private var openingError: RemoteError?

  init(hasSockets: Bool = false) {
    // The first key is that of the creation, which the shell draws.
    let keys = Counter(1)
    conversation = Conversation(
      random: { 0.5 }, makeKey: { "key-\(keys.next())" }, hasSockets: hasSockets)
  }

  mutating func run(_ steps: [JSONValue]) throws {
    for step in steps { try run(step) }
    expectQuiet("the end")
  }

  private mutating func run(_ step: JSONValue) throws {
    let members = try #require(step.objectValue)
    if let options = members["open"] {
      let content = try JSONEncoder().encode(options)
      take(.open(.create(content: content, key: "key-1")))
    } else if let id = members["resume"]?.stringValue {
      take(.open(.resume(id: id, feature: "counter")))
    } else if members["opened"] != nil {
      #expect(isOpened)
    } else if let expected = members["request"] {
      try expect(expected)
    } else if let response = members["respond"] {
      try respond(response)
    } else if let reason = members["lose"]?.stringValue {
      take(.finished(request, failure: reason))
    } else if let text = members["stream"]?.stringValue {
      take(.received(stream, .head(RemoteResponseHead(status: 200))))
      take(.received(stream, .content(Data(text.utf8))))
    } else if let reason = members["cut"]?.stringValue {
      take(.finished(stream, failure: reason))
    } else if members["cancelled"] != nil {
      #expect(cancelled.contains(stream))
    } else if try runSocket(members) {
      return
    } else if let seconds = members["advance"] {
      try advance(seconds)
    } else if let action = members["send"] {
      try send(action, members)
    } else if let outcomes = members["settled"]?.objectValue {
      #expect(settled == outcomes)
      settled = [:]
    } else if let shown = members["shown"] {
      #expect(document?.version == shown["version"]?.integerValue)
      #expect(document?.state == shown["state"])
    } else if let link = members["link"]?.stringValue {
      #expect(document?.link == link)
    } else if let name = members["status"]?.stringValue {
      #expect(name == Self.name(status))
    } else if let reason = members["gone"]?.stringValue {
      #expect(status == .gone(.gone(reason: reason)))
    } else if members["hide"] != nil {
      take(.hidden)
    } else if members["show"] != nil {
      take(.shown)
    } else if let name = members["end"]?.stringValue {
      numbers.append(name)
      take(.end(numbers.count - 1))
    } else if let error = members["failedToOpen"]?.stringValue {
      #expect(openingError.map { "\($0)" } == error)
    } else if members["quiet"] != nil {
      expectQuiet("a quiet moment")
    } else {
      Issue.record("no such step: \(step)")
    }
  }

  // MARK: - The socket

  private mutating func runSocket(_ members: [String: JSONValue]) throws -> Bool {
    if let path = members["socket"]?.stringValue {
      let (id, call) = try nextCall()
      #expect(call.isSocket && SocketMessage.path(call) == path)
      stream = id
    } else if let message = members["message"] {
      try receive(message)
    } else if let message = members["sent"]?.objectValue {
      let (id, call) = try nextCall()
      let text = try #require(SocketMessage.text(id, call))
      var sent = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)).objectValue ?? [:]
      #expect(sent.removeValue(forKey: "id")?.integerValue == id)
      #expect(sent == message)
      bySocket.append((id, call))
    } else if var message = members["answer"]?.objectValue {
      message["id"] = .integer(Int64(try #require(bySocket.first).id))
      bySocket.removeFirst()
      try receive(.object(message))
    } else if let side = members["broken"] {
      #expect(cancelled.contains(stream) == (side.stringValue == "client"))
      // What has no answer is a request.
      take(.finished(stream, failure: "broken"))
      unexpected += bySocket.filter { !cancelled.contains($0.id) }
      bySocket = []
    } else {
      return false
    }
    return true
  }

  private mutating func nextCall() throws -> (id: Int, call: Conversation.Call) {
    try #require(unexpected.isEmpty ? nil : unexpected.removeFirst())
  }

  private mutating func receive(_ message: JSONValue) throws {
    take(.received(stream, .head(RemoteResponseHead(status: 200))))
    let text = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    take(.received(stream, .content(Data("data: \(text)\n\n".utf8))))
  }

  private static func name(_ status: RemoteStatus) -> String {
    switch status {
    case .connecting: "connecting"
    case .online: "online"
    case .offline: "offline"
    case .gone: "gone"
    }
  }

  // MARK: - The network

  private mutating func expect(_ expected: JSONValue) throws {
    let call = try #require(unexpected.first, "\(expected)")
    request = call.id
    // The shell asks this before the socket that the conversation wants.
    if call.call.isSocket, expected["path"]?.stringValue == "/" { return }
    unexpected.removeFirst()
    #expect(call.call.method == expected["method"]?.stringValue)
    #expect(call.call.path == expected["path"]?.stringValue)
    for (name, value) in expected["fields"]?.objectValue ?? [:] {
      #expect(call.call.fields[name] == value.stringValue, "\(name)")
    }
    if let content = expected["content"] {
      let sent = try JSONDecoder().decode(JSONValue.self, from: #require(call.call.content))
      #expect(sent == content)
    }
    if call.call.path.hasSuffix("/events") { stream = call.id }
  }

  private func expectQuiet(_ moment: String) {
    #expect(unexpected.map(\.call) == [], "\(moment)")
  }

  private mutating func respond(_ response: JSONValue) throws {
    if let call = unexpected.first, call.id == request, call.call.isSocket {
      if response["content"]?["socket"] != nil { return }
      unexpected.removeFirst()
      return take(.finished(request, failure: nil))
    }
    var fields: [String: String] = [:]
    for (name, value) in response["fields"]?.objectValue ?? [:] { fields[name] = value.stringValue }
    let status = try #require(response["status"]?.integerValue)
    take(.received(request, .head(RemoteResponseHead(status: status, fields: fields))))
    let content = try response["content"].map { try JSONEncoder().encode($0) }
    if let content = content ?? response["text"]?.stringValue.map({ Data($0.utf8) }) {
      take(.received(request, .content(content)))
    }
    take(.finished(request, failure: nil))
    #expect(timers[.limit(request)] == nil, "The request has ended.")
  }

  // MARK: - The program

  private mutating func send(_ action: JSONValue, _ members: [String: JSONValue]) throws {
    numbers.append(try #require(members["as"]?.stringValue))
    var outgoing = Conversation.Outgoing(content: try JSONEncoder().encode(action))
    outgoing.field = members["field"]?.stringValue
    if let wanted = members["wanted"] {
      let pointer = JSONPointer.names(try #require(wanted["pointer"]?.stringValue))
      let limit = try #require(wanted["below"]?.integerValue)
      outgoing.isWanted = { $0.part(pointer)?.integerValue.map { $0 < limit } ?? false }
    }
    take(.send(numbers.count - 1, outgoing))
  }

  // MARK: - The clock

  private mutating func advance(_ seconds: JSONValue) throws {
    let value = try JSONDecoder().decode(Double.self, from: JSONEncoder().encode(seconds))
    let end = now + .milliseconds((value * 1000).rounded())
    while let next = timers.filter({ $0.value <= end }).min(by: { $0.value < $1.value }) {
      timers[next.key] = nil
      now = next.value
      take(.fired(next.key))
    }
    now = end
  }

  // MARK: - Steps

  private mutating func take(_ event: Conversation.Event) {
    for step in conversation.take(event, at: now) {
      switch step {
      case .call(let id, let call): unexpected.append((id, call))
      case .cancel(let id): cancelled.insert(id)
      case .start(let timer, let wait): timers[timer] = now + wait
      case .stop(let timer): timers[timer] = nil
      case .show(let document): self.document = document
      case .tell(let status): self.status = status
      case .opened: isOpened = true
      case .failedToOpen(let error): openingError = error
      case .settle(let number, let result): settled[numbers[number]] = Self.outcome(result)
      }
    }
  }

  private static func outcome(_ result: Result<RemoteOutcome, RemoteError>) -> JSONValue {
    switch result {
    case .success(.sent): "sent"
    case .success(.stale): "stale"
    case .success(.skipped): "skipped"
    case .failure(.refused(let problem)): ["refused": .string(problem.kind)]
    case .failure(.gone(let reason)): ["gone": .string(reason)]
    case .failure(let error): ["failed": .string("\(error)")]
    }
  }
}
