import BackstackCoding
import BackstackHTTP

/// The result of a request: the members of a JSON object.
struct RPCResult: Sendable {
  /// How long clients may keep a result, and whether all get the same.
  struct Caching: Sendable {
    let milliseconds: Int
    /// Whether all clients get the same.
    let isPublic: Bool

    /// What may be another the next time.
    static let fresh = Self(milliseconds: 0, isPublic: false)
    /// What only another program changes.
    static let program = Self(milliseconds: 300_000, isPublic: true)
    /// The same, if clients get different ones.
    static let programForClient = Self(milliseconds: 300_000, isPublic: false)
  }

  /// Whether the client has to do something, and to repeat its request then.
  enum Kind: String, Sendable {
    case complete
    case inputRequired = "input_required"
  }

  private let members: [UInt8]
  private let caching: Caching?
  private let kind: Kind

  /// - Parameters:
  ///   - caching: How long clients may keep it; `nil` for results that are not cached.
  ///   - kind: Whether the request is done; only in the stateless revision.
  ///   - write: Writes the members.
  init(_ caching: Caching? = nil, kind: Kind = .complete, _ write: (inout JSONWriter) -> Void) {
    self.kind = kind
    var json = JSONWriter()
    json.beginObject()
    write(&json)
    json.endObject()
    members = Array(json.bytes.dropFirst().dropLast())
    self.caching = caching
  }

  /// - Parameter members: The members as JSON; none that says how long clients may keep it.
  init(members: [UInt8]) {
    self.members = members
    kind = .complete
    caching = nil
  }

  /// The response to the request with an id.
  func response(to id: JSONLiteral, at revision: ProtocolRevision) -> HTTPResponse {
    .json(message(to: id, at: revision))
  }

  /// The message with the result.
  func message(to id: JSONLiteral, at revision: ProtocolRevision) -> [UInt8] {
    var json = ByteBuffer(capacity: members.count + 256)
    json.append(#"{"jsonrpc":"2.0","id":"#)
    json.append(ascii: id.json)
    json.append(#","result":{"#)
    json.append(members)
    if revision == .stateless {
      json.append(members.isEmpty ? #""resultType":""# : #","resultType":""#)
      json.append(ascii: kind.rawValue)
      json.append("\"")
      if let caching {
        json.append(#","ttlMs":"#)
        json.append(ascii: String(caching.milliseconds))
        json.append(caching.isPublic ? #","cacheScope":"public""# : #","cacheScope":"private""#)
      }
    }
    json.append("}}")
    return Array(json.bytes)
  }
}
