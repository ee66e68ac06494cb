import BackstackCoding
import BackstackPlatform
import BackstackSessions

/// The Swift types of a feature's actions and states.
struct SwiftSource {
  private let feature: Feature
  private let model: SwiftModel

  init(_ feature: Feature) {
    self.feature = feature
    model = SwiftModel(feature)
  }

  /// The text of the file.
  var text: String {
    let declarations = model.declarations.map(declaration)
    let needed = Self.common.filter { name, _ in declarations.contains { $0.contains(name) } }
    let body = ([about] + needed.map(\.text) + declarations).joined(separator: "\n\n")
    return """
      // The states and actions of the feature \(Self.literal(feature.name)).
      //
      // Made by `client --language swift` of the server's program: don't edit it.
      // swift-format-ignore-file

      \(imports)/// The types of the feature \(Self.literal(feature.name)).
      public enum \(ClientTypeNames.typeName(feature.name)) {
      \(Self.indented(body))
      }

      """
  }

  /// Only what is used in a public declaration is imported publicly.
  private var imports: String {
    let foundation = [": UUID", ": Date", ": URL", ": Data", ": Decimal"]
    var types: Set<String> = []
    for declaration in model.declarations { types.formUnion(Self.known(declaration)) }
    var modules: [String] = []
    if types.contains(SwiftType.any.source) { modules.append("BackstackClient") }
    if foundation.contains(where: { types.contains(String($0.dropFirst(2))) }) {
      modules.append("Foundation")
    }
    return modules.isEmpty
      ? "" : modules.map { "public import \($0)\n" }.joined() + "\n"
  }

  private var about: String {
    """
    /// The feature's name.
    public static let feature = \(Self.literal(feature.name))
    """
  }

  // MARK: Declarations

  private func declaration(_ declaration: SwiftModel.Declaration) -> String {
    let comment = Self.comment(declaration.comment)
    switch declaration.kind {
    case .alias(let type):
      return "\(comment)public typealias \(declaration.name) = \(type.source)"
    case .structure(let fields): return comment + structure(declaration, fields)
    case .cases(let cases): return comment + enumeration(declaration, cases)
    case .rawValues(let values): return comment + enumeration(declaration, values)
    }
  }

  private func structure(
    _ declaration: SwiftModel.Declaration, _ fields: [SwiftModel.Field]
  ) -> String {
    let hasID = fields.contains { $0.identifier == "id" && $0.isRequired }
    let conformances = "Codable, Hashable, Sendable" + (hasID ? ", Identifiable" : "")
    let properties = fields.map { field in
      Self.comment(field.comment) + "public var \(field.identifier): \(field.type.source)"
    }
    var parts = [properties.joined(separator: "\n"), initializer(fields)]
    if fields.contains(where: { "`\($0.name)`" != $0.identifier && $0.name != $0.identifier }) {
      parts.append(codingKeys(fields))
    }
    if fields.contains(where: \.setsNil) { parts.append(decoding(fields)) }
    let parameter = declaration.hasParameter ? "<Action: Codable & Hashable & Sendable>" : ""
    return Self.block(
      "public struct \(declaration.name)\(parameter): \(conformances)",
      parts.filter { !$0.isEmpty })
  }

  private func initializer(_ fields: [SwiftModel.Field]) -> String {
    let parameters = fields.map(Self.parameter).joined(separator: ", ")
    let lines = fields.map { "self.\($0.identifier) = \($0.identifier)" }
    return lines.isEmpty
      ? "public init() {}"
      : Self.block("public init(\(parameters))", [lines.joined(separator: "\n")])
  }

  private static func parameter(_ field: SwiftModel.Field) -> String {
    "\(field.identifier): \(field.type.source)" + (field.isRequired ? "" : " = nil")
  }

  private func codingKeys(_ fields: [SwiftModel.Field]) -> String {
    Self.block(
      "private enum CodingKeys: String, CodingKey",
      [
        fields.map { "case \($0.identifier) = \(Self.literal($0.name))" }.joined(separator: "\n")
      ])
  }

