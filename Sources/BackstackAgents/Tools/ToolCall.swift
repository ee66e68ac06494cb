import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import BackstackService
import BackstackSessions

/// A call of a tool, with arguments that the tool takes.
struct ToolCall: Sendable, Hashable {
  let tool: Tool
  /// The arguments as the agent sent them, an object.
  private let arguments: JSONLiteral
  /// The id of the session; empty for a tool that needs none.
  private(set) var session: String
  /// The version that the session must have.
  let version: Int?
  let wait: Int?
  let rights: KeyRights.Level
  /// The features that want a person to confirm what agents do by destructive controls.
  var confirming: Set<String> = []
  /// The version in which the call that is repeated waits for a person; `nil` for a first call.
  var proposed: Int?
  /// Whether the client repeats a call that waits for a person.
  var repeatsCalls = false
  /// The agent's name for what it wants to be done once.
  let key: String?

  /// A mistake in a call, for the agent to correct.
  struct Mistake: Error, Sendable, Hashable {
    let text: String
  }

  /// - Parameters:
  ///   - key: The key of the HTTP request, for clients that keep the agent from knowing keys.
  ///   - hasLinks: Whether sessions of the tool's feature can begin at a link.
  init(
    _ tool: Tool, _ arguments: JSONLiteral, key: String? = nil, hasLinks: Bool = false,
    rights: KeyRights.Level = .full
  ) throws(Mistake) {
    guard case .object(let members) = arguments else {
      throw Mistake(text: "The arguments of a tool are an object.")
    }
    let known = tool.arguments(hasLinks: hasLinks)
    for member in members where !known.contains(where: { $0.rawValue == member.name }) {
      let names = known.map(\.rawValue).joined(separator: ", ")
      throw Mistake(
        text: "There is no argument \"\(member.name.prefix(100))\". The tool takes: \(names).")
    }
    for argument in known where argument.isRequired && arguments[argument.rawValue] == nil {
      throw Mistake(text: "The argument \"\(argument.rawValue)\" is missing.")
    }
    self.tool = tool
    self.arguments = arguments
    self.rights = rights
    session = try Self.text(.session, in: arguments) ?? ""
    if known.contains(.session), SessionID(session) == nil {
      throw Mistake(text: "There is no session with this id.")
    }
    version = try Self.number(.version, in: arguments)
    wait = try Self.number(.wait, in: arguments)
    let named = try Self.text(.key, in: arguments)
    if let named, let key, named != key {
      throw Mistake(text: "The field Idempotency-Key of the request has another key.")
    }
    self.key = named ?? key
    if let key = self.key, !Self.isKey(key) {
      throw Mistake(text: "A key is 1 to 255 letters, digits and signs, such as a UUID.")
    }
    if case .send = tool, arguments[ToolArgument.action.rawValue] == .array([]) {
      throw Mistake(text: "No action is what refuses a proposal: only a person may do that.")
    }
    for argument in [ToolArgument.control, .link] { _ = try Self.text(argument, in: arguments) }
    switch arguments[ToolArgument.fields.rawValue] {
    case nil, .null, .object: break
    default: throw Mistake(text: "The argument \"fields\" is an object.")
    }
    for argument in [ToolArgument.to, .since, .after, .limit] {
      _ = try Self.number(argument, in: arguments)
    }
  }

  /// Returns an argument; `nil` if it is missing.
  subscript(argument: ToolArgument) -> JSONLiteral? { arguments[argument.rawValue] }

  func text(_ argument: ToolArgument) -> String? { self[argument]?.text }

  /// Returns the call for a session that it has begun.
  func with(session: String) -> Self {
    var call = self
    call.session = session
    return call
  }

  /// What the call asks for by a control, which may do something else when the call is repeated; `nil` if it uses
  /// none.
  private var controlCall: String? {
    guard usesControl else { return nil }
    var call: JSONLiteral = ["tool": .string("\(tool)")]
    for argument in [ToolArgument.control, .value, .fields] where self[argument] != [:] {
      call[argument.rawValue] = self[argument]
    }
    return KeyedCall.name(call.json.utf8)
  }

  /// Whether it uses a control, which may do something else by now, or be gone.
  var usesControl: Bool { [.press, .enter, .back].contains(tool) }

  /// Whether it uses what the present screen has.
  var isUse: Bool {
    if case .send = tool { true } else { usesControl }
  }

  func number(_ argument: ToolArgument) -> Int? { self[argument].flatMap { Int($0.json) } }

  private static func text(
    _ argument: ToolArgument, in arguments: JSONLiteral
  ) throws(Mistake) -> String? {
    guard let json = arguments[argument.rawValue], json != .null else { return nil }
    guard let text = json.text else {
      throw Mistake(text: "The argument \"\(argument.rawValue)\" is a text.")
    }
    return text
  }

