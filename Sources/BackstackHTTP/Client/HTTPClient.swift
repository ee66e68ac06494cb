import BackstackPlatform

/// A client that sends requests to servers over connections that stay open, on a thread of its own.
package final class HTTPClient: Sendable {
  /// How a client uses connections.
  package struct Configuration: Sendable {
    /// The maximum number of connections to one server; at least 1.
    package var maximumConnections = 256
    /// The maximum number of requests to one server that wait for a connection.
    package var maximumWaiting = 1024
    /// The time after which an idle connection is closed.
    package var idleTime = Duration.seconds(5)
    /// The time after which a connection whose other side confirms nothing is broken, in seconds; at least 1.
    package var silenceSeconds: Int32 = 2
    /// The maximum length of content that is passed on only when all of it has come, in bytes.
    package var collectedBytes = 256 * 1024
    /// The monotonic clock.
    package var now: @Sendable () -> MonotonicInstant = {
      MonotonicInstant(nanoseconds: SystemProcess.monotonicNanoseconds)
    }

    /// Creates the default configuration.
    package init() {}
  }

  /// Receives a response, or why there is none, on the client's thread, which must not wait.
  ///
  /// A response whose content is a stream is passed on before the content has come.
  package typealias Completion =
    @Sendable (Result<HTTPResponse, HTTPClientFailure>) -> Void

  /// A request on its way to the thread.
  struct Exchange: Sendable {
    let number: UInt64
    let request: HTTPClientRequest
    let address: HTTPServerAddress
    let group: UInt64
    let deadline: MonotonicInstant
    let completion: Completion
  }

  private let mailbox: HTTPClientMailbox
  private let now: @Sendable () -> MonotonicInstant

  /// Creates a client, and starts its thread.
  ///
  /// - Throws: `SystemError` when the process can't open another descriptor, or create another
  ///   thread.
  package init(_ configuration: Configuration = Configuration()) throws(SystemError) {
    let mailbox = try HTTPClientMailbox()
    self.mailbox = mailbox
    now = configuration.now
    try PlatformThread.start(name: "http-client", blocksSignals: true) {
      do throws(SystemError) {
        let loop = try HTTPClientLoop(configuration, mailbox)
        loop.run()
      } catch {
        mailbox.close()
      }
    }
  }

  deinit { mailbox.post(.stop) }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - group: A number that the request shares with others, for ``abandon(group:)``.
  ///   - timeout: The time for the response; if its content is a stream, for its head.
  ///   - completion: Called once.
  /// - Returns: A closure that gives the request up; its completion is then called with a failure,
  ///   unless it was called before.
  @discardableResult
  package func send(
    _ request: HTTPClientRequest, to address: HTTPServerAddress, in group: UInt64 = 0,
    timeout: Duration, _ completion: @escaping Completion
  ) -> @Sendable () -> Void {
    let number = mailbox.nextNumber()
    let exchange = Exchange(
      number: number, request: request, address: address, group: group,
      deadline: now().advanced(by: timeout), completion: completion)
    guard mailbox.post(.send(exchange)) else {
      completion(.failure(HTTPClientFailure("The client has stopped.", isSent: false)))
      return {}
    }
    return { [mailbox] in mailbox.post(.abandon(number)) }
  }

  /// Gives up all requests of a group, also those whose content streams.
  package func abandon(group: UInt64) { mailbox.post(.abandonGroup(group)) }

  /// Lets the thread look at the clock.
  package func tick() { mailbox.post(.tick) }

  /// Ends all requests, closes all connections, and ends the thread.
  package func stop() { mailbox.post(.stop) }
}

/// The messages to the thread of a client.
final class HTTPClientMailbox: Sendable {
  enum Message: Sendable {
    case send(HTTPClient.Exchange)
    /// Nobody waits for the response any more.
    case abandon(UInt64)
    case abandonGroup(UInt64)
    /// There is room for more of the content.
    case resume(UInt64)
    case tick
    case stop
  }

  private struct State: Sendable {
    var messages: [Message] = []
    var isClosed = false
    var lastNumber: UInt64 = 0
  }

  private let doorbell: WakeDescriptor
  private let state = Guarded(State())

  init() throws(SystemError) { doorbell = try WakeDescriptor() }

  var wakeDescriptor: Int32 { doorbell.descriptor }

  func nextNumber() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Adds a message; returns whether the thread still takes any.
  @discardableResult
  func post(_ message: Message) -> Bool {
    let (isOpen, isFirst) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.messages.append(message)
      return (true, state.messages.count == 1)
    }
    if isFirst { doorbell.ring() }
    return isOpen
  }

  func take() -> [Message] {
    doorbell.silence()
    return state.withLock { state in
      var messages: [Message] = []
      swap(&messages, &state.messages)
      return messages
    }
  }

  /// Takes no more messages, and refuses the requests that are left.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      var messages: [Message] = []
      swap(&messages, &state.messages)
      return messages
    }
    for case .send(let exchange) in left {
      exchange.completion(.failure(HTTPClientFailure("The client has stopped.", isSent: false)))
    }
  }
}
