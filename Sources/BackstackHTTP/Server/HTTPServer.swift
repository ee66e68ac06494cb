import BackstackPlatform
import Dispatch
import Synchronization

/// An HTTP/1.1 server: event loops, each with its thread, one of which also accepts connections.
public final class HTTPServer: Sendable {
  private struct State: Sendable {
    var loops: [EventLoop] = []
    var addresses: [HTTPListenAddress] = []
  }

  private let configuration: HTTPServerConfiguration
  private let handler: any HTTPHandler
  private let state = Guarded(State())
  private let running = DispatchGroup()

  public init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
  }

  deinit { stopNow() }

  /// The addresses that the server listens on, with their real ports; empty before ``start()``.
  public var localAddresses: [HTTPListenAddress] { state.withLock { $0.addresses } }
  /// The first port that the server listens on; `nil` before ``start()``, or with Unix sockets
  /// only.
  public var localPort: Int? { localAddresses.lazy.compactMap(\.port).first }

  /// Binds the addresses and begins to serve; returns at once.
  ///
  /// - Throws: ``HTTPServerError`` if an address is invalid, in use or not permitted, or the
  ///   process lacks descriptors or threads. Then the server listens on no address.
  public func start() throws(HTTPServerError) {
    try state.withLock { state throws(HTTPServerError) in
      guard state.loops.isEmpty else {
        throw HTTPServerError(code: .alreadyStarted, message: "The server was started before.")
      }
      SystemProcess.ignoreBrokenPipes()
      if configuration.raisesOpenFileLimit { FileDescriptor.raiseLimit() }
      let context = EventLoopContext(configuration: configuration, handler: handler)
      var loops: [EventLoop] = []
      var random = configuration.makeRandomNumberGenerator()
      for _ in 0..<configuration.loopCount {
        loops.append(try EventLoop(context: context, seed: random.next()))
      }
      let listeners = try configuration.listen()
      try loops[0].startAccepting(Acceptor(listeners: listeners, loops: loops))
      for loop in loops {
        do throws(HTTPServerError) {
          try start(loop)
        } catch {
          if loop === loops[0] { loop.stopAccepting() }
          for loop in loops { loop.mailbox.post(.stop(at: MonotonicInstant(nanoseconds: .min))) }
          throw error
        }
      }
      configuration.metrics?.add(HTTPServerMetrics(context: context, loops: loops))
      state.loops = loops
      state.addresses = listeners.map(\.address)
    }
  }

  /// Runs a loop on a new thread, which is in the group `running` until it ends.
  private func start(_ loop: EventLoop) throws(HTTPServerError) {
    running.enter()
    do throws(SystemError) {
      // Handlers run on it: with a low limit for stacks, such as in some containers, deep ones would
      // overflow.
      try PlatformThread.start(name: "http-loop", stackSize: 8 << 20) { [running] in
        loop.run()
        running.leave()
      }
    } catch {
      running.leave()
      throw .system("start a thread", error.number)
    }
  }

  /// Stops accepting, closes idle connections and closes the others after their current response;
  /// returns at once.
  public func beginDraining() { post(.drain) }

  /// Closes every connection and ends the event loops; returns at once.
  public func stopNow() { post(.stop(at: MonotonicInstant(nanoseconds: .min))) }

  /// Drains, waits until the last connection is closed or `graceSeconds` have passed, then stops.
  ///
  /// Blocks the calling thread, which must not be an event loop's.
  ///
  /// - Parameters:
  ///   - graceSeconds: How long requests in flight may take.
  ///   - pauseSeconds: How long connections are still accepted before that, each for one response.
  /// - Returns: Whether all requests in flight got their responses in time.
  @discardableResult
  public func shutdown(graceSeconds: Double, pauseSeconds: Double = 0) -> Bool {
    if pauseSeconds > 0 {
      post(.announceDraining)
      _ = running.wait(timeout: .now() + pauseSeconds)
    }
    beginDraining()
    if running.wait(timeout: .now() + max(0, graceSeconds)) != .success {
      stopNow()
      running.wait()
    }
    return state.withLock { $0.loops }.allSatisfy { !$0.hasCutRequests.load(ordering: .acquiring) }
  }

  /// Blocks until the event loops have ended, for whatever reason.
  public func waitUntilStopped() { running.wait() }

  /// Makes the event loops read the clock again; call this after a manual clock was advanced.
  func clockMoved() { post(.tick) }

  private func post(_ message: EventLoopMailbox.Message) {
    for loop in state.withLock({ $0.loops }) { loop.mailbox.post(message) }
  }
}

extension HTTPServer {
  /// Blocks until a signal asks to stop and the server has shut down gracefully; a second signal
  /// stops it at once.
  ///
  /// - Parameters:
  ///   - graceSeconds: How long requests in flight may take once the server accepts no connection.
  ///   - pauseSeconds: How long connections are still accepted after the first signal, each for one
  ///     response, so that load balancers notice that the server is no longer ready.
  ///   - signals: The signals to wait for; if created before ``start()``, none is missed.
  ///   - willDrain: Called at the first signal, before anything else.
  /// - Returns: Whether all requests in flight got their responses.
  @discardableResult
  public func runUntilSignal(
    graceSeconds: Double, pauseSeconds: Double = 0, signals: HTTPStopSignals = HTTPStopSignals(),
    willDrain: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    signals.waitForFirst()
    willDrain()
    signals.whenRepeated { self.stopNow() }
    defer { signals.end() }
    return shutdown(graceSeconds: graceSeconds, pauseSeconds: pauseSeconds)
  }
}
