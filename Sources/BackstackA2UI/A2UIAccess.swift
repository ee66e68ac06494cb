import BackstackCoding
package import BackstackHTTP
import BackstackScreenText
import BackstackService

/// Screens as messages of A2UI, for renderers that know nothing of this service.
///
/// It translates each request into requests to the service, in the name of the same client. It has to be
/// behind all middleware that decides what a client may do.
package struct A2UIAccess: HTTPMiddleware {
  package let ownRoutePatterns = ["/sessions/{id}/a2ui"]

  package init() {}

  package func respond(
    to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler
  ) {
    let path = request.path
    guard path.hasPrefix("/sessions/") else { return next.respond(to: request, responder) }
    let parts = path.dropFirst("/sessions/".count).split(separator: "/")
    guard parts.count == 2 else { return next.respond(to: request, responder) }
    let session = String(parts[0])
    let service = A2UIService(request, responder, next)
    func match() { request.match("/sessions/{id}/\(parts[1])", by: self, before: next) }
    do throws(HTTPError) {
      switch (request.method, parts[1]) {
      case (.get, "screen"), (.head, "screen"):
        guard let type = A2UIType(wantedBy: request) else { return service.passScreen() }
        match()
        let version = try Self.version(request.parameters(allowing: ["v"]))
        service.showScreen(of: session, as: type, in: version)
      case (.get, "events") where Self.wantsMessages(request):
        match()
        let query = try request.parameters(allowing: ["after", "ticket", "v", "view"])
        try service.follow(session, query, in: Self.version(query))
      case (.post, "a2ui"):
        match()
        _ = try request.parameters(allowing: [])
        guard A2UIType.isMessage(request) else { return service.refuseContent(for: session) }
        responder.acceptContent(of: request, .collected()) { request in
          A2UIService(request, responder, next).perform(on: session)
        }
      case (.options, "a2ui"):
        match()
        responder.respond(HTTPResponse(status: .noContent, fields: [.allow: "OPTIONS, POST"]))
      case (_, "a2ui") where HTTPMethod.standard.contains(request.method):
        match()
        throw .methodNotAllowed(allow: "OPTIONS, POST")
      default: next.respond(to: request, responder)
      }
    } catch {
      responder.respond(.problem(error))
    }
  }

  /// Returns whether a request is for events of messages.
  private static func wantsMessages(_ request: HTTPRequest) -> Bool {
    guard request.query != nil, let items = try? request.queryItems() else { return false }
    return items.contains { $0.name == "view" && $0.value == "a2ui" }
  }

  /// Returns the version that a request wants.
  ///
  /// - Throws: `HTTPError` (400) for an unknown one.
  private static func version(_ query: Query) throws(HTTPError) -> A2UIVersion {
    guard let text = query.text("v") else { return .stable }
    if let version = A2UIVersion(rawValue: text) { return version }
    let known = A2UIVersion.allCases.map(\.rawValue).joined(separator: " and ")
    throw .mistake("The versions of A2UI are \(known).", code: .invalidQuery)
  }
}

/// A name of the media type of a list of messages.
enum A2UIType: String, CaseIterable {
  case present = "application/a2ui+json"
  /// The older name.
  case earlier = "application/json+a2ui"

  /// The names as a part of a sentence.
  static let names = allCases.map(\.rawValue).joined(separator: " or ")

  /// - Returns: `nil` if the client wants another representation of a screen rather than messages.
  init?(wantedBy request: HTTPRequest) {
    func weight(_ type: Self) -> Double {
      request.fields.weight(of: type.rawValue, in: .accept) ?? 0
    }
    guard let type = Self.allCases.max(by: { weight($0) < weight($1) }), weight(type) > 0,
      weight(type) >= request.weightOfScreen
    else { return nil }
    self = type
  }

  /// Returns whether the content is declared as JSON. A page of another site may send that only after its
  /// browser has asked.
  static func isMessage(_ request: HTTPRequest) -> Bool {
    if request.value(of: .contentType, fulfils: MediaType.isJSON) == true { return true }
    // Not by a part of the field: `text/plain;a=b,application/json+a2ui` is text.
    let words = request.fields[.contentType]?.split { [";", " ", "\t"].contains($0) }
    return words?.first.flatMap { Self(rawValue: $0.lowercased()) } != nil
  }

  /// The end of a tag: each representation of a version has its own (RFC 9110 §8.8.1).
  private var tagEnd: String { "-" + rawValue.dropFirst("application/".count) }

  /// Returns the tag of the messages for a version, without quotes.
  func tag(of version: Int) -> String { "\(version)\(tagEnd)" }

  /// Returns a condition with the tags of the session in place of those of messages.
  static func condition(_ value: String) -> String {
    allCases.reduce(value) { $0.replacing($1.tagEnd + "\"", with: "\"") }
  }
}

extension HTTPError {
  /// Returns what is wrong with a request.
  static func mistake(
    _ text: String, code: Code, status: HTTPStatus = .badRequest
  ) -> HTTPError {
    HTTPError(status: status, code: code, message: text)
  }
}

