import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// A response that is sent later, once: when what it waits for has happened, when its time is over,
/// or when its client has disconnected.
final class PendingResponse: WaitingResponse {
  private struct State: Sendable {
    var isGiven = false
    /// The closures to call when the response is sent.
    var endings: [@Sendable () -> Void] = []
  }

  private let responder: HTTPResponder
  private let context: SessionContext
  private let make: @Sendable () -> HTTPResponse
  private let state = Guarded(State())

  /// Creates a response that is sent later.
  ///
  /// - Parameters:
  ///   - context: The session that the response describes.
  ///   - make: Makes the response when it is sent. Called once, even if the client has
  ///     disconnected.
  init(
    _ responder: HTTPResponder, of context: SessionContext,
    make: @escaping @Sendable () -> HTTPResponse
  ) {
    self.responder = responder
    self.context = context
    self.make = make
  }

  /// Sends the response, unless it was sent.
  func give() {
    let endings = state.withLock { state -> [@Sendable () -> Void]? in
      guard !state.isGiven else { return nil }
      state.isGiven = true
      defer { state.endings = [] }
      return state.endings
    }
    guard let endings else { return }
    for ending in endings { ending() }
    context.runtime.large.run(for: context) { [responder, make] in responder.respond(make()) }
  }

  /// Calls a closure when the response is sent; immediately if it was.
  func onGiven(_ ending: @escaping @Sendable () -> Void) {
    let isGiven = state.withLock { state in
      if !state.isGiven { state.endings.append(ending) }
      return state.isGiven
    }
    if isGiven { ending() }
  }

  /// Sends the response at the latest after some seconds, when the client disconnects, or when the
  /// server is about to stop.
  func limit(to seconds: Double, _ timer: any DeadlineTimer, among waiting: WaitingResponses) {
    responder.beginWaiting()
    // The server must not give up while the response is being made.
    responder.limitResponseTime(to: .seconds(seconds + 10))
    // Weak: a timer that was cancelled may keep its closure until its time.
    onGiven(timer.schedule(after: seconds) { [weak self] in self?.give() })
    responder.onCancel { [weak self] in self?.give() }
    guard waiting.add(self) else { return give() }
    let id = ObjectIdentifier(self)
    onGiven { waiting.remove(id) }
  }
}
