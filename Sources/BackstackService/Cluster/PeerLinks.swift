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

  private let client: HTTPClient
  /// The requests under way, by their nodes.
  private let exchanges = Guarded<[UInt64: [UInt64: @Sendable () -> Void]]>([:])
  private let numbers = Guarded<UInt64>(0)

  /// - Parameter mostConnections: The largest number of connections to a node. Where it is that of the
  ///   clients' connections, none of their requests waits for another one.
  /// - Throws: `SystemError` when the process can't open another descriptor, or create another
  ///   thread.
  init(mostConnections: Int) throws(SystemError) {
    var configuration = HTTPClient.Configuration()
    configuration.mostConnections = mostConnections
    client = try HTTPClient(configuration)
  }

  /// Sends a request to a node.
  ///
  /// - Parameters:
  ///   - timeout: The time for the response, or for its head if it is a stream.
  ///   - completion: Called once, on a thread that must not wait.
  /// - Returns: A closure that gives the request up.
  func send(
    _ request: HTTPRequest, to number: UInt64, _ profile: NodeProfile, _ referral: Referral,
    timeout: Duration, _ completion: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable () -> Void {
    send(forwarded(request, profile, referral), to: number, profile, timeout: timeout, completion)
  }

  private func send(
    _ request: HTTPClientRequest?, to number: UInt64, _ profile: NodeProfile, timeout: Duration,
    _ completion: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable () -> Void {
    guard let request, let address = HTTPServerAddress(profile.address) else {
      completion(.failed(mayBeProcessed: false))
      return {}
    }
    let exchange = numbers.withLock { number in
      number += 1
      return number
    }
    let abandon = client.send(request, to: address, timeout: timeout) { [self] result in
      let response = try? result.get()
      // A stream may be given up as long as the node lives: its content tells when it has ended.
      if response?.body.isStream != true { forget(exchange, of: number) }
      completion(Self.outcome(result))
    }
    exchanges.withLock { $0[number, default: [:]][exchange] = abandon }
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
    _ request: HTTPRequest, _ profile: NodeProfile, _ referral: Referral
  ) -> HTTPClientRequest? {
    var fields = request.fields.passedOn
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
      // Another process has the address by now.
      if response.fields.contains(PeerFields.refused) { return .failed(mayBeProcessed: false) }
      response.fields = response.fields.passedOn
      return .response(response)
    }
  }

  private func forget(_ exchange: UInt64, of number: UInt64) {
    exchanges.withLock { exchanges in
      exchanges[number]?[exchange] = nil
      if exchanges[number]?.isEmpty == true { exchanges[number] = nil }
    }
  }

  /// Gives up the requests to nodes that are dead or have left, whose responses may never come.
  func adopt(_ view: ClusterView) {
    let abandoned = exchanges.withLock { exchanges in
      let dead = exchanges.keys.filter { view.members[$0] == nil }
      return dead.flatMap { exchanges.removeValue(forKey: $0)?.values.map { $0 } ?? [] }
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
