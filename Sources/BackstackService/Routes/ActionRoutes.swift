import Backstack
import BackstackHTTP
import BackstackSessions

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
      [service] exchange throws(Problem) in
      let request = exchange.request
      let preferences = request.preferences
      let conditions = try Preconditions(request)
      let format = request.replyFormat
      var asked = exchange.asking(.send(json: request.body, trace: request.actionTrace))
      asked.condition = conditions.ofChange
      asked.key = try IdempotencyKey(request)
      if format.isPatch { asked.changes = format.representation }
      if let seconds = preferences.wait { asked.wait = .effects(seconds: seconds) }
      exchange.perform(
        asked, if: conditions, preferring: preferences, as: format.representation
      ) { reply throws(Problem) in
        service.makeResponse(reply, as: format, preferences)
      }
    }
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
