import BackstackCoding
package import BackstackHTTP
import BackstackScreenText
import BackstackService

/// Screens as messages of A2UI, for renderers that know nothing of this service.
///
/// It translates each request into requests to the service, in the name of the same client. It has to be
/// behind all middleware that decides what a client may do.
package struct A2UIAccess: HTTPMiddleware {
  package init() {}

  /// The media type of a list of messages.
  private static let type = "application/json+a2ui"

  package func respond(
    to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler
  ) {
    let path = request.path
    guard path.hasPrefix("/sessions/") else { return next.respond(to: request, responder) }
    let parts = path.dropFirst("/sessions/".count).split(separator: "/")
    guard parts.count == 2 else { return next.respond(to: request, responder) }
    let session = String(parts[0])
    switch (request.method, parts[1]) {
    case (.get, "screen") where request.fields.weight(of: Self.type, in: .accept) ?? 0 > 0:
      guard let version = Self.version(request, responder) else { return }
      let service = A2UIService(request, responder, next)
      service.askForScreen(of: session, unlessKnown: true) { response in
        guard let surfaces = Surfaces(response.body.bytes, in: version) else {
          return responder.respond(response)
        }
        let messages = Surface.messages(from: [], to: surfaces.all, in: version)
        var fields: HTTPFields = [.contentType: Self.type, .cacheControl: "no-store"]
        if let tag = response.fields[.eTag] { fields.append(.eTag, tag) }
        fields.append(.vary, "Accept")
        responder.respond(
          HTTPResponse(fields: fields, body: .bytes(Array(JSONLiteral.array(messages).json.utf8))))
      }
    case (.get, "events") where Self.parameter("view", of: request) == "a2ui":
      guard let version = Self.version(request, responder) else { return }
      A2UIService(request, responder, next).follow(session, in: version)
    case (.post, "a2ui"):
      guard Self.hasMessage(request) else {
        return A2UIService(request, responder, next).refuseContent(for: session)
      }
      responder.acceptContent(of: request, .collected()) { request in
        A2UIService(request, responder, next).perform(on: session)
      }
    default: next.respond(to: request, responder)
    }
  }

  /// Returns whether the content is declared as JSON. A page of another site may send that only after its
  /// browser has asked.
  private static func hasMessage(_ request: HTTPRequest) -> Bool {
    if request.value(of: .contentType, fulfils: MediaType.isJSON) == true { return true }
    // Not by a part of the field: `text/plain;a=b,application/json+a2ui` is text.
    let words = request.fields[.contentType]?.split { [";", " ", "\t"].contains($0) }
    return words?.first?.lowercased() == type
  }

  private static func parameter(_ name: String, of request: HTTPRequest) -> Substring? {
    for pair in (request.query ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == name { return parts[1] }
    }
    return nil
  }

  /// Returns the version that a request wants, or responds that there is none.
  private static func version(
    _ request: HTTPRequest, _ responder: HTTPResponder
  ) -> A2UIVersion? {
    guard let text = parameter("v", of: request) else { return .stable }
    if let version = A2UIVersion(rawValue: String(text)) { return version }
    let known = A2UIVersion.allCases.map(\.rawValue).joined(separator: " and ")
    responder.respond(.mistake("The versions of A2UI are \(known)."))
    return nil
  }
}

extension HTTPResponse {
  static func mistake(_ text: String) -> HTTPResponse {
    BackstackServer.problemResponse(
      HTTPError(status: .badRequest, code: .malformedRequest, message: text))
  }
}

/// A request of a renderer, and what it asks of the service.
struct A2UIService: Sendable {
  private let request: HTTPRequest
  private let responder: HTTPResponder
  private let service: any HTTPHandler

  init(_ request: HTTPRequest, _ responder: HTTPResponder, _ service: any HTTPHandler) {
    self.request = request
    self.responder = responder
    self.service = service
  }

  /// Asks for a session's screen in the form of the service.
  ///
  /// - Parameter unlessKnown: Whether the response is 304 if the client has the screen, as its request says.
  func askForScreen(
    of session: String, unlessKnown: Bool = false,
    _ receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    var fields: HTTPFields = [.accept: "application/vnd.backstack.screen+json"]
    if unlessKnown, let known = request.fields[.ifNoneMatch] { fields.append(.ifNoneMatch, known) }
    ask(.get, "/sessions/\(session)/screen", fields: fields, receive)
  }