extension HTTPError.Code {
  static let invalidQuery = Self(rawValue: "invalid-query")
  static let invalidValue = Self(rawValue: "invalid-value")
  static let malformedJSON = Self(rawValue: "malformed-json")
  static let staleElement = Self(rawValue: "stale-element")
  fileprivate static let notAcceptable = Self(rawValue: "not-acceptable")
  fileprivate static let unsupportedMediaType = Self(rawValue: "unsupported-media-type")
}

extension HTTPResponse {
  /// Whether it refuses a request as its key has another one.
  fileprivate var isOfUsedKey: Bool {
    guard status == .unprocessableContent, let json = try? JSONNode(decoding: body.bytes) else {
      return false
    }
    return json["type"]?.text?.hasSuffix("/reused-idempotency-key") == true
  }

  fileprivate static func problem(_ error: HTTPError) -> HTTPResponse {
    BackstackServer.problemResponse(error)
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

  /// Passes the request for a screen on: its responses depend on what the client accepts, too.
  func passScreen() {
    let responder = responder.intercepting(errorResponse: BackstackServer.problemResponse) {
      response in
      var response = response
      if response.status == .notAcceptable {
        response = .problem(
          .mistake(
            "This resource is JSON; accept application/json, \(A2UIType.names).",
            code: .notAcceptable, status: .notAcceptable))
      }
      response.fields.append(.vary, "Accept")
      return response
    }
    service.respond(to: request, responder)
  }

  /// Responds with the messages of the present screen, or with 304 if the client has them.
  func showScreen(of session: String, as type: A2UIType, in version: A2UIVersion) {
    let known = request.entityTags(in: .ifNoneMatch)
    // The service refuses what is no list of tags.
    let asked = known?.malformed == nil ? conditions(.ifMatch) : conditions(.ifMatch, .ifNoneMatch)
    askForScreen(of: session, if: asked) { response in
      var response = response
      if let surfaces = Surfaces(response.body.bytes) {
        let tag = type.tag(of: surfaces.version)
        response = HTTPResponse(
          status: .notModified, fields: [.eTag: "\"\(tag)\"", .cacheControl: "no-store"])
        if known?.matches(tag) != true {
          let messages = Surface.messages(from: [], to: surfaces.all(in: version), in: version)
          response.status = .ok
          response.fields.append(.contentType, type.rawValue)
          response.body = .bytes(Array(JSONLiteral.array(messages).json.utf8))
        }
      }
      response.fields.append(.vary, "Accept")
      responder.respond(response)
    }
  }

  /// Asks for a session's screen in the form of the service.
  private func askForScreen(
    of session: String, if conditions: HTTPFields = HTTPFields(),
    _ receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    var fields = conditions
    fields.append(.accept, "application/vnd.backstack.screen+json")
    ask(.get, "/sessions/\(session)/screen", fields: fields, receive)
  }

  /// Returns the request's conditions on the version of the session.
  private func conditions(_ names: HTTPFieldName...) -> HTTPFields {
    var fields = HTTPFields()
    for name in names {
      for value in request.fields.values(of: name) {
        fields.append(name, A2UIType.condition(value))
      }
    }
    return fields
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
  ///
  /// - Throws: `HTTPError` (400) for what the client says that it shows, if it is no event of this service.
  func follow(
    _ session: String, _ query: Query, in version: A2UIVersion
  ) throws(HTTPError) {
    let events: HTTPFields = [.accept: "text/event-stream"]
    var path = "/sessions/\(session)/events?view=screen"
    let known = try ShownSurfaces(request, after: query.text("after"))
    if let ticket = query.text("ticket") {
      // No ticket has other characters, which could make other parameters.
      let isPlain = ticket.allSatisfy { $0.isASCII && $0.isHexDigit }
      path += "&ticket=" + (isPlain ? ticket : "-")
    }
    ask(.get, path, fields: events) { response in
      guard response.status == .ok else { return responder.respond(response) }
      let source = A2UIEventSource(in: version, after: known) { receive in
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
      guard response.status == .unsupportedMediaType else { return responder.respond(response) }
      var refusal = HTTPError.mistake(
        "Send the content as JSON, with Content-Type: application/json, \(A2UIType.names).",
        code: .unsupportedMediaType, status: .unsupportedMediaType)
      let types = ["application/json"] + A2UIType.allCases.map(\.rawValue)
      refusal.fields.append("Accept-Post", types.joined(separator: ", "))
      responder.respond(.problem(refusal))
    }
  }

  /// Does what the renderer's message asks for.
  func perform(on session: String) {
    do throws(HTTPError) {
      let message = try RendererMessage(request.body)
      askForScreen(of: session) { response in
        guard let surfaces = Surfaces(response.body.bytes) else {
          return responder.respond(response)
        }
        switch message {
        case .error: responder.respond(HTTPResponse(status: .noContent))
        case .action(let pressed): send(pressed, to: session, showing: surfaces)
        }
      }
    } catch {
      responder.respond(.problem(error))
    }
  }

  private func send(
    _ pressed: RendererMessage.Pressed, to session: String, showing surfaces: Surfaces
  ) {
    let changes: [RendererMessage.Change]
    do throws(HTTPError) {
      changes = try pressed.changes(on: surfaces)
    } catch {
      return refuse(error, in: session, after: surfaces)
    }
    guard let batch = pressed.batch(of: changes, on: surfaces) else {
      return responder.respond(HTTPResponse(status: .noContent))
    }
    var fields = keyField()
    for (name, value) in conditions(.ifMatch, .ifNoneMatch).all {
      fields.append(HTTPFieldName(name), value)
    }
    if let trace = request.fields["traceparent"] { fields.append("traceparent", trace) }
    post(batch, to: session, fields: fields) { response in
      guard response.status == .noContent else { return responder.respond(response) }
      let version = response.fields[.eTag].flatMap { Int($0.filter(\.isNumber)) }
      if let version, version <= surfaces.version {
        // Each change makes a version: this is the response to the first request with the key.
        return conclude(response, of: session, after: surfaces)
      }
      sendAgain(pressed.onlySends ? changes : [], of: pressed.surface, to: session) { last in
        conclude(last ?? response, of: session, after: surfaces)
      }
    }
  }

  /// Refuses a press, unless it was done before, with its key: that may have made its surface or its fields go.
  private func refuse(_ error: HTTPError, in session: String, after surfaces: Surfaces) {
    let fields = keyField()
    if fields.isEmpty { return responder.respond(.problem(error)) }
    // No press sends `null`.
    post(.null, to: session, fields: fields) { response in
      if response.status == .noContent {
        return conclude(response, of: session, after: surfaces)
      }
      responder.respond(response.isOfUsedKey ? response : .problem(error))
    }
  }

  /// The key of the press, if the request has one. What the press sends may be something else when it is
  /// repeated, so that what the renderer asks for is named besides.
  private func keyField(_ part: String = "") -> HTTPFields {
    guard let key = request.fields["Idempotency-Key"] else { return HTTPFields() }
    var message = (try? JSONLiteral(decoding: request.body)) ?? .null
    // A renderer that makes the message again makes another time.
    message["action"]?["timestamp"] = nil
    return [
      "Idempotency-Key": part.isEmpty ? key : key.filter { $0 != "\"" }.prefix(240) + part,
      KeyedCall.field: KeyedCall.name(message.json.utf8),
    ]
  }

  /// Responds to a press once it is told which levels are shown since.
  private func conclude(_ response: HTTPResponse, of session: String, after surfaces: Surfaces) {
    tellAppearance(in: session, besides: Set(surfaces.levels.map(\.id))) {
      var response = response
      // The renderer did not ask for it.
      response.fields.remove("Preference-Applied")
      responder.respond(response)
    }
  }

  private func post(
    _ action: JSONLiteral, to session: String, fields: HTTPFields = HTTPFields(),
    _ receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    var fields = fields
    fields.append(.contentType, "application/json")
    fields.append(.prefer, "return=minimal")
    ask(
      .post, "/sessions/\(session)/actions", fields: fields, body: Array(action.json.utf8), receive
    )
  }

  /// Sends the values once more that others, which were sent after them, have undone.
  ///
  /// - Parameter done: Gets the response; `nil` if there is none that succeeds.
  private func sendAgain(
    _ changes: [RendererMessage.Change], of surface: String, to session: String,
    _ done: @escaping @Sendable (HTTPResponse?) -> Void
  ) {
    // A single value can't have been undone by another.
    if changes.count < 2 { return done(nil) }
    askForScreen(of: session) { response in
      let level = Surfaces(response.body.bytes)?.level(of: surface)
      let actions = level.map { RendererMessage.undone(changes, on: $0) } ?? []
      if actions.isEmpty { return done(nil) }
      // A press that is repeated with its key sends nothing again.
      post(.array(actions), to: session, fields: keyField(".again")) {
        done($0.status == .noContent ? $0 : nil)
      }
    }
  }

  /// Tells that levels which a change has led to are shown, as every client does; of more levels than a person
  /// opens by a press, the first.
  private func tellAppearance(
    in session: String, besides known: Set<String>, atMost limit: Int = 20,
    _ done: @escaping @Sendable () -> Void
  ) {
    askForScreen(of: session) { response in
      let fresh = (Surfaces(response.body.bytes)?.levels ?? []).filter { !known.contains($0.id) }
      let appearing = fresh.filter { $0.json["appear"] != nil }.prefix(limit)
      if appearing.isEmpty { return done() }
      tell(appearing, in: session) {
        // They may have opened others.
        let known = known.union(fresh.map(\.id))
        tellAppearance(in: session, besides: known, atMost: limit - appearing.count, done)
      }
    }
  }

  private func tell(
    _ appearing: ArraySlice<Level>, in session: String, _ done: @escaping @Sendable () -> Void
  ) {
    guard let level = appearing.first, let action = level.json["appear"]?.literal else {
      return done()
    }
    post(action, to: session, fields: ["Idempotency-Key": "\"appear-\(level.id)\""]) { _ in
      tell(appearing.dropFirst(), in: session, done)
    }
  }
}
