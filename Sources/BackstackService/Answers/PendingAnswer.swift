import BackstackHTTP
import BackstackLocking

/// An answer that is given later, once: when what it waits for has happened, when its time is over, or
/// when its client has gone.
final class PendingAnswer: Sendable {
  private struct State: Sendable {
    var isGiven = false
    /// What ends the waiting.
    var endings: [@Sendable () -> Void] = []
  }

  private let responder: HTTPResponder
  private let context: SessionContext
  private let make: @Sendable () -> HTTPResponse
  private let state = Guarded(State())

  /// - Parameters:
  ///   - context: The session that the answer tells of.
  ///   - make: Makes the answer at the time it is given. Called once, also when the client has gone.
  init(
    _ responder: HTTPResponder, of context: SessionContext,
    make: @escaping @Sendable () -> HTTPResponse
  ) {
    self.responder = responder
    self.context = context
    self.make = make
  }

  /// Gives the answer, unless it was given.
  func give() {
    let endings = state.withLock { state -> [@Sendable () -> Void]? in
      guard !state.isGiven else { return nil }
      state.isGiven = true
      defer { state.endings = [] }
      return state.endings
    }
    guard let endings else { return }
    for ending in endings { ending() }
    context.host.large.run(for: context) { [responder, make] in responder.respond(make()) }
  }

  /// Has a closure called when the answer is given; at once if it was.
  func onGiven(_ ending: @escaping @Sendable () -> Void) {
    let isGiven = state.withLock { state in
      if !state.isGiven { state.endings.append(ending) }
      return state.isGiven
    }
    if isGiven { ending() }
  }

  /// Gives the answer at the latest after some seconds, when the client has gone, or when the server is
  /// about to stop.
  func limit(to seconds: Double, _ timer: any DeadlineTimer, among waiting: WaitingAnswers) {
    responder.beginWaiting()
    // The time that making the answer takes is not the server's to give up in.
    responder.limitAnswer(to: .seconds(seconds + 10))
    // Weak: a timer that was cancelled may keep its closure until its time.
    onGiven(timer.schedule(after: seconds) { [weak self] in self?.give() })
    responder.onCancel { [weak self] in self?.give() }
    guard waiting.add(self) else { return give() }
    let id = ObjectIdentifier(self)
    onGiven { waiting.remove(id) }
  }
}
