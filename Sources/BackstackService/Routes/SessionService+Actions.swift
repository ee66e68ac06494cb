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
      let form = try actionAnswerForm(request, entry)
      let key = try IdempotencyKey(request)
      let known = try AnswerMemory.once(key, in: entry.session.answers) { (keep) throws(Problem) in
        do throws(Problem) {
          try admit(.act, to: entry.session.context)
          try send(request, to: entry, form, responder, keep: keep)
        } catch {
          throw withSnapshot(error, of: entry)
        }
      }
      if let known { repeatAnswer(known, entry, request.preferences, responder) }
    }
  }

  private static let admitAction: ServiceRoute.Admit = { (request) throws(Problem) in
    try request.requireJSONContent()
    if !request.prefersPatch { try request.requireJSONAccepted() }
  }

  private func send(
    _ request: HTTPRequest, to entry: SessionRegistry.Entry, _ form: ActionAnswerForm,
    _ responder: HTTPResponder, keep: (@Sendable (HTTPResponse) -> Void)?
  ) throws(Problem) {
    let preferences = request.preferences
    let issues = IssueCollector()
    let condition = request.versionCondition
    if let seconds = preferences.wait {
      let tasks = try entry.session.sendTogether(request.body, if: condition, issues: issues)
      whenFinished(tasks, of: entry.session, within: seconds, responder) { [self] in
        answer(entry, form, preferences, issues: issues, keep)
      }
      return
    }
    if JSONText.isArray(request.body) {
      _ = try entry.session.sendTogether(request.body, if: condition, issues: issues)
    } else {
      try entry.session.send(request.body, if: condition, issues: issues)
    }
    if entry.session.isSettled {
      return responder.respond(answer(entry, form, preferences, issues: issues, keep))
    }
    let once = OnceAnswer(responder: responder, of: entry.session.context) { [self] in
      answer(entry, form, preferences, issues: issues, keep)
    }
    if entry.session.whenSettled({ once.give() }) {
      // An effect that computes for long, or blocks, must not keep the client waiting.
      deadlines.asyncAfter(deadline: .now() + configuration.settleTimeout) { once.give() }
    } else {
      once.give()
    }
  }

  /// Makes the response to an action, and keeps it for a repeated request.
  private func answer(
    _ entry: SessionRegistry.Entry, _ form: ActionAnswerForm, _ preferences: Preferences,
    issues: IssueCollector, _ keep: ((HTTPResponse) -> Void)?
  ) -> HTTPResponse {
    let answer = answer(entry, form, preferences, issues: issues.issues)
    keep?(answer)
    return answer
  }

  /// Makes the response to a request that has changed a session, in the form that the client
  /// prefers.
  func answer(
    _ entry: SessionRegistry.Entry, _ form: ActionAnswerForm,
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
  func repeatAnswer(
    _ known: KnownRequest, _ entry: SessionRegistry.Entry, _ preferences: Preferences,
    status: HTTPStatus = .ok, _ responder: HTTPResponder
  ) {
    switch known {
    case .answered(let answer): responder.respond(answer)
    case .processed(let outcome):
      var answer = answer(entry, .snapshot, preferences.withoutWait, status: status)
      if let version = outcome.version {
        answer.fields.append(.processedVersion, "\"\(version)\"")
      }
      if let location = outcome.location { answer.fields.append(.location, location) }
      responder.respond(answer)
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
private final class OnceAnswer: Sendable {
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
    context.host.large.run(for: context) { [responder, make] in responder.respond(make()) }
  }
}
