import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import Dispatch

/// The route that sends actions.
struct ActionRoutes: Sendable {
  let service: SessionService

  /// `POST /sessions/{id}/actions`
  var sendAction: ServiceRoute {
    ServiceRoute(
      .post, "/sessions/{id}/actions", .sendAction, of: service, for: .act,
      content: service.configuration.maximumActionBytes,
      admit: Self.admitAction
    ) {
      [self] (request, entry, _, responder) throws(Problem) in
      let conditions = try Preconditions(request)
      let form = try ActionResponseForm(request, entry, conditions.ofChange)
      let key = try IdempotencyKey(request)
      let known = try service.once(key, in: entry.session.answers) { (keep) throws(Problem) in
        do throws(SessionError) {
          try service.directory.admitChange(to: entry.session.context, startsEffects: true)
          try send(request, to: entry, if: conditions.ofChange, form, responder, keep: keep)
        } catch {
          throw service.problem(error, of: entry, conditions)
        }
      }
      if let known { service.repeatResponse(known, entry, request.preferences, responder) }
    }
  }

  private static let admitAction: ServiceRoute.Admit = { (request) throws(Problem) in
    try request.requireJSONContent()
    if !request.prefersPatch { try request.requireJSONAccepted() }
  }

  private func send(
    _ request: HTTPRequest, to entry: SessionRegistry.Entry, if condition: VersionCondition,
    _ form: ActionResponseForm, _ responder: HTTPResponder, keep: SessionService.Keep?
  ) throws(SessionError) {
    let preferences = request.preferences
    let issues = IssueCollector()
    let command = SessionCommand.send(
      json: request.body, awaitsEffects: preferences.wait != nil,
      trace: request.continuedTrace.map { trace in
        TraceContext(traceParent: trace.traceParent, traceState: trace.state)
      })
    let tasks = try entry.session.apply(command, if: condition, issues: issues)
    if let seconds = preferences.wait {
      service.whenFinished(tasks, of: entry.session, within: seconds, responder) { [self] in
        makeResponse(entry, form, preferences, issues: issues, keep)
      }
      return
    }
    if entry.session.isSettled {
      return responder.respond(makeResponse(entry, form, preferences, issues: issues, keep))
    }
    let context = entry.session.context
    let once = Once { [self] in
      context.runtime.large.run(for: context) { [self] in
        responder.respond(makeResponse(entry, form, preferences, issues: issues, keep))
      }
    }
    guard entry.session.whenSettled({ once.run() }) else { return once.run() }
    // An effect that computes for a long time, or blocks, must not keep the client waiting.
    let timeout = service.configuration.sessions.settleTimeout
    service.directory.deadlines.asyncAfter(deadline: .now() + timeout) { once.run() }
  }

  /// Makes the response to an action, and keeps it for a repeated request.
  private func makeResponse(
    _ entry: SessionRegistry.Entry, _ form: ActionResponseForm, _ preferences: Preferences,
    issues: IssueCollector, _ keep: SessionService.Keep?
  ) -> HTTPResponse {
    let response = service.makeResponse(entry, form, preferences, issues: issues.issues)
    keep?(response)
    return response
  }
}
