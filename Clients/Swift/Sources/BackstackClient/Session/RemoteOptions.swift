public import Foundation

/// How a program uses a service.
public struct RemoteOptions: Sendable {
  /// The API key, for services that require one.
  public var key: String?
  /// The transport of the requests.
  public var transport: any RemoteTransport
  /// The opener of sockets; `nil` for requests and streams of events alone.
  public var sockets: (any RemoteSockets)?
  /// Returns a text that no other request has, of at most 64 letters, digits and hyphens: the
  /// idempotency keys of actions.
  public var makeKey: @Sendable () -> String
  /// Returns a number from 0 to 1, which spreads the retries of many clients.
  public var random: @Sendable () -> Double
  let clock: ClientClock
  /// The path of the followed view in place of the state, such as `screen`.
  var view: String?

  /// Creates options.
  ///
  /// - Parameter clock: The clock of retries and limits of time. It should advance while the device
  ///   sleeps, as `ContinuousClock` does.
  public init(
    key: String? = nil,
    transport: any RemoteTransport = URLSessionTransport.shared,
    sockets: (any RemoteSockets)? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    makeKey: @escaping @Sendable () -> String = { UUID().uuidString },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.key = key
    self.transport = transport
    self.sockets = sockets
    self.clock = ClientClock(clock)
    self.makeKey = makeKey
    self.random = random
  }
}

/// A clock whose type is erased, with the time since its creation.
struct ClientClock: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  init<Base: Clock<Duration>>(_ base: Base) {
    let start = base.now
    now = { start.duration(to: base.now) }
    sleep = { try await base.sleep(for: $0) }
  }
}
