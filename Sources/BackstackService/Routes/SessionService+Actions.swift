import BackstackHTTP
import Dispatch
import Synchronization

extension SessionService {
  /// `POST /sessions/{id}/actions`
  var sendAction: ServiceRoute {
    ServiceRoute(.post, "/sessions/{id}/actions", .sendAction) {
      [self] (request, parameters, responder) throws(Problem) in
      let entry = try session(parameters)
      try request.requireJSONContent()
      try request.requireJSONAccepted()

      let answer = OnceAnswer(service: self, entry: entry, responder: responder)
      do throws(Problem) {
        let isSettled = try entry.session.send(
          request.body, if: request.versionCondition, issues: answer.issues
        ) { answer.give() }
        if isSettled {
          answer.give()
        } else {
          // An effect that computes for long, or blocks, must not keep the client waiting.
          deadlines.asyncAfter(deadline: .now() + configuration.settleTimeout) {
            answer.give()
          }
        }
      } catch {
        throw withSnapshot(error, of: entry)
      }
    }
  }

  /// A client that has an older version gets the present one with the refusal.
  func withSnapshot(_ problem: Problem, of entry: SessionRegistry.Entry) -> Problem {
    guard problem.kind == .versionMismatch, let snapshot = try? entry.session.snapshot() else {
      return problem
    }
    var problem = problem
    problem.version = snapshot.version
    problem.snapshot = json(entry, snapshot)
    return problem
  }
}

/// The answer to an action: the snapshot at the time it is first asked for.
private final class OnceAnswer: Sendable {
  private let service: SessionService
  private let entry: SessionRegistry.Entry
  private let responder: HTTPResponder
  /// What the action causes until it is answered.
  let issues = IssueCollector()
  private let isGiven = Atomic(false)

  init(service: SessionService, entry: SessionRegistry.Entry, responder: HTTPResponder) {
    self.service = service
    self.entry = entry
    self.responder = responder
  }

  func give() {
    guard !isGiven.exchange(true, ordering: .acquiringAndReleasing) else { return }
    do throws(Problem) {
      responder.respond(try service.snapshotResponse(entry, issues: issues.issues))
    } catch {
      responder.respond(error.response)
    }
  }
}
