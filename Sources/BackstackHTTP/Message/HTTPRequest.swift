import BackstackLocking
import Synchronization

/// One request (RFC 9110 §6), cheap to copy.
public struct HTTPRequest: Sendable {
  /// What a request consists of; immutable while more than one place refers to it.
  final class Storage: @unchecked Sendable {
    // Sound: filled by one connection before the request is handed out, and filled again only when
    // no other reference to it is left; so exclusivity need not be checked at each access. The content is
    // added later, by the connection's thread, before any request that shows it is handed out.
    @exclusivity(unchecked) var head = HTTPRequestHead()
    @exclusivity(unchecked) var body: [UInt8] = []
    @exclusivity(unchecked) var peer = HTTPPeerAddress.unknown
    @exclusivity(unchecked) var client = HTTPPeerAddress.unknown
    /// What the request's id is made of.
    @exclusivity(unchecked) var identifier = HTTPIdentifier()
    private let routeNumber = Atomic(0)
    /// Whether somebody was found to send it: no request pays for more before.
    private let hasSender = Atomic(false)
    private let senderID = Guarded<String?>(nil)

    /// Prepares for a handler.
    func begin(_ identifier: HTTPIdentifier) {
      self.identifier = identifier
      routeNumber.store(0, ordering: .relaxed)
      if sender != nil { sender = nil }
    }

    /// The id of the principal that was found to send it, by whatever middleware found out last: the log
    /// has it, which does not see the copy of the request that the middleware passes on. A handler's thread
    /// may set it while the event loop looks.
    var sender: String? {
      get { hasSender.load(ordering: .acquiring) ? senderID.withLock { $0 } : nil }
      set {
        senderID.withLock { $0 = newValue }
        hasSender.store(newValue != nil, ordering: .releasing)
      }
    }

    /// The number of the route it has reached, 0 for none; a handler's thread may set it while the
    /// event loop looks.
    var route: Int {
      get { routeNumber.load(ordering: .relaxed) }
      set { routeNumber.store(newValue, ordering: .relaxed) }
    }
  }

  var storage: Storage
  /// Whether the content is there, or there is none.
  package internal(set) var isWhole = true
  /// Whether there is content, be it here or on its way.
  package var hasContent: Bool { !isWhole || !storage.body.isEmpty }

  /// Who sends the request; `nil` until middleware has found out and set it. The access log has its
  /// id, whatever becomes of the copy of the request that it was set in.
  public var principal: HTTPPrincipal? {
    didSet { if principal != nil || oldValue != nil { storage.sender = principal?.id } }
  }

  public var method: HTTPMethod { storage.head.method }
  public var version: HTTPVersion { storage.head.version }
  public var fields: HTTPFields { storage.head.fields }
  /// The content without its framing; empty when there is none, and before it was accepted with
  /// ``HTTPResponder/acceptContent(of:_:_:)``.
  public var body: [UInt8] { isWhole ? storage.body : [] }
  /// The address the connection came from.
  public var peer: HTTPPeerAddress { storage.peer }
  /// The address of the client: what trusted proxies say it is
  /// (``HTTPServerConfiguration/trustedProxies``), else ``peer``.
  public var client: HTTPPeerAddress { storage.client }
  /// The request target as it was sent (RFC 9112 §3.2).
  public var target: String { text(storage.head.target) }

  /// The host and port the client asked for: from an absolute-form target, else from `Host`, which
  /// is ignored when the two differ, as RFC 9112 §3.2.2 demands.
  public var authority: String? {
    if let authority = storage.head.authority { return text(authority) }
    return fields[.host]
  }

  /// Whether there may be a field with this name; what ``fields`` tells costs ten times as much.
  package func mayHave(_ name: HTTPFieldName) -> Bool {
    storage.head.fields.marks & name.mark != 0
  }

  func text(_ range: ByteRange) -> String { storage.head.fields.text(range) }

  /// The request as handlers get it from a connection: its content is there once it is accepted.
  package var withoutContent: HTTPRequest {
    var request = self
    request.isWhole = storage.body.isEmpty
    return request
  }
}

extension HTTPRequest {
  /// A request made by hand, for testing handlers without a connection.
  ///
  /// - Throws: ``HTTPError`` when the parts would not make a valid request.
  public init(
    method: HTTPMethod, target: String, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    peer: HTTPPeerAddress = .unknown
  ) throws(HTTPError) {
    var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
    if !fields.contains(.host) { text += "Host: localhost\r\n" }
    for (name, value) in fields.all
    where HTTPFieldName(name) != .contentLength && HTTPFieldName(name) != .transferEncoding {
      text += "\(name): \(value)\r\n"
    }
    let bytes = Array((text + "\r\n").utf8)
    var parser = HTTPRequestParser(limits: HTTPLimits())
    var position = 0
    switch parser.next(bytes.span, &position) {
    // Neither part may hold more than itself, such as a line end and a field.
    case .head where position == bytes.count && parser.head.method == method: break
    case .failed(let error): throw error
    default:
      throw HTTPError(
        status: .badRequest, code: .malformedRequest, message: "The request is malformed.")
    }
    storage = Storage()
    swap(&storage.head, &parser.head)
    storage.body = body
    storage.peer = peer
    storage.client = peer
  }
}
