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
      let form = try actionAnswerForm(request, entry)

      let answer = OnceAnswer(service: self, entry: entry, form: form, responder: responder)
      do throws(Problem) {
        let isSettled = try entry.session.send(request.body, if: request.versionCondition) {
          answer.give()
        }
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

/// The answer to an action: the session at the time it is first asked for.
private final class OnceAnswer: Sendable {
  private let service: SessionService
  private let entry: SessionRegistry.Entry
  private let form: ActionAnswerForm
  private let responder: HTTPResponder
  private let isGiven = Atomic(false)

  init(
    service: SessionService, entry: SessionRegistry.Entry, form: ActionAnswerForm,
    responder: HTTPResponder
  ) {
    self.service = service
    self.entry = entry
    self.form = form
    self.responder = responder
  }

  func give() {
    guard !isGiven.exchange(true, ordering: .acquiringAndReleasing) else { return }
    do throws(Problem) {
      responder.respond(try service.response(entry, form))
    } catch {
      responder.respond(error.response)
    }
  }
}
