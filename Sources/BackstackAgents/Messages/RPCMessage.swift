import BackstackCoding
import BackstackScreenText

/// A message of JSON-RPC 2.0 from a client: a request or a notification.
struct RPCMessage: Sendable, Hashable {
  /// The id, a text or an integer, which the response repeats; `nil` for a notification.
  let id: JSONLiteral?
  let method: String
  /// The parameters, an object; empty if there are none.
  let params: JSONLiteral

  /// The maximum number of elements and members of a message, as each takes many times its bytes in
  /// memory.
  private static let maximumElements = 100_000

  /// Parses the content of an HTTP request.
  ///
  /// - Throws: ``RPCError`` for anything but one request or one notification.
  init(_ content: [UInt8]) throws(RPCError) {
    let json: JSONLiteral
    do throws(JSONSyntaxError) {
      json = try JSONLiteral(decoding: content, limits: .ofClient(elements: Self.maximumElements))
    } catch {
      throw RPCError(.parseError, "The content can't be read as JSON (RFC 8259). \(error)")
    }
    // A batch is an array.
    guard case .object = json else {
      throw RPCError(.invalidRequest, "The content is one JSON-RPC request or notification.")
    }
    guard let id = json["id"] else {
      self.id = nil
      (method, params) = try Self.call(json, as: .null)
      return
    }
    guard Self.isID(id) else {
      throw RPCError(.invalidRequest, "The id of a request is a text or an integer.")
    }
    self.id = id
    (method, params) = try Self.call(json, as: id)
  }

  private static func isID(_ json: JSONLiteral) -> Bool {
    switch json {
    case .string: true
    case .number(let text): Int(text) != nil
    default: false
    }
  }

  private static func call(
    _ json: JSONLiteral, as id: JSONLiteral
  ) throws(RPCError) -> (String, JSONLiteral) {
    guard json["jsonrpc"] == "2.0", let method = json["method"]?.text else {
      throw RPCError(.invalidRequest, "A request has \"jsonrpc\": \"2.0\" and a method.", id: id)
    }
    let params = json["params"] ?? [:]
    guard case .object = params else {
      throw RPCError(.invalidParams, "The params of a request are an object.", id: id)
    }
    return (method, params)
  }
}
