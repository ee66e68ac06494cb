import Backstack
import BackstackCoding
import BackstackPlatform
import BackstackService
import Testing

/// A feature whose names and descriptions are made to be something else in the source of a client.
@Reducer
private struct Hostile {
  static let texts = [
    #"\(exit(7))"#, ##"\#(exit(7))"##, "\"\"\"", #"\"#, #"\\"#, "a\nb", "a\rb", "\t", "\0", "`",
    "'",
    "${exit(7)}", "*/", "//", "\u{7F}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{FEFF}",
    "\u{2066}", "</script>",
  ]

  static let name = "Hostile \\#(exit(7))\"`\u{202E}\u{2028}*/\n"

  struct State: Codable, Sendable, SchemaRepresentable {
    static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
      let kind: JSONLiteral = [
        "enum": .array(texts.map { .string($0) }), "description": .string(texts.joined()),
      ]
      let members = texts.map { JSONLiteral.Member($0, ["type": "string"]) }
      return JSONSchema([
        "type": "object", "description": .string(texts.joined(separator: "\n")),
        "properties": .object([JSONLiteral.Member("kind", kind)] + members),
        "required": .array(["kind"] + texts.map { .string($0) }),
      ])
    }
  }

  enum Action: Codable, Sendable { case none }

  var body: some ReducerOf<Self> { EmptyReducer() }

  static var feature: Feature { Feature(name, initialState: State()) { Hostile() } }
}

@Suite("Clients of a feature with hostile texts")
struct HostileTextTests {
  @Test("All characters of the generated text can be seen", arguments: ClientLanguage.allCases)
  func visible(_ language: ClientLanguage) {
    let text = BackstackServer.client(of: Hostile.feature, in: language)
    for (index, line) in text.unicodeScalars.split(separator: "\n").enumerated() {
      // The type declarations break up the end of a comment with a space of no width. Descriptions
      // keep their tabs.
      let hidden = line.filter { $0.isHidden && $0.value != 0x200B && $0 != "\t" }
      #expect(hidden.isEmpty, "line \(index + 1): \(String(String.UnicodeScalarView(line)))")
    }
  }

  // The file is compiled here.
  @Test("The types for Swift compile, and have the texts that the feature has")
  func swift() throws {
    try CommittedTypes.expect(
      "Tests/BackstackSchemaTests/HostileTypes.swift", Hostile.feature, in: .swift)
    #expect(HostileExit7.feature == Hostile.name)
    #expect(HostileExit7.StateKind.allCases.map(\.rawValue) == Hostile.texts)
  }

  @Test("In the declarations for TypeScript, texts are JSON, and comments end where they should")
  func typescript() throws {
    let text = BackstackServer.client(of: Hostile.feature, in: .typescript)
    for hostile in Hostile.texts {
      let literal = JSONLiteral.string(hostile).json.escapingHidden()
      #expect(text.contains(" \(literal)"), "\(literal)")
    }
    let code = text.replacing(/\/\*\*(.|\n)*?\*\//, with: "")
      .replacing(/"(\\.|[^"\\])*"/, with: "")
    #expect(!code.contains("*/") && !code.contains("exit"), "\(code)")
  }
}
