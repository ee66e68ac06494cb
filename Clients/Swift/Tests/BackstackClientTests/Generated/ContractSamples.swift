import BackstackClient

/// Values that fit the schemas of a contract.
struct ContractSamples {
  private let schemas: JSONValue

  /// - Parameter contract: An OpenAPI document.
  init(_ contract: JSONValue) {
    schemas = contract["components"]?["schemas"] ?? [:]
  }

  /// Returns values that together use each alternative, value of a list, and optional member once.
  /// A case without payload is an object here, as the service sends it.
  ///
  /// Recursive schemas are not followed: the contract of the demo has none.
  func values(of component: String) -> [JSONValue] {
    values(schemas[component] ?? [:])
  }

  private func values(_ schema: JSONValue) -> [JSONValue] {
    if let reference = schema["$ref"]?.stringValue {
      return values(of: String(reference.split(separator: "/").last ?? ""))
    }
    if let value = schema["const"] { return [value] }
    if let values = schema["enum"]?.arrayValue { return values }
    if let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.arrayValue {
      return alternatives.filter { !isNamesOfCases($0) }.flatMap(values)
    }
    switch schema["type"]?.stringValue {
    case "object": return objects(schema)
    case "array":
      let element = schema["items"].map(values) ?? []
      return [.array(element)] + (schema["minItems"] == nil ? [[]] : [])
    case "integer":
      let least = schema["minimum"]?.integerValue ?? 0
      return [.integer(Int64(max(0, least))), schema["maximum"] ?? 1]
    case "number": return [1.5]
    case "boolean": return [false, true]
    case "null": return [.null]
    default:
      switch schema["format"]?.stringValue {
      case "uuid": return ["DEADBEEF-0000-4000-8000-000000000001"]
      case "date-time": return ["2026-11-23T12:00:00Z"]
      default: return ["text"]
      }
    }
  }

  private func isNamesOfCases(_ schema: JSONValue) -> Bool {
    schema["$ref"]?.stringValue?.hasSuffix(".CaseName") == true
  }

  private func objects(_ schema: JSONValue) -> [JSONValue] {
    let members = (schema["properties"]?.objectValue ?? [:]).mapValues(values)
    let whole = members.compactMapValues(\.first)
    var objects: [JSONValue] = [.object(whole)]
    for (name, values) in members {
      objects += values.dropFirst().map { .object(whole.merging([name: $0]) { $1 }) }
    }
    let required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
    let least = whole.filter { required.contains($0.key) }
    if least != whole, least.count >= schema["minProperties"]?.integerValue ?? 0 {
      objects.append(.object(least))
    }
    return objects
  }
}

extension JSONValue {
  /// The same value without members that are null.
  var withoutNulls: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.withoutNulls))
    case .object(let members):
      .object(members.filter { $0.value != .null }.mapValues(\.withoutNulls))
    default: self
    }
  }
}
