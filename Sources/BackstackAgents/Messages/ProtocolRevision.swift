import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import FoundationEssentials

/// A revision of the Model Context Protocol.
enum ProtocolRevision: String, Sendable, CaseIterable {
  /// Each request tells everything about its client.
  case stateless = "2026-07-28"
  /// A client introduces itself with `initialize`. The server keeps nothing of that.
  case handshake = "2025-11-25"

  /// The revisions as JSON.
  static let list = JSONLiteral.array(allCases.map { .string($0.rawValue) })

  /// The keys of a request's `_meta`.
  enum Meta {
    static let version = "io.modelcontextprotocol/protocolVersion"
    static let capabilities = "io.modelcontextprotocol/clientCapabilities"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
    static let subscription = "io.modelcontextprotocol/subscriptionId"
  }

  /// Finds the revision in which a client speaks.
  ///
  /// - Throws: ``RPCError`` if the fields of the HTTP request and its content differ, or name a
  ///   revision that is not known.
  init(_ message: RPCMessage, _ fields: HTTPFields) throws(RPCError) {
    let id = message.id ?? .null
    if let name = Self.repeatedField(fields) {
      throw RPCError(.headerMismatch, "The field \(name) comes more than once.", id: id)
    }
    let version = fields[.mcpVersion]
    let meta = message.params["_meta"]
    let isHandshake = version == nil || version == Self.handshake.rawValue
    if isHandshake, meta?[Meta.version] == nil {
      self = .handshake
      return
    }
    if message.id == nil {
      // A notification need not introduce its client.
      try Self.check(version ?? "", of: id)
    } else {
      try Self.check(message, meta, fields, of: id)
    }
    self = .stateless
  }

  /// Checks the fields that repeat what is in the content.
  private static func check(
    _ message: RPCMessage, _ meta: JSONLiteral?, _ fields: HTTPFields,
    of id: JSONLiteral
  ) throws(RPCError) {
    guard let meta, let version = meta[Meta.version], meta[Meta.capabilities] != nil else {
      if let asked = fields[.mcpVersion] { try check(asked, of: id) }
      throw RPCError(
        .invalidParams, "params._meta needs \(Meta.version) and \(Meta.capabilities).", id: id)
    }
    func require(_ isSame: Bool, _ name: HTTPFieldName) throws(RPCError) {
      if isSame { return }
      throw RPCError(.headerMismatch, "\(name) differs from the request's content.", id: id)
    }
    try require(version.text != nil && version.text == fields[.mcpVersion], .mcpVersion)
    try require(message.method == fields[.mcpMethod], .mcpMethod)
    if let key = nameKeys[message.method], let name = message.params[key] {
      let field = fields[.mcpName].flatMap(decoded)
      try require(name.text != nil && name.text == field, .mcpName)
    }
    try check(version.text ?? "", of: id)
  }

  private static func check(_ version: String, of id: JSONLiteral) throws(RPCError) {
    guard version != stateless.rawValue else { return }
    throw RPCError(
      .unsupportedVersion, "This version of the protocol is not known.",
      data: ["supported": list, "requested": .string(version)], id: id)
  }

  /// The parameters that `Mcp-Name` repeats.
  private static let nameKeys = [
    "tools/call": "name", "prompts/get": "name", "resources/read": "uri",
  ]

  private static func repeatedField(_ fields: HTTPFields) -> HTTPFieldName? {
    [.mcpVersion, .mcpMethod, .mcpName].first { fields.values(of: $0).count > 1 }
  }

  /// Returns what a field stands for that may be in base64 (`=?base64?…?=`); `nil` for base64 that
  /// can't be read.
  private static func decoded(_ field: String) -> String? {
    let (start, end) = ("=?base64?", "?=")
    guard field.hasPrefix(start), field.hasSuffix(end), field.count >= start.count + end.count
    else { return field }
    let text = String(field.dropFirst(start.count).dropLast(end.count))
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
      return nil
    }
    return String(validating: data, as: UTF8.self)
  }
}

extension HTTPFieldName {
  static let mcpVersion = HTTPFieldName("MCP-Protocol-Version")
  static let mcpMethod = HTTPFieldName("Mcp-Method")
  static let mcpName = HTTPFieldName("Mcp-Name")
}
