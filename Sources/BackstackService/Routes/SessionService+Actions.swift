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
      let form = try actionResponseForm(request, entry)
      let key = try IdempotencyKey(request)
      let known = try AnswerMemory.once(key, in: entry.session.answers) { (keep) throws(Problem) in
        do throws(Problem) {
          try admit(.act, to: entry.session.context)
          try send(request, to: entry, form, responder, keep: keep)
        } catch {
          throw withSnapshot(error, of: entry)
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
    _ responder: HTTPResponder, keep: (@Sendable (HTTPResponse) -> Void)?
  ) throws(Problem) {
    let preferences = request.preferences
    let issues = IssueCollector()
    let condition = request.versionCondition
    if let seconds = preferences.wait {
      let tasks = try entry.session.sendBatch(request.body, if: condition, issues: issues)
      whenFinished(tasks, of: entry.session, within: seconds, responder) { [self] in
        makeResponse(entry, form, preferences, issues: issues, keep)
      }
      return
    }
    if JSONText.isArray(request.body) {
      _ = try entry.session.sendBatch(request.body, if: condition, issues: issues)
    } else {
      try entry.session.send(request.body, if: condition, issues: issues)
    }
    if entry.session.isSettled {
      return responder.respond(makeResponse(entry, form, preferences, issues: issues, keep))
    }
    let once = SingleResponse(responder: responder, of: entry.session.context) { [self] in
      makeResponse(entry, form, preferences, issues: issues, keep)
    }
    if entry.session.whenSettled({ once.give() }) {
      // An effect that computes for a long time, or blocks, must not keep the client waiting.
      deadlines.asyncAfter(deadline: .now() + configuration.settleTimeout) { once.give() }
    } else {
      once.give()
    }
  }

  /// Makes the response to an action, and keeps it for a repeated request.
  private func makeResponse(
    _ entry: SessionRegistry.Entry, _ form: ActionResponseForm, _ preferences: Preferences,
    issues: IssueCollector, _ keep: ((HTTPResponse) -> Void)?
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
          try self.response(entry, form, status: status, issues: issues)
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
    case .answered(let response): responder.respond(response)
    case .processed(let outcome):
      var response = makeResponse(entry, .snapshot, preferences.withoutWait, status: status)
      if let version = outcome.version {
        response.fields.append(.processedVersion, "\"\(version)\"")
      }
      if let location = outcome.location { response.fields.append(.location, location) }
      responder.respond(response)
    }
  }

  /// Adds the present snapshot to a refusal, for a client that has an older version.
  func withSnapshot(_ problem: Problem, of entry: SessionRegistry.Entry) -> Problem {
    guard problem.kind == .versionMismatch, let snapshot = try? entry.session.snapshot() else {
      return problem
    }
    var problem = problem
    problem.version = snapshot.version
    problem.snapshot = document(entry, snapshot)
    return problem
  }
}

extension HTTPResponse {
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
