import BackstackCoding
import BackstackPlatform
import BackstackSessions

/// The tools of a server, which do not change with what its sessions do.
final class ToolCatalog: Sendable {
  /// The rights of agents. Tools that they may not call are not there.
  let rights: AgentRights
  private let features: [Feature]
  private let tools: [String: Tool]
  private let madeList = Lazy<[UInt8]>()

  init(_ features: [Feature], _ rights: AgentRights = .full) {
    self.features = features.sorted { $0.name < $1.name }
    self.rights = rights
    let all = self.features.flatMap { Tool.own(of: $0.name) } + Tool.common
    tools = Dictionary(
      all.filter { rights.allow($0) }.map { (Self.name(of: $0), $0) }, uniquingKeysWith: { $1 })
  }

  /// Returns the tool with a name.
  subscript(name: String) -> Tool? { tools[name] }

  /// Returns whether sessions of a feature can begin at a link.
  func hasLinks(_ feature: String) -> Bool {
    features.first { $0.name == feature }?.hasLinks ?? false
  }

  /// The tools as JSON, made when they are first listed.
  var list: [UInt8] {
    madeList.value {
      var tools: [JSONLiteral] = []
      for feature in features {
        for tool in Tool.own(of: feature.name) where rights.allow(tool) {
          tools.append(description(of: tool, feature))
        }
      }
      tools += Tool.common.filter { rights.allow($0) }.map { description(of: $0, nil) }
      return Array(JSONLiteral.array(tools).json.utf8)
    }
  }

  /// The name of a tool: letters, digits, `_`, `-` and `.`, as clients demand.
  static func name(of tool: Tool) -> String {
    switch tool {
    case .open(let feature): plain(feature) + "_open"
    case .send(let feature): plain(feature) + "_send"
    default: "\(tool)"
    }
  }

  private static func plain(_ name: String) -> String {
    String(
      decoding: name.utf8.map { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: byte
        default: UInt8(ascii: "_")
        }
      }, as: UTF8.self)
  }

  private func description(of tool: Tool, _ feature: Feature?) -> JSONLiteral {
    let effect = tool.effect
    return [
      "name": .string(Self.name(of: tool)), "description": .string(tool.description),
      "inputSchema": inputSchema(of: tool, feature),
      "annotations": [
        "readOnlyHint": .bool(effect.isReadOnly), "destructiveHint": .bool(effect.isDestructive),
        "idempotentHint": .bool(effect.isIdempotent), "openWorldHint": false,
      ],
    ]
  }

  /// Returns the schema of a tool's arguments: an object, as clients demand, in which actions are a
  /// property.
  private func inputSchema(of tool: Tool, _ feature: Feature?) -> JSONLiteral {
    let arguments = tool.arguments(hasLinks: feature?.hasLinks ?? false)
    var schema: JSONLiteral = [
      "type": "object",
      "properties": .object(arguments.map { JSONLiteral.Member($0.rawValue, $0.schema) }),
      "required": .array(arguments.filter(\.isRequired).map { .string($0.rawValue) }),
      "additionalProperties": false,
    ]
    guard case .send = tool, let feature else { return schema }
    let contract = feature.contract.definitions.document(of: FeatureContract.Root.action).literal
    if let definitions = ToolSchema.definitions(of: contract) {
      schema["$defs"] = definitions
    } else {
      let note: JSONLiteral = [
        "description": .string("The action. GET /features/\(feature.name) has its schema.")
      ]
      schema["properties"]?["action"] = note
    }
    return schema
  }
}
