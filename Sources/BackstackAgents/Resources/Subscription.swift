import BackstackCoding
import BackstackScreenText
import BackstackService

/// A client's request to be told when resources change, and what it is told: a value without I/O.
struct Subscription: Sendable {
  /// The maximum number of resources: each session of them counts as a stream of its client.
  static let maximumCount = 16

  private let id: JSONLiteral
  /// The resources by the ids of their sessions.
  private(set) var resources: [String: [SessionResource]] = [:]
  /// The version of each session that the client can have.
  private var versions: [String: Int] = [:]
  /// The resources of sessions that have changed, of which some have ended since.
  private var changed: [String: [SessionResource]] = [:]
  private var isAcknowledged = false
  private var needsHeartbeat = false
  private var isEnding = false

  /// - Throws: ``RPCError`` for a request that names no resources, or too many.
  init(_ params: JSONLiteral, as id: JSONLiteral) throws(RPCError) {
    guard case .object? = params["notifications"] else {
      throw RPCError(.invalidParams, "params.notifications says what to listen to.")
    }
    let uris = params["notifications"]?["resourceSubscriptions"]?.elements ?? []
    guard uris.count <= Self.maximumCount else {
      throw RPCError(
        .invalidParams, "At most \(Self.maximumCount) resources can be listened to at once.")
    }
    self.id = id
    // Those that there can't be are left out, as the client learns from the acknowledgement.
    for resource in uris.compactMap({ $0.text.flatMap(SessionResource.init) })
    where resources[resource.session]?.contains(resource) != true {
      resources[resource.session, default: []].append(resource)
    }
  }

  /// The sessions whose events are needed.
  var sessions: [String] { resources.keys.sorted() }

  // MARK: What happens

  /// Notes that the client may not follow a session, or that there is none.
  mutating func refuse(_ session: String) { resources[session] = nil }

  /// Notes an event of a session.
  mutating func note(_ event: EventStreamParser.Event, of session: String) {
    switch event {
    case .version(let version, _, _):
      if let known = versions[session], known < version { changed[session] = resources[session] }
      versions[session] = version
    // A client that reads the resource now learns that it is gone.
    case .end: changed[session] = resources[session]
    case .heartbeat: needsHeartbeat = true
    case .other: break
    }
  }

  /// Notes that a session has no more events.
  mutating func lose(_ session: String) { resources[session] = nil }

  /// Notes that the server is about to stop.
  mutating func end() { isEnding = true }

  // MARK: What the client is told

  /// Returns what to send now: many versions of a session are one notification.
  ///
  /// - Returns: The content, and whether nothing follows it.
  mutating func next() -> (content: [UInt8], isLast: Bool) {
    var content: [UInt8] = []
    if !isAcknowledged {
      isAcknowledged = true
      content += notification(
        "notifications/subscriptions/acknowledged",
        ["notifications": ["resourceSubscriptions": .array(uris(of: resources))]])
    }
    for uri in uris(of: changed) {
      content += notification("notifications/resources/updated", ["uri": uri])
    }
    changed = [:]
    let isLast = isEnding || resources.isEmpty
    if isLast {
      let result = RPCResult { $0.member("_meta", json: meta.json.utf8) }
      content += Self.event(result.message(to: id, at: .stateless))
    } else if needsHeartbeat, content.isEmpty {
      content = Array(":\n\n".utf8)
    }
    needsHeartbeat = false
    return (content, isLast)
  }

  private func uris(of resources: [String: [SessionResource]]) -> [JSONLiteral] {
    resources.sorted { $0.key < $1.key }.flatMap(\.value).map { .string($0.uri) }
  }

  private var meta: JSONLiteral { [ProtocolRevision.Meta.subscription: id] }

  private func notification(_ method: String, _ params: JSONLiteral) -> [UInt8] {
    var params = params
    params["_meta"] = meta
    let message: JSONLiteral = [
      "jsonrpc": "2.0", "method": .string(method), "params": params,
    ]
    return Self.event(Array(message.json.utf8))
  }

  private static func event(_ message: [UInt8]) -> [UInt8] {
    Array("event: message\ndata: ".utf8) + message + Array("\n\n".utf8)
  }
}