  private static func number(
    _ argument: ToolArgument, in arguments: JSONLiteral
  ) throws(Mistake) -> Int? {
    guard let json = arguments[argument.rawValue], json != .null else { return nil }
    guard case .number(let text) = json, let number = Int(text), number >= 0 else {
      throw Mistake(text: "The argument \"\(argument.rawValue)\" is an integer, 0 or more.")
    }
    return number
  }

  /// Returns whether a text can be a key: it becomes a field of a request.
  private static func isKey(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }

}

// MARK: Requests

extension ToolCall {
  private var path: String { "/sessions/\(session)" }

  func creation(of feature: String) -> ServiceRequest {
    var json: JSONLiteral = ["feature": .string(feature)]
    if let link = text(.link) { json["link"] = .string(link) }
    var request = ServiceRequest.post("/sessions", json: json.json)
    request.wantScreen()
    if let key { request.add(.idempotencyKey, key) }
    return request
  }

  /// The request for the screen.
  ///
  /// - Parameter since: The version that the agent has.
  func screen(since: Int? = nil) -> ServiceRequest {
    let waits = since == nil ? nil : wait
    var request = ServiceRequest(path: path + "/screen" + (waits.map { "?wait=\($0)" } ?? ""))
    request.wantScreen()
    if let since {
      request.add(.ifNoneMatch, "\"\(since)\"")
    } else {
      request.screen = session
    }
    return request
  }

  /// The request that sends an action.
  ///
  /// - Parameter version: The version that the session must have, unless the call has said so.
  func change(_ action: String, of version: Int? = nil) -> ServiceRequest {
    var request = ServiceRequest.post(path + "/actions", json: action)
    request.wantScreen(with: true)
    addConditions(to: &request, of: version)
    if let wait { request.add(.prefer, "wait=\(wait)") }
    return request
  }

  /// The request that tells that a level is shown: once, although several clients may show it.
  func appearance(of level: Level, _ action: JSONLiteral) -> ServiceRequest {
    var request = ServiceRequest.post(path + "/actions", json: action.json)
    request.add(.idempotencyKey, "appear-\(level.id)")
    request.add(.prefer, "return=minimal")
    return request
  }

  /// The request for an action that a person has to confirm.
  ///
  /// - Parameter text: The text that the person judges it by.
  func proposal(_ action: String, text: String) -> ServiceRequest {
    var request = ServiceRequest.post(
      path + "/proposals",
      json: #"{"control":\#(JSONLiteral.string(text).json),"send":\#(action)}"#)
    request.wantScreen()
    addConditions(to: &request)
    return request
  }

  /// The request for the screen once a person has decided on a proposal.
  func decision(since version: Int) -> ServiceRequest {
    var request = ServiceRequest(path: path + "/screen?wait=\(wait ?? Self.patience)")
    request.wantScreen()
    request.add(.ifNoneMatch, "\"\(version)\"")
    return request
  }

  /// The number of seconds that a repeated call waits for a person, unless it says so. Clients repeat a
  /// call some ten times.
  private static let patience = 30

  /// The request for the versions of a proposal and of its decision.
  func versions(of proposal: Int) -> ServiceRequest {
    ServiceRequest(
      path: path + "/history?limit=\(ProposalVerdict.historyLimit)"
        + (proposal > 0 ? "&after=\(proposal - 1)" : ""))
  }

  /// The request for the session without its screen.
  var read: ServiceRequest { ServiceRequest(path: path) }

  /// The request for what has changed in the state between two versions.
  func changes(from base: Int, to version: Int) -> ServiceRequest {
    ServiceRequest(path: path + "/history/\(version)?from=\(base)")
  }

  var history: ServiceRequest {
    let query = ["after": number(.after), "limit": number(.limit)]
      .compactMap { name, value in value.map { "\(name)=\($0)" } }
    return ServiceRequest(
      path: path + "/history" + (query.isEmpty ? "" : "?") + query.sorted().joined(separator: "&"))
  }

  var restoration: ServiceRequest {
    let json: JSONLiteral = ["version": self[.to] ?? .null]
    var request = ServiceRequest.post(path + "/restore", json: json.json)
    addConditions(to: &request)
    return request
  }

  var end: ServiceRequest {
    var request = ServiceRequest(method: .delete, path: path)
    addConditions(to: &request)
    return request
  }

  private func addConditions(to request: inout ServiceRequest, of known: Int? = nil) {
    if let key {
      request.add(.idempotencyKey, key)
      if let controlCall { request.add(KeyedCall.field, controlCall) }
    }
    if let version = version ?? known { request.add(.ifMatch, "\"\(version)\"") }
  }
}

extension HTTPFieldName {
  static let idempotencyKey = HTTPFieldName("Idempotency-Key")
}
