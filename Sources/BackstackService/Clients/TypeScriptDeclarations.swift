import BackstackCoding
import BackstackPlatform
import BackstackSessions

/// The declarations of a feature's actions and states, for TypeScript.
struct TypeScriptDeclarations {
  /// The names of the types that every feature has.
  private static let reserved = [
    "UUID", "StackElement", "OneCase", "SomeOf", "Feature", "Snapshot", "SessionCreation",
  ]

  private let feature: Feature
  private let definitions: ClientDefinitions
  private let names: ClientTypeNames

  /// Whether clients get values of a type, or only send them. The service itself sends cases without
  /// payload as objects only, so that `in` tells which case a value is.
  private enum Use { case received, sent }

  init(_ feature: Feature) {
    self.feature = feature
    definitions = ClientDefinitions(feature.contract)
    names = ClientTypeNames(definitions.all, reserved: Self.reserved)
  }

  /// The text of the module.
  var text: String {
    let declarations = [types, snapshot, creation] + definitions.all.map(declaration)
    let needed = Self.common.filter { name, _ in declarations.contains { $0.contains(name) } }
    return ([head] + needed.map(\.text) + declarations).joined(separator: "\n\n") + "\n"
  }

  private var head: String {
    Self.comment(
      """
      The states and actions of the feature "\(feature.name)".

      Made by `client --language typescript` of the server's program: don't edit it.
      Integers are numbers, which lose digits above 2^53.
      """)
  }

  // MARK: What every feature has

  /// Types that other declarations may name.
  private static let common = [
    (
      name: "UUID",
      text: """
      /** A UUID as a text. */
      export type UUID = `${string}-${string}-${string}-${string}-${string}`;
      """
    ),
    (
      name: "StackElement",
      text: """
      /** A screen of a stack. Its id is never given to another one. */
      export interface StackElement<State> {
        readonly id: number;
        readonly state: State;
      }
      """
    ),
    (
      name: "OneCase<",
      text: """
      /** An object with one of the cases, and no second one. */
      type OneCase<Value, Name = Value extends object ? keyof Value : never> = Value extends object
        ? Value & { readonly [Other in Exclude<Name, keyof Value> & string]?: never }
        : Value;
      """
    ),
    (
      name: "SomeOf<",
      text: """
      /** An object with at least one of the members. */
      type SomeOf<Members> = {
        [Name in keyof Members]-?: Members & Required<Pick<Members, Name>>;
      }[keyof Members];
      """
    ),
  ]

  private var types: String {
    """
    /** The feature, as the type that `Session.open` takes. */
    export interface Feature {
      readonly state: State;
      readonly action: Action;
      readonly creation: SessionCreation;
    }
    """
  }

  private var snapshot: String {
    """
    /** What a session shows. */
    export interface Snapshot {
      readonly id: string;
      readonly feature: \(Self.literal(.string(feature.name)));
      /** How many actions were processed. */
      readonly version: number;
      readonly state: \(name(FeatureContract.Root.state));
      /** How many effects were in flight when the version was first told. */
      readonly effects: number;
      readonly expiresAt: string;
      /** The path that leads to what is shown, where there is one. */
      readonly link?: string;
    }
    """
  }

  private var creation: String {
    "/** What creates a session. */\nexport type SessionCreation =\(creations);"
  }

  private var creations: String {
    let members = { (own: [String]) in
      (["feature: \(Self.literal(.string(feature.name)))"] + own + ["ttl?: number"])
        .map { "readonly \($0)" }.joined(separator: "; ")
    }
    let state = feature.contract.initialState.map { "state?: \(name($0))" }
    switch (state, feature.hasLinks) {
    case (let state?, true):
      return "\n  | { \(members([state, "link?: undefined"])) }"
        + "\n  | { \(members(["state?: undefined", "link: string"])) }"
    case (let state?, false): return " { \(members([state])) }"
    case (nil, true): return " { \(members(["link?: string"])) }"
    case (nil, false): return " { \(members([])) }"
    }
  }

  // MARK: Definitions

  private func declaration(of definition: SchemaDefinitions.Definition) -> String {
    let schema = definition.schema.literal
    let name = name(definition.name)
    let use = definitions.isReceived(definition.name) ? Use.received : .sent
    let comment = schema.schemaDescription.map { Self.comment($0) + "\n" } ?? ""
    if schema["minProperties"] != nil {
      return comment + "export type \(name) = SomeOf<\(object(schema, use, indent: ""))>;"
    }
    if schema["type"] == "object", schema["properties"] != nil, schema["oneOf"] == nil {
      return comment + "export interface \(name) \(object(schema, use, indent: ""))"
    }
    guard let cases = alternatives(schema, use) else {
      return comment + "export type \(name) = \(type(schema, use));"
    }
    return comment
      + (hasSeveralCases(schema, use)
        ? "export type \(name) = OneCase<\(cases)\n>;" : "export type \(name) =\(cases);")
  }

  /// Returns whether clients send one of several cases that are objects. Several at once would be a
  /// value of the union, too. What clients receive stays a union, so that `in` tells the case.
  private func hasSeveralCases(_ schema: JSONLiteral, _ use: Use) -> Bool {
    use == .sent && (schema["oneOf"]?.elements ?? []).count { $0["required"] != nil } > 1
  }

  /// Returns the cases of an enum, each in a line of its own.
  private func alternatives(_ schema: JSONLiteral, _ use: Use) -> String? {
    guard let schemas = schema["oneOf"]?.elements else { return nil }
    return Self.alternatives(schemas, use).map { schema in
      let comment = schema.schemaDescription.map { Self.comment($0, indent: "  ") } ?? ""
      return (comment.isEmpty ? "" : "\n" + comment) + "\n  | " + type(schema, use, indent: "  ")
    }.joined()
  }

