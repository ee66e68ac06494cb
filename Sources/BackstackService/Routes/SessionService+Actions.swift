import BackstackSessions
import Backstack
import BackstackHTTP
import Dispatch
import Synchronization

extension SessionService {
  /// `POST /sessions/{id}/actions`
  var sendAction: ServiceRoute {
    ServiceRoute(
      .post, "/sessions/{id}/actions", .sendAction, of: self, for: .act,
      content: configuration.maximumActionBytes,
      admit: Self.admitAction
    ) {
      [self] (request, entry, _, responder) throws(Problem) in
      let form = try ActionResponseForm(request, entry)
      let key = try IdempotencyKey(request)
      let known = try once(key, in: entry.session.answers) { (keep) throws(Problem) in
        do throws(SessionError) {
          try directory.admitChange(to: entry.session.context, startsEffects: true)
          try send(request, to: entry, form, responder, keep: keep)
        } catch {
          throw problem(error, of: entry)
        }
      }
      if let known { repeatResponse(known, entry, request.preferences, responder) }
    }
  }

  private static let admitAction: ServiceRoute.Admit = { (request) throws(Problem) in
    try request.requireJSONContent()
    if !request.prefersPatch { try request.requireJSONAccepted() }
  }

  private func send(
    _ request: HTTPRequest, to entry: SessionRegistry.Entry, _ form: ActionResponseForm,
    _ responder: HTTPResponder, keep: Keep?
  ) throws(SessionError) {
    let preferences = request.preferences
    let issues = IssueCollector()
    let condition = request.versionCondition
    let command = SessionCommand.send(
      json: request.body, awaitsEffects: preferences.wait != nil)
    let tasks = try entry.session.apply(command, if: condition, issues: issues)
    if let seconds = preferences.wait {
      whenFinished(tasks, of: entry.session, within: seconds, responder) { [self] in
        makeResponse(entry, form, preferences, issues: issues, keep)
      }
      return
    }
    if entry.session.isSettled {
      return responder.respond(makeResponse(entry, form, preferences, issues: issues, keep))
    }
    let once = SingleResponse(responder: responder, of: entry.session.context) { [self] in
      makeResponse(entry, form, preferences, issues: issues, keep)
    }
    if entry.session.whenSettled({ once.give() }) {
      // An effect that computes for a long time, or blocks, must not keep the client waiting.
      directory.deadlines.asyncAfter(deadline: .now() + configuration.sessions.settleTimeout) { once.give() }
    } else {
      once.give()
    }
  }

  /// Makes the response to an action, and keeps it for a repeated request.
  private func makeResponse(
    _ entry: SessionRegistry.Entry, _ form: ActionResponseForm, _ preferences: Preferences,
    issues: IssueCollector, _ keep: Keep?
  ) -> HTTPResponse {
    let response = makeResponse(entry, form, preferences, issues: issues.issues)
    keep?(response)
    return response
  }

  /// Makes the response to a request that has changed a session, in the form that the client
  /// prefers.
  func makeResponse(
    _ entry: SessionRegistry.Entry, _ form: ActionResponseForm,
    _ preferences: Preferences, status: HTTPStatus = .ok, issues: [Issue] = []
  ) -> HTTPResponse {
    do throws(Problem) {
      var response =
        if preferences.isMinimal {
          HTTPResponse.minimal(version: entry.session.version, status: status)
        } else {
          try response(entry, form, status: status, issues: issues)
        }
      response.note(preferences)
      return response
    } catch {
      return error.response
    }
  }

  /// Responds to a request that was processed before, with the kept answer or, if there is none,
  /// with the present snapshot and the version that the request led to.
  func repeatResponse(
    _ known: KnownRequest, _ entry: SessionRegistry.Entry, _ preferences: Preferences,
    status: HTTPStatus = .ok, _ responder: HTTPResponder
  ) {
    switch known {
    case .answered(let answer): responder.respond(answer.response)
    case .processed(let head):
      let outcome = Answer.outcome(head)
      var response = makeResponse(entry, .snapshot, preferences.withoutWait, status: status)
      if let version = outcome.version {
        response.fields.append(.processedVersion, "\"\(version)\"")
      }
      if let location = outcome.location { response.fields.append(.location, location) }
      responder.respond(response)
    }
  }

