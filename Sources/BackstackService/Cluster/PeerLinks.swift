import BackstackCluster
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import FoundationEssentials

/// The way to the other nodes of a cluster.
final class PeerLinks: Sendable {
  /// What came of a request to another node.
  enum Outcome: Sendable {
    /// The node has processed the request.
    case response(HTTPResponse)
    /// It has not processed the request, which has to go elsewhere.
    case elsewhere(Destination)
    /// There is no response.
    case failed(mayBeProcessed: Bool)
  }

  private struct State: Sendable {
    /// The number of requests so far.
    var count: UInt64 = 0
    /// What gives up the requests under way, by their nodes.
    var exchanges: [UInt64: [UInt64: @Sendable () -> Void]] = [:]
    /// The nodes that could not be reached, and until when that is believed.
    var broken: [UInt64: MonotonicInstant] = [:]
  }

  private let client: HTTPClient
  private let now: @Sendable () -> MonotonicInstant
  private let state = Guarded(State())

  /// The time for which a node that could not be reached is not tried again, so that not every request
  /// waits for a silent connection before it takes another way.
  static let pause = Duration.seconds(1)

  /// - Parameters:
  ///   - mostConnections: The largest number of connections to a node. Where it is that of the clients'
  ///     connections, none of their requests waits for another one.
  ///   - now: The monotonic clock.
  /// - Throws: `SystemError` when the process can't open another descriptor, or create another
  ///   thread.
  init(
    mostConnections: Int, now: @escaping @Sendable () -> MonotonicInstant
  ) throws(SystemError) {
    self.now = now
    var configuration = HTTPClient.Configuration()
    configuration.mostConnections = mostConnections
    client = try HTTPClient(configuration)
  }

  /// Sends a request to a node.
  ///
  /// - Parameters:
  ///   - target: The number of another node, which that one has to pass the request on to.
  ///   - timeout: The time for the response, or for its head if it is a stream.
  ///   - completion: Called once, on a thread that must not wait.
  /// - Returns: A closure that gives the request up.
  func send(
    _ request: HTTPRequest, to number: UInt64, _ profile: NodeProfile, _ referral: Referral,
    for target: UInt64?, timeout: Duration, _ completion: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable () -> Void {
    let request = forwarded(request, profile, referral, target)
    return send(request, to: number, profile, timeout: timeout, completion)
  }

  private func send(
    _ request: HTTPClientRequest?, to number: UInt64, _ profile: NodeProfile, timeout: Duration,
    _ completion: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable () -> Void {
    let exchange = state.withLock { state -> UInt64? in
      if let end = state.broken[number] {
        guard end <= now() else { return nil }
        state.broken[number] = nil
      }
      state.count += 1
      return state.count
    }
    guard let request, let exchange, let address = HTTPServerAddress(profile.address) else {
      completion(.failed(mayBeProcessed: false))
      return {}
    }
    let abandon = client.send(request, to: address, timeout: timeout) { [self] result in
      end(exchange, with: number, result)
      completion(Self.outcome(result))
    }
    state.withLock { $0.exchanges[number, default: [:]][exchange] = abandon }
    return abandon
  }

  /// Offers a session to a node, which claims it with the consent.
  ///
  /// - Parameters:
  ///   - timeout: The time for the response.
  ///   - completion: Called once with whether the node has taken the session, on a thread that must
  ///     not wait.
  func offer(
    _ id: SessionID, to number: UInt64, _ profile: NodeProfile, _ consent: Referral,
    timeout: Duration, _ completion: @escaping @Sendable (Bool) -> Void
  ) {
    let request = try? HTTPClientRequest(
      .post, "/sessions/\(id)/activation", fields: Self.fields(for: profile, consent), content: [])
    _ = send(request, to: number, profile, timeout: timeout) { outcome in
      guard case .response(let response) = outcome else { return completion(false) }
      completion(response.status == .noContent)
    }
  }

  private func forwarded(
    _ request: HTTPRequest, _ profile: NodeProfile, _ referral: Referral, _ target: UInt64?
  ) -> HTTPClientRequest? {
    var fields = request.fields.passedOn
    if let target { fields.append(PeerFields.relay, "\(target)") }
    for (name, value) in Self.fields(for: profile, referral).all {
      fields.append(HTTPFieldName(name), value)
    }
    if let principal = request.principal {
      guard let value = principal.fieldValue else { return nil }
      fields.append(PeerFields.principal, value)
    }
    return try? HTTPClientRequest(
      request.method, request.target, fields: fields, content: request.body)
  }

  /// Returns the fields by which a node believes another one.
  private static func fields(for profile: NodeProfile, _ referral: Referral) -> HTTPFields {
    let secret = Data(profile.secret.bytes).base64EncodedString()
    return [
      .authorization: "Bearer \(secret)", PeerFields.referral: referral.fieldValue,
    ]
  }

  private static func outcome(_ result: Result<HTTPResponse, HTTPClientFailure>) -> Outcome {
    switch result {
    case .failure(let failure): return .failed(mayBeProcessed: failure.isSent)
    case .success(var response):
      if response.status == .misdirectedRequest,
        let value = response.fields[PeerFields.destination]
      {
        return Destination(fieldValue: value).map { .elsewhere($0) }
          ?? .failed(mayBeProcessed: false)
      }
      if let reason = response.fields[PeerFields.refused] {
        return .failed(mayBeProcessed: reason == "lost")
      }
      response.fields = response.fields.passedOn
      return .response(response)
    }
  }

  private func end(
    _ exchange: UInt64, with number: UInt64, _ result: Result<HTTPResponse, HTTPClientFailure>
  ) {
    // A stream may be given up as long as the node lives: its content tells when it has ended.
    if case .success(let response) = result, response.body.isStream { return }
    state.withLock { state in
      state.exchanges[number]?[exchange] = nil
      if state.exchanges[number]?.isEmpty == true { state.exchanges[number] = nil }
      guard case .failure(let failure) = result, failure.isUnreachable else { return }
      state.broken[number] = now().advanced(by: Self.pause)
    }
  }

  /// Gives up the requests to nodes that are dead or have left, whose responses may never come.
  func adopt(_ view: ClusterView) {
    let abandoned = state.withLock { state in
      state.broken = state.broken.filter { view.members[$0.key] != nil }
      let dead = state.exchanges.keys.filter { view.members[$0] == nil }
      return dead.flatMap { state.exchanges.removeValue(forKey: $0)?.values.map { $0 } ?? [] }
    }
    for abandon in abandoned { abandon() }
  }

  /// Gives all requests up.
  func stop() { client.stop() }
}

/// The way to the other nodes, once there is one.
final class PeerLinksReference: Sendable {
  private let links = Guarded<PeerLinks?>(nil)

  var value: PeerLinks? { links.withLock { $0 } }

  func set(_ value: PeerLinks) { links.withLock { $0 = value } }
}
