import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackSessions

/// The routes that send actions, propose them to a person, or restore what was before them.
struct ActionRoutes: Sendable {
  let service: SessionService

  /// `POST /sessions/{id}/actions`
  var sendAction: ServiceRoute {
    route("actions", .sendAction) { .send(json: $0.body, trace: $0.actionTrace) }
  }

  /// `POST /sessions/{id}/proposals`. A proposal starts no effects that could be waited for.
  var proposeAction: ServiceRoute {
    route("proposals", .proposeAction, waitsForEffects: false) { (request) throws(Problem) in
      .propose(try Proposal(request))
    }
  }

  /// `POST /sessions/{id}/restore`. A restoration starts no effects, either.
  var restoreSession: ServiceRoute {
    route("restore", .restoreSession, for: .restore, content: 1024, waitsForEffects: false) {
      (request) throws(Problem) in
      let restoration = try Problem.translating(
        WireCoding.decode(Restoration.self, from: request.body, within: ClientInput()))
      return .restore(version: restoration.version)
    }
  }

  private func route(
    _ name: String, _ operation: OpenAPIOperation, for right: SessionOperation = .act,
    content limit: Int? = nil, waitsForEffects: Bool = true,
    _ command: @escaping @Sendable (HTTPRequest) throws(Problem) -> SessionRequest.Command
  ) -> ServiceRoute {
    ServiceRoute(
      .post, "/sessions/{id}/\(name)", operation, of: service, for: right,
      content: limit ?? service.configuration.maximumActionBytes,
      admit: Self.admitAction
    ) {
      [service] exchange throws(Problem) in
      let request = exchange.request
      let preferences = waitsForEffects ? request.preferences : request.preferences.withoutWait
      let conditions = try Preconditions(request)
      let format = request.replyFormat
      exchange.perform(
        try Self.asking(
          exchange, try command(request), if: conditions, as: format, preferring: preferences),
        if: conditions, preferring: preferences, as: format.representation
      ) { reply in service.makeResponse(reply, to: request, as: format, preferences) }
    }
  }

  /// Returns the request to the session.
  // A function of its own: the door takes its result without copying it, as it would a variable.
  private static func asking(
    _ exchange: SessionExchange, _ command: consuming SessionRequest.Command,
    if conditions: Preconditions, as format: ReplyFormat, preferring preferences: Preferences
  ) throws(Problem) -> SessionRequest {
    var asked = exchange.asking(command)
    asked.condition = conditions.ofChange
    var content: [UInt8]?
    if case .restore(let version) = asked.command { content = Restoration.content(of: version) }
    asked.key = try IdempotencyKey(exchange.request, saying: content)
    if format.isPatch {
      asked.changes = format.representation
    } else if exchange.request.mayHave(.changes), exchange.request.fields.contains(.changes) {
      asked.changes = .state
    }
    if let seconds = preferences.wait { asked.wait = .effects(seconds: seconds) }
    return asked
  }

  private static let admitAction: ServiceRoute.Admit = { (request) throws(Problem) in
    try request.requireJSONContent()
    try request.requireReplyAccepted()
  }
}

extension HTTPRequest {
  /// The trace that an action and its effects belong to, if the client sends it.
  fileprivate var actionTrace: TraceContext? {
    continuedTrace.map { TraceContext(traceParent: $0.traceParent, traceState: $0.state) }
  }
}

extension Proposal {
  /// The maximum number of bytes of a control's text.
  package static let maximumText = 500

  /// - Throws: ``Problem`` for content that is no proposal. The session decodes the action.
  fileprivate init(_ request: HTTPRequest) throws(Problem) {
    guard var members = JSONMembers(request.body), let control = members.take("control"),
      let action = members.take("send"), members.first == nil,
      let text = try? JSONStreamDecoder.decode(
        String.self, from: Array(control), limits: .ofClient()),
      (1...Self.maximumText).contains(text.utf8.count)
    else {
      throw Problem(
        .invalidValue,
        "A proposal is an object with control, a text of at most \(Self.maximumText) bytes, and send, an "
          + "action or a batch.")
    }
    self.init(control: text, action: Array(action))
  }
}

/// The content of a request to restore a version.
struct Restoration: Decodable {
  let version: Int

  /// Returns the content of the request in its shortest form, which stands for all others.
  static func content(of version: Int) -> [UInt8] { Array("{\"version\":\(version)}".utf8) }

  private enum Key: String, CodingKey, CaseIterable { case version }

  init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(besides: Key.self)
    let container = try decoder.container(keyedBy: Key.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "A version is 0 or more.")
    }
  }
}
