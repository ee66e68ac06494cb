import BackstackCoding
import BackstackPlatform
import BackstackService
import BackstackSessions

/// The tools of a server, which do not change with what its sessions do.
final class ToolCatalog: Sendable {
  /// The rights of agents. Tools that they may not call are not there.
  let rights: KeyRights.Level
  private let features: [Feature]
  /// The names of the features that want a person to confirm what agents do by destructive controls.
  let confirming: Set<String>
  private let tools: [String: Tool]
  private let madeList = Lazy<[UInt8]>()

  init(_ features: [Feature], _ rights: KeyRights.Level = .full) {
    self.features = features.sorted { $0.name < $1.name }
    self.rights = rights
    confirming = Set(features.filter(\.confirm).map(\.name))
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

  /// Returns the path of the service that has the schema of a feature, if agents may send its actions
  /// and a path can have its name.
  func schemaPath(of feature: String) -> String? {
    let tool = self[Self.name(of: .send(feature: feature))]
    return tool == .send(feature: feature) && Self.plain(feature) == feature
      ? "/features/\(feature)" : nil
  }

  /// The tools as JSON, made when they are first listed.
  var list: [UInt8] {
    madeList.value {
      let room = Self.maximumBytes - makeList(with: [:]).utf8.count
      return Array(makeList(with: makeDefinitions(within: room)).utf8)
    }
  }

  /// The maximum number of bytes of the list as far as it depends on schemas. An agent reads it each time,
  /// so the schemas of the largest features are left out if there are many.
  static let maximumBytes = 200_000

  private func makeList(with definitions: [String: JSONLiteral]) -> String {
    var tools: [JSONLiteral] = []
    for feature in features {
      for tool in Tool.own(of: feature.name) where rights.allow(tool) {
        tools.append(description(of: tool, feature, definitions[feature.name]))
      }
    }
    tools += Tool.common.filter { rights.allow($0) }.map { description(of: $0, nil, nil) }
    return JSONLiteral.array(tools).json
  }

  /// Returns the definitions of the features' actions that fit, by the names of the features.
  private func makeDefinitions(within limit: Int) -> [String: JSONLiteral] {
    var made: [(name: String, definitions: JSONLiteral, size: Int)] = []
    for feature in features where rights.allow(.send(feature: feature.name)) {
      let contract = feature.contract.definitions.document(of: FeatureContract.Root.action).literal
      guard let definitions = ToolSchema.definitions(of: contract) else { continue }
      made.append((feature.name, definitions, definitions.json.utf8.count))
    }
    var room = limit
    var kept: [String: JSONLiteral] = [:]
    for one in made.sorted(by: { $0.size < $1.size }) where one.size <= room {
      room -= one.size
      kept[one.name] = one.definitions
    }
    return kept
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

  private func description(
    of tool: Tool, _ feature: Feature?, _ definitions: JSONLiteral?
  ) -> JSONLiteral {
    let effect = tool.effect
    // What is usual is left out.
    var annotations: JSONLiteral = ["openWorldHint": false]
    if effect.isReadOnly { annotations["readOnlyHint"] = true }
    if !effect.isDestructive { annotations["destructiveHint"] = false }
    if effect.isIdempotent { annotations["idempotentHint"] = true }
    return [
      "name": .string(Self.name(of: tool)), "description": .string(tool.description),
      "inputSchema": inputSchema(of: tool, feature, definitions), "annotations": annotations,
    ]
  }

  /// Returns the schema of a tool's arguments: an object, as clients demand, in which actions are a
  /// property.
  private func inputSchema(
    of tool: Tool, _ feature: Feature?, _ definitions: JSONLiteral?
  ) -> JSONLiteral {
    let arguments = tool.arguments(hasLinks: feature?.hasLinks ?? false)
    var schema: JSONLiteral = [
      "type": "object",
      "properties": .object(arguments.map { JSONLiteral.Member($0.rawValue, $0.schema) }),
    ]
    let required = arguments.filter(\.isRequired).map { JSONLiteral.string($0.rawValue) }
    if !required.isEmpty { schema["required"] = .array(required) }
    guard case .send = tool, let feature else { return schema }
    if let definitions {
      schema["$defs"] = definitions
    } else {
      let place = FeatureResource.prefix + feature.name
      schema["properties"]?["action"] = [
        "description": .string("The action. The resource \(place) has its schema.")
      ]
    }
    return schema
  }
}
