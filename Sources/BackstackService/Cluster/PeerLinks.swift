import BackstackCluster
import BackstackHTTP
import BackstackPlatform
import BackstackSessions
import BackstackStorage
import FoundationEssentials

/// The connections to the other nodes of a cluster.
final class PeerLinks: Sendable {
  /// The outcome of a request to another node.
  enum Outcome: Sendable {
    /// The node has processed the request.
    case response(HTTPResponse)
    /// It has not processed the request, which has to go elsewhere.
    case redirected(Destination)
    /// There is no response.
    case failed(mayBeProcessed: Bool)
  }

  private struct State: Sendable {
    /// The nodes that were silent, and have not responded since.
    var silent: Set<UInt64> = []
    /// The nodes of the last view.
    var nodes: Set<UInt64> = []
  }

  private let client: HTTPClient
  private let timer: any DeadlineTimer
  private let now: @Sendable () -> MonotonicInstant
  private let state = Guarded(State())

  /// The number of seconds without a sign of life after which a node counts as silent. No request
  /// is sent to it then, as each would wait before it takes another way: the links ask the node
  /// themselves, with pauses of as many seconds, until it responds.
  private static let silence = 1

  /// - Parameters:
  ///   - maximumConnections: The maximum number of connections to a node. Where it is that of the
  ///   clients'
  ///     connections, none of their requests waits for another one.
  ///   - timer: The timer of the pauses before a silent node is asked again.
  ///   - now: The monotonic clock.
  /// - Throws: `SystemError` when the process can't open another descriptor, or create another
  ///   thread.
  init(
    maximumConnections: Int, timer: any DeadlineTimer,
    now: @escaping @Sendable () -> MonotonicInstant
  ) throws(SystemError) {
    self.timer = timer
    self.now = now
    var configuration = HTTPClient.Configuration()
    configuration.maximumConnections = maximumConnections
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
    _ request: HTTPRequest, to number: UInt64, _ profile: NodeProfile, referral: Referral,
    for target: UInt64?, timeout: Duration, _ completion: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable () -> Void {
    let request = forwarded(request, to: profile, referral: referral, for: target)
    return send(request, to: number, profile, timeout: timeout, completion)
  }

  private func send(
    _ request: HTTPClientRequest?, to number: UInt64, _ profile: NodeProfile, timeout: Duration,
    _ completion: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable () -> Void {
    guard let request, let address = HTTPServerAddress(profile.address), !isSilent(number) else {
      completion(.failed(mayBeProcessed: false))
      return {}
    }
    let begin = now()
    return client.send(request, to: address, in: number, timeout: timeout) { [self] result in
      if case .failure(let failure) = result, failure.isUnreachable {
        noteUnreachable(number, address, since: begin)
      }
      completion(Self.outcome(result))
    }
  }

  // MARK: Silent nodes

  /// Whether a node was silent, and has not responded since.
  func isSilent(_ number: UInt64) -> Bool { state.withLock { $0.silent.contains(number) } }

  /// Records that a connection to a node was lost or could not be opened. One that is refused or
  /// reset at once costs nobody any time.
  private func noteUnreachable(
    _ number: UInt64, _ address: HTTPServerAddress, since begin: MonotonicInstant
  ) {
    guard begin.advanced(by: .seconds(Self.silence)) <= now() else { return }
    if state.withLock({ $0.silent.insert(number).inserted }) { probe(number, address) }
  }

  /// Sends requests to a silent node until it gives any response, or has left.
  private func probe(_ number: UInt64, _ address: HTTPServerAddress) {
    guard isSilent(number), let request = try? HTTPClientRequest(.get, "/") else { return }
    client.send(request, to: address, in: number, timeout: .seconds(10)) { [weak self] result in
      guard let self else { return }
      if case .success = result {
        state.withLock { _ = $0.silent.remove(number) }
      } else {
        _ = timer.schedule(after: Double(Self.silence)) { [weak self] in
          self?.probe(number, address)
        }
      }
    }
  }

  /// Offers a session to a node, which claims it with the consent.
  ///
  /// - Parameters:
  ///   - timeout: The time for the response.
  ///   - completion: Called once with whether the node has taken the session, on a thread that must
  ///     not wait.
  func offer(
    _ id: SessionID, to number: UInt64, _ profile: NodeProfile, consent: Referral,
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
    _ request: HTTPRequest, to profile: NodeProfile, referral: Referral, for target: UInt64?
  ) -> HTTPClientRequest? {
    guard var fields = request.fieldsForNodes else { return nil }
    if let target { fields.append(PeerFields.relay, "\(target)") }
    for (name, value) in Self.fields(for: profile, referral).all {
      fields.append(HTTPFieldName(name), value)
    }
    return try? HTTPClientRequest(
      request.method, request.pathAndQuery, fields: fields, content: request.body)
  }

  /// Returns the fields that authenticate a request to another node.
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
        return Destination(fieldValue: value).map { .redirected($0) }
          ?? .failed(mayBeProcessed: false)
      }
      if let reason = response.fields[PeerFields.refused] {
        return .failed(mayBeProcessed: reason == "lost")
      }
      response.fields = response.fields.passedOn
      return .response(response)
    }
  }

  /// Gives up the requests to nodes that are dead or have left, whose responses may never come.
  func adopt(_ view: ClusterView) {
    let gone = state.withLock { state in
      let former = state.nodes
      state.nodes = Set(view.members.keys)
      state.silent.formIntersection(state.nodes)
      return former.subtracting(state.nodes)
    }
    for number in gone { client.abandon(group: number) }
  }

  /// Gives all requests up.
  func stop() {
    client.stop()
    state.withLock { $0.silent = [] }
  }
}

/// The connections to the other nodes, once there are any.
final class PeerLinksReference: Sendable {
  private let links = Guarded<PeerLinks?>(nil)

  var value: PeerLinks? { links.withLock { $0 } }

  func set(_ value: PeerLinks) { links.withLock { $0 = value } }
}
