import BackstackCluster
import BackstackHTTP
import FoundationEssentials

/// The fields that nodes add to a request for each other.
enum PeerFields {
  /// Why a request is sent to the node.
  static let referral: HTTPFieldName = "Backstack-Referral"
  /// The number of the node to pass the request on to, as the sender can't reach it.
  static let relay: HTTPFieldName = "Backstack-Relay"
  /// The sender of the request, as the node where it came in has found it.
  static let principal: HTTPFieldName = "Backstack-Principal"
  /// In a request with a ticket, that the sender wants to know whose it is; in the response to such a request,
  /// the principal, unless it has none.
  static let holder: HTTPFieldName = "Backstack-Ticket-Holder"
  /// In a request that wants no content, that the sender wants the issues all the same; in the response to such a
  /// request, the issues as JSON, if there are any.
  static let issues: HTTPFieldName = "Backstack-Issues"
  /// In a response with status 421: where the request, which was not processed, has to go.
  static let destination: HTTPFieldName = "Backstack-Destination"
  /// Why the request has no response of its own: `unknown` if the node does not know the sender,
  /// `unreachable` if it can't pass the request on, and `lost` if it did and got no response. A `lost`
  /// request may have been processed.
  static let refused: HTTPFieldName = "Backstack-Refused"

  /// The fields of one connection, which are not passed on (RFC 9110 §7.6.1), and those that nodes
  /// set themselves.
  static let ownFields: [HTTPFieldName] = [
    .authorization, "Connection", .contentLength, "Expect", .host, "Keep-Alive",
    "Proxy-Authorization", "Proxy-Connection", "TE", "Trailer", .transferEncoding, "Upgrade",
    referral, relay, principal, destination, refused,
  ]
}

/// The sender of a request from another node.
struct PeerOrigin: Sendable {
  /// Why it has sent the request.
  let referral: Referral
  /// The number of the node to pass the request on to; `nil` if it is meant for the receiver.
  let target: UInt64?

  /// - Throws: ``Problem`` if the fields can't be decoded.
  init(_ fields: HTTPFields) throws(Problem) {
    let relay = fields[PeerFields.relay]
    target = relay.flatMap { UInt64($0) }
    guard let referral = fields[PeerFields.referral].flatMap({ Referral(fieldValue: $0) }),
      (target == nil) == (relay == nil)
    else { throw Problem(.invalidValue, "The referral can't be decoded.") }
    self.referral = referral
  }
}

extension HTTPFields {
  /// The fields without those that are not passed on.
  var passedOn: HTTPFields {
    var fields = self
    for listed in fields.values(of: "Connection").flatMap({ $0.split(separator: ",") }) {
      fields.remove(HTTPFieldName(listed.filter { $0 != " " && $0 != "\t" }))
    }
    for name in PeerFields.ownFields { fields.remove(name) }
    return fields
  }
}

extension HTTPRequest {
  /// The fields of the request for another node, with what this one knows of the client; `nil` if its principal
  /// has no JSON form.
  var fieldsForNodes: HTTPFields? {
    var fields = fields.passedOn
    if let principal {
      guard let value = principal.fieldValue else { return nil }
      fields.append(PeerFields.principal, value)
    }
    // As a proxy says it (RFC 7239), in place of what the client and its proxies have said.
    fields.remove(.xForwardedFor)
    fields.set(.forwarded, "for=\(client.node)")
    return fields
  }
}

extension HTTPPeerAddress {
  /// The address as the node of a request's way (RFC 7239 §6).
  fileprivate var node: String {
    let host = host
    if host.contains(":") { return "\"[\(host)]\"" }
    return host.contains(".") ? host : "unknown"
  }
}

extension HTTPPrincipal {
  /// The principal as the value of a field.
  var fieldValue: String? { (try? JSONEncoder().encode(self))?.base64EncodedString() }

  init?(fieldValue: String) {
    guard let data = Data(base64Encoded: fieldValue),
      let principal = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = principal
  }
}

extension Referral {
  /// The referral as the value of a field.
  var fieldValue: String {
    switch self {
    case .home: "home"
    case .owner(let epoch): "owner \(epoch)"
    case .consent(let node, let epoch): "consent \(node) \(epoch)"
    case .shape(let shape): "shape \(Data(shape.utf8).base64EncodedString())"
    }
  }

  init?(fieldValue: some StringProtocol) {
    let words = fieldValue.split(separator: " ", omittingEmptySubsequences: false)
    switch (words.first, words.count) {
    case ("home", 1): self = .home
    case ("owner", 2):
      guard let epoch = UInt64(words[1]) else { return nil }
      self = .owner(epoch: epoch)
    case ("consent", 3):
      guard let node = UInt64(words[1]), let epoch = UInt64(words[2]) else { return nil }
      self = .consent(of: node, epoch: epoch)
    case ("shape", 2):
      guard let data = Data(base64Encoded: String(words[1])),
        let shape = String(data: data, encoding: .utf8)
      else { return nil }
      self = .shape(shape)
    default: return nil
    }
  }
}

extension Destination {
  /// The destination as the value of a field.
  var fieldValue: String {
    switch self {
    case .anywhere: "anywhere"
    case .node(let number, let referral): "node \(number) \(referral.fieldValue)"
    }
  }

  init?(fieldValue: String) {
    if fieldValue == "anywhere" {
      self = .anywhere
      return
    }
    let words = fieldValue.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "node", let number = UInt64(words[1]),
      let referral = Referral(fieldValue: words[2])
    else { return nil }
    self = .node(number, referral)
  }
}