  /// Returns an initializer that distinguishes `null` from a missing member.
  private func decoding(_ fields: [SwiftModel.Field]) -> String {
    let lines = fields.map { field in
      let value = "try container.\(Self.decode(field, key: ".\(field.identifier)"))"
      return field.setsNil
        ? "\(field.identifier) = container.contains(.\(field.identifier)) ? .some(\(value)) : nil"
        : "\(field.identifier) = \(value)"
    }
    return Self.block(
      "public init(from decoder: any Decoder) throws",
      [
        (["let container = try decoder.container(keyedBy: CodingKeys.self)"] + lines)
          .joined(separator: "\n")
      ])
  }

  private static func decode(_ field: SwiftModel.Field, key: String) -> String {
    var type = field.type
    if case .optional(let wrapped) = type, !field.isRequired { type = wrapped }
    if field.setsNil, case .optional(let wrapped) = type { type = wrapped }
    return "\(field.isRequired ? "decode" : "decodeIfPresent")(\(type.source).self, forKey: \(key))"
  }

  // MARK: Enums

  private func enumeration(
    _ declaration: SwiftModel.Declaration, _ cases: [SwiftModel.Case]
  ) -> String {
    let unknown = Self.unknown(declaration, cases.map(\.identifier))
    var lines = cases.map { one in
      Self.comment(one.comment) + "case \(one.identifier)\(Self.associatedValues(one))"
    }
    if let unknown {
      lines.append("/// A case that a newer service has added, by its name.")
      lines.append("case \(unknown)(String)")
    }
    let head = "public \(declaration.isIndirect ? "indirect " : "")enum \(declaration.name)"
    return Self.block(
      "\(head): Codable, Hashable, Sendable",
      [
        lines.joined(separator: "\n"), decoding(declaration.name, cases, unknown),
        encoding(cases, unknown),
      ])
  }

  /// Returns the name of the case for unknown values; `nil` where there is none.
  private static func unknown(
    _ declaration: SwiftModel.Declaration, _ identifiers: [String]
  ) -> String? {
    guard declaration.isReceived else { return nil }
    return identifiers.contains("unknown") ? "unknownCase" : "unknown"
  }

  private static func associatedValues(_ one: SwiftModel.Case) -> String {
    switch one.payload {
    case .none: ""
    case .value(let type): "(\(type.source))"
    case .fields(let fields):
      "(\(fields.map { $0.isUnlabelled ? unlabelled($0) : parameter($0) }.joined(separator: ", ")))"
    }
  }

  private static func unlabelled(_ field: SwiftModel.Field) -> String {
    field.type.source + (field.isRequired ? "" : " = nil")
  }

  private func decoding(
    _ name: String, _ cases: [SwiftModel.Case], _ unknown: String?
  ) -> String {
    let lines = cases.map { one -> String in
      let head = "case \(Self.literal(one.name)):"
      let made = "self = .\(one.identifier)"
      switch one.payload {
      case .none: return "\(head) \(made)"
      case .value: return "\(head) \(made)(try name.payload(in: decoder))"
      case .fields(let fields):
        let values = fields.map { field in
          (field.isUnlabelled ? "" : "\(field.identifier): ") + "try fields."
            + Self.decode(field, key: Self.literal(field.name))
        }
        return """
          \(head)
            let fields = try name.fields(in: decoder)
            \(made)(\(values.joined(separator: ", ")))
          """
      }
    }
    let rest =
      unknown.map { "self = .\($0)(name.stringValue)" } ?? "throw name.unknown(in: decoder)"
    let all = (lines + ["default: \(rest)"]).joined(separator: "\n")
    return """
      public init(from decoder: any Decoder) throws {
        let name = try Name(ofCaseIn: decoder)
        switch name.stringValue {
      \(Self.indented(all))
        }
      }
      """
  }