  private func ask(
    _ method: HTTPMethod, _ path: String, fields: HTTPFields, body: [UInt8] = [],
    _ receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    do throws(HTTPError) {
      let inner = try request.another(method, path, fields: fields, body: body)
      service.respond(
        to: inner,
        responder.before(errorResponse: BackstackServer.problemResponse, receive: receive))
    } catch {
      receive(BackstackServer.problemResponse(error))
    }
  }

  /// Responds with the messages for all versions from the present one on.
  func follow(_ session: String, in version: A2UIVersion) {
    let events: HTTPFields = [.accept: "text/event-stream"]
    var path = "/sessions/\(session)/events?view=screen"
    do throws(HTTPError) {
      if let ticket = try request.queryItems().first(where: { $0.name == "ticket" }) {
        // No ticket has other characters, which could make other parameters.
        let text = ticket.value ?? ""
        let isPlain = text.allSatisfy { $0.isASCII && $0.isHexDigit }
        path += "&ticket=" + (isPlain ? text : "-")
      }
    } catch {
      return responder.respond(BackstackServer.problemResponse(error))
    }
    ask(.get, path, fields: events) { response in
      guard response.status == .ok else { return responder.respond(response) }
      let source = A2UIEventSource(in: version) { receive in
        // Not by the responder, which has sent the response by then.
        do throws(HTTPError) {
          let inner = try request.another(
            .get, "/sessions/\(session)/screen",
            fields: [.accept: "application/vnd.backstack.screen+json"])
          service.respond(
            to: inner,
            HTTPResponder(errorResponse: BackstackServer.problemResponse, receive: receive))
        } catch {
          receive(BackstackServer.problemResponse(error))
        }
      }
      source.follow(response)
      responder.respond(
        HTTPResponse(
          fields: [
            .contentType: "text/event-stream", .cacheControl: "no-store",
            // Otherwise nginx buffers events.
            "X-Accel-Buffering": "no",
          ],
          body: .stream(source)))
    }
  }

  /// Responds as the service does to an action whose content has the type of the request's.
  func refuseContent(for session: String) {
    var fields = HTTPFields()
    if let type = request.fields[.contentType] { fields.append(.contentType, type) }
    ask(.post, "/sessions/\(session)/actions", fields: fields) { response in
      responder.respond(response)
    }
  }

  /// Does what the renderer's message asks for.
  func perform(on session: String) {
    switch RendererMessage(request.body) {
    case nil:
      responder.respond(.mistake("The content is no message of a renderer to an agent (A2UI)."))
    case .error?: responder.respond(HTTPResponse(status: .noContent))
    case .action(let pressed)?:
      askForScreen(of: session) { response in
        guard let surfaces = Surfaces(response.body.bytes, in: .candidate) else {
          return responder.respond(response)
        }
        send(pressed, to: session, showing: surfaces)
      }
    }
  }

  private func send(
    _ pressed: RendererMessage.Pressed, to session: String, showing surfaces: Surfaces
  ) {
    guard surfaces.all.contains(where: { $0.id == pressed.surface }) else {
      return responder.respond(.mistake("The screen has no such surface now."))
    }
    guard let batch = pressed.batch(on: surfaces) else {
      return responder.respond(HTTPResponse(status: .noContent))
    }
    var fields: HTTPFields = [.contentType: "application/json", .prefer: "return=minimal"]
    for name in ["Idempotency-Key", "If-Match", "traceparent"] as [HTTPFieldName] {
      if let value = request.fields[name] { fields.append(name, value) }
    }
    ask(.post, "/sessions/\(session)/actions", fields: fields, body: Array(batch.json.utf8)) {
      response in
      guard response.status == .noContent else { return responder.respond(response) }
      tellAppearance(in: session, besides: Set(surfaces.levels.map(\.id))) {
        responder.respond(response)
      }
    }
  }

  /// Tells that levels which a change has led to are shown, as every client does.
  private func tellAppearance(
    in session: String, besides known: Set<String>, _ done: @escaping @Sendable () -> Void
  ) {
    askForScreen(of: session) { response in
      let levels = Surfaces(response.body.bytes, in: .candidate)?.levels ?? []
      guard let level = levels.first(where: { !known.contains($0.id) }) else { return done() }
      guard let action = level.json["appear"] else {
        return tellAppearance(in: session, besides: known.union([level.id]), done)
      }
      let fields: HTTPFields = [
        .contentType: "application/json", .prefer: "return=minimal",
        "Idempotency-Key": "\"appear-\(level.id)\"",
      ]
      ask(.post, "/sessions/\(session)/actions", fields: fields, body: Array(action.json.utf8)) {
        _ in
        tellAppearance(in: session, besides: known.union([level.id]), done)
      }
    }
  }
}