  /// Returns the names of an enum's cases without payload, which clients may send in place of
  /// objects.
  private func namesAlone(_ schema: JSONLiteral) -> [String] {
    let schemas = schema["oneOf"]?.elements ?? []
    return schemas.filter { $0.isNamesAlone(among: schemas) }.map { type($0, .sent) }
  }

  /// Returns the alternatives that a value can be.
  private static func alternatives(_ schemas: [JSONLiteral], _ use: Use) -> [JSONLiteral] {
    use == .sent ? schemas : schemas.filter { !$0.isNamesAlone(among: schemas) }
  }

  private func type(_ schema: JSONLiteral, _ use: Use, indent: String = "") -> String {
    if let definition = schema.referencedDefinition { return reference(definition, use) }
    if let value = schema["const"] { return Self.literal(value) }
    if case .array(let values) = schema["enum"] {
      return Self.union(values.map(Self.literal))
    }
    if case .array(let schemas) = schema["oneOf"] {
      let union = Self.union(
        Self.alternatives(schemas, use).map { type($0, use, indent: indent) })
      return hasSeveralCases(schema, use) ? "OneCase<\(union)>" : union
    }
    if case .array(let schemas) = schema["anyOf"] {
      return Self.union(schemas.map { type($0, use, indent: indent) })
    }
    if case .array(let schemas) = schema["allOf"] {
      return schemas.map { "(\(type($0, use, indent: indent)))" }.joined(separator: " & ")
    }
    if case .array(let types) = schema["type"] {
      return Self.union(
        types.map { one in
          var single = schema
          single["type"] = one
          return type(single, use, indent: indent)
        })
    }
    guard case .string(let kind) = schema["type"] else {
      return schema["not"] == [:] ? "never" : "unknown"
    }
    switch kind {
    case "string": return schema["format"] == "uuid" ? "UUID" : "string"
    case "integer", "number": return "number"
    case "boolean": return "boolean"
    case "null": return "null"
    case "array": return array(schema, use, indent: indent)
    case "object": return object(schema, use, indent: indent)
    default: return "unknown"
    }
  }

  /// Returns the type of a definition's values. Where one that clients receive is sent, it is the
  /// same but for the cases that may be sent as names alone.
  private func reference(_ definition: String, _ use: Use) -> String {
    let name = name(definition)
    guard use == .sent, definitions.isReceived(definition),
      let schema = definitions[definition]?.literal
    else { return name }
    let one = hasSeveralCases(schema, use) ? "OneCase<\(name)>" : name
    return Self.union([one] + namesAlone(schema))
  }

  private func array(_ schema: JSONLiteral, _ use: Use, indent: String) -> String {
    if case .array(let elements) = schema["prefixItems"] {
      return "readonly [\(elements.map { type($0, use, indent: indent) }.joined(separator: ", "))]"
    }
    let items = schema["items"] ?? [:]
    if schema["x-backstack"] == "stack", let state = items["properties"]?["state"] {
      return "readonly StackElement<\(type(state, use, indent: indent))>[]"
    }
    let element = type(items, use, indent: indent)
    return element.contains(" ") ? "readonly (\(element))[]" : "readonly \(element)[]"
  }

  /// Returns an object's type: with its properties, of one type for all names, or without any.
  private func object(_ schema: JSONLiteral, _ use: Use, indent: String) -> String {
    guard case .object(let properties) = schema["properties"], !properties.isEmpty else {
      let values = schema["additionalProperties"].flatMap { value in
        if case .object = value { value } else { nil }
      }
      return values.map { "{ readonly [name: string]: \(type($0, use, indent: indent)) }" } ?? "{}"
    }
    var required: [JSONLiteral] = []
    if case .array(let names) = schema["required"] { required = names }
    let inner = indent + "  "
    let members = properties.map { property in
      let comment = property.value.schemaDescription.map {
        Self.comment($0, indent: inner) + "\n"
      }
      let mark = required.contains(.string(property.name)) ? "" : "?"
      return (comment ?? "") + inner + "readonly \(Self.key(property.name))\(mark): "
        + type(property.value, use, indent: inner) + ";"
    }
    if members.count == 1, !members[0].contains("\n") {
      return "{ \(members[0].drop { $0 == " " }.dropLast()) }"
    }
    return "{\n" + members.joined(separator: "\n") + "\n\(indent)}"
  }

  // MARK: Names and literals

  private func name(_ definition: String) -> String {
    if definition == ClientDefinitions.parameter { return "Action" }
    guard let use = definitions.uses[definition] else { return names[definition] ?? "unknown" }
    return "\(names[use.generic] ?? "unknown")<\(type(use.action, .received))>"
  }

  private static func key(_ name: String) -> String {
    let isIdentifier =
      name.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isIdentifier ? name : literal(.string(name))
  }

  /// Returns a value as TypeScript writes it: as JSON, with escapes in place of hidden characters.
  private static func literal(_ value: JSONLiteral) -> String { value.json.escapingHidden() }

  private static func union(_ types: [String]) -> String {
    var seen: Set<String> = []
    let distinct = types.filter { seen.insert($0).inserted }
    return distinct.isEmpty ? "never" : distinct.joined(separator: " | ")
  }

  private static func comment(_ text: String, indent: String = "") -> String {
    let lines = text.escapingHidden(keepsLines: true).replacing("*/", with: "*\u{200B}/").split(
      separator: "\n", omittingEmptySubsequences: false)
    if lines.count == 1 { return "\(indent)/** \(lines[0]) */" }
    let body = lines.map { $0.isEmpty ? "\(indent) *" : "\(indent) * \($0)" }
    return "\(indent)/**\n" + body.joined(separator: "\n") + "\n\(indent) */"
  }
}