  private func encoding(_ cases: [SwiftModel.Case], _ unknown: String?) -> String {
    var lines = cases.map { one -> String in
      let key = "forKey: \(Self.literal(one.name))"
      switch one.payload {
      case .none:
        return "case .\(one.identifier): _ = container.nestedContainer(keyedBy: Name.self, \(key))"
      case .value:
        return "case .\(one.identifier)(let value): try container.encode(value, \(key))"
      case .fields(let fields):
        let values = fields.indices.map { "let value\($0)" }.joined(separator: ", ")
        let encodes = fields.enumerated().map { index, field in
          "  try fields.\(field.isRequired ? "encode" : "encodeIfPresent")(value\(index), "
            + "forKey: \(Self.literal(field.name)))"
        }
        return """
          case .\(one.identifier)(\(values)):
            var fields = container.nestedContainer(keyedBy: Name.self, \(key))
          \(encodes.joined(separator: "\n"))
          """
      }
    }
    if let unknown {
      lines.append(
        "case .\(unknown)(let name): "
          + "_ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))")
    }
    return """
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        switch self {
      \(Self.indented(lines.joined(separator: "\n")))
        }
      }
      """
  }

  private func enumeration(
    _ declaration: SwiftModel.Declaration, _ values: [SwiftModel.RawValue]
  ) -> String {
    let raw = values.first?.value.text == nil ? "Int" : "String"
    let known = values.map { ".\($0.identifier)" }.joined(separator: ", ")
    guard let unknown = Self.unknown(declaration, values.map(\.identifier)) else {
      return Self.block(
        "public enum \(declaration.name): \(raw), Codable, Hashable, Sendable, CaseIterable",
        [
          values.map { "case \($0.identifier) = \(Self.literal($0.value))" }
            .joined(separator: "\n")
        ])
    }
    let name = declaration.name
    let cases = values.map { "case \($0.identifier)" }
    let reading = values.map { "case \(Self.literal($0.value)): self = .\($0.identifier)" }
    let writing = values.map { "case .\($0.identifier): \(Self.literal($0.value))" }
    return Self.block(
      "public enum \(name): RawRepresentable, Codable, Hashable, Sendable, CaseIterable",
      [
        (cases + ["/// A value that a newer service has added.", "case \(unknown)(\(raw))"])
          .joined(separator: "\n"),
        """
        /// The known values.
        public static let allCases: [\(name)] = [\(known)]
        """,
        """
        public init(rawValue: \(raw)) {
          switch rawValue {
        \(Self.indented(reading.joined(separator: "\n")))
          default: self = .\(unknown)(rawValue)
          }
        }
        """,
        """
        public var rawValue: \(raw) {
          switch self {
        \(Self.indented(writing.joined(separator: "\n")))
          case .\(unknown)(let value): value
          }
        }
        """,
      ])
  }
}

extension SwiftModel.Field {
  /// Whether `null` is something else than a member that is missing.
  fileprivate var setsNil: Bool {
    if case .optional(.optional) = type { true } else { false }
  }

  /// Whether the compiler's coding has numbered a value without a label.
  fileprivate var isUnlabelled: Bool { name.wholeMatch(of: /_[0-9]+/) != nil }
}

// MARK: Text

extension SwiftSource {
  private static func known(_ declaration: SwiftModel.Declaration) -> [String] {
    func fields(_ fields: [SwiftModel.Field]) -> [String] { fields.flatMap { known($0.type) } }
    switch declaration.kind {
    case .structure(let members): return fields(members)
    case .alias(let type): return known(type)
    case .rawValues: return []
    case .cases(let cases):
      return cases.flatMap { one -> [String] in
        switch one.payload {
        case .none: []
        case .value(let type): known(type)
        case .fields(let members): fields(members)
        }
      }
    }
  }

  private static func known(_ type: SwiftType) -> [String] {
    switch type {
    case .known(let name): [name]
    case .declared: []
    case .optional(let type), .array(let type), .dictionary(let type), .box(let type),
      .element(let type, _), .generic(_, let type):
      known(type)
    }
  }

  private static func block(_ head: String, _ parts: [String]) -> String {
    "\(head) {\n" + indented(parts.joined(separator: "\n\n")) + "\n}"
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }

  /// Returns a text or a number as Swift writes it.
  private static func literal(_ value: JSONLiteral) -> String {
    value.text.map(SwiftLiteral.quoted) ?? value.json
  }

  private static func literal(_ text: String) -> String { SwiftLiteral.quoted(text) }

  private static func comment(_ text: String?) -> String {
    guard let text else { return "" }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.isEmpty ? "///\n" : "/// \(String($0).escapingHidden())\n" }.joined()
  }
}