  /// Returns the problem of a refused change, with the present snapshot for a client that has an
  /// older version.
  func problem(_ error: SessionError, of entry: SessionRegistry.Entry) -> Problem {
    var problem = Problem(error)
    guard case .versionMismatch = error, let snapshot = try? entry.session.snapshot() else {
      return problem
    }
    problem.version = snapshot.version
    problem.snapshot = document(entry, snapshot)
    return problem
  }
}

/// The form of the response to an action.
enum ActionResponseForm: Sendable {
  case snapshot
  /// A patch from a version; `nil` when it is not known which version the client has.
  case patch(from: PatchBase?)

  /// Creates the form that a request asks for, before its action is processed.
  init(_ request: HTTPRequest, _ entry: SessionRegistry.Entry) throws(Problem) {
    guard request.prefersPatch else {
      self = .snapshot
      return
    }
    let base = try Problem.from { () throws(SessionError) in try entry.session.patchBase() }
    // If `If-Match` does not match now, another client may still bring the session to that version
    // before the action is processed; the client's version is unknown then.
    self = .patch(from: request.versionCondition.isMet(by: base.version) ? base : nil)
  }
}

extension SessionService {
  /// Returns a response with the session as it is now.
  func response(
    _ entry: SessionRegistry.Entry, _ form: ActionResponseForm, status: HTTPStatus,
    issues: [Issue]
  ) throws(Problem) -> HTTPResponse {
    guard case .patch(let base) = form else {
      return try snapshotResponse(entry, status: status, issues: issues)
    }
    guard let base else {
      let snapshot = try Problem.from { () throws(SessionError) in try entry.session.snapshot() }
      let patch = document(entry, snapshot).between(
        Array(#"[{"op":"replace","path":"","value":"#.utf8), Array("}]".utf8))
      return .json(patch, type: HTTPResponse.patchType, version: snapshot.version)
    }
    let changes = try Problem.from { () throws(SessionError) in
      try entry.session.changes(since: base, wantsSnapshot: false)
    }
    var response = HTTPResponse.json(
      changes.patch, type: HTTPResponse.patchType, version: changes.base.version)
    // Without `If-Match`, the client can't know the version otherwise (RFC 3229 §10.5.1).
    response.fields.append("Delta-Base", "\"\(base.version)\"")
    return response
  }

  /// Keeps the response to a request with a key, for the same request that comes again.
  typealias Keep = @Sendable (HTTPResponse) -> Void

  /// Processes a request unless it was processed before.
  ///
  /// - Parameters:
  ///   - key: The request's key, or `nil` to process it in any case.
  ///   - answers: The memory for the answer of a request with a key.
  ///   - process: Processes the request. Its argument keeps the response, if it has to be kept:
  ///     call it once the request was processed, but not after an error.
  /// - Returns: What is known of the request, if it was processed before.
  /// - Throws: The error of `process`, and ``Problem`` for a key that is in use.
  func once(
    _ key: IdempotencyKey?, in answers: @autoclosure () -> AnswerMemory,
    process: (_ keep: Keep?) throws(Problem) -> Void
  ) throws(Problem) -> KnownRequest? {
    guard let key else {
      try process(nil)
      return nil
    }
    switch try Problem.from({ () throws(SessionError) in try answers().begin(key) }) {
    case .known(let known): return known
    case .new(let request):
      do throws(Problem) {
        try process { request.keep(Answer($0)) }
      } catch {
        request.end(isProcessed: false)
        throw error
      }
      request.end(isProcessed: true)
      return nil
    }
  }
}

extension HTTPResponse {
  fileprivate static var patchType: String { "application/json-patch+json" }

  /// Returns a response that contains only the version.
  fileprivate static func minimal(version: Int, status: HTTPStatus) -> HTTPResponse {
    HTTPResponse(
      status: status == .ok ? .noContent : status,
      fields: [.eTag: "\"\(version)\"", .cacheControl: "no-store"])
  }
}

/// The response to an action, made when it is first requested.
private final class SingleResponse: Sendable {
  private let responder: HTTPResponder
  private let context: SessionContext
  private let make: @Sendable () -> HTTPResponse
  private let isGiven = Atomic(false)

  init(
    responder: HTTPResponder, of context: SessionContext,
    make: @escaping @Sendable () -> HTTPResponse
  ) {
    self.responder = responder
    self.context = context
    self.make = make
  }

  func give() {
    guard !isGiven.exchange(true, ordering: .acquiringAndReleasing) else { return }
    context.runtime.large.run(for: context) { [responder, make] in responder.respond(make()) }
  }
}
