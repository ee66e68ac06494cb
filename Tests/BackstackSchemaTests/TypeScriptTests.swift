import Backstack
import BackstackCoding
import BackstackService
import Foundation
import Testing

@testable import BackstackDemo

/// A feature whose states and actions have values of all kinds.
@Reducer
private struct Shapes {
  @ObservableState
  struct State: Codable, Sendable {
    var integers: Integers?
    var guest: Guest?
    var plain: Plain?
    var level = Level.low
    var size = Size.small
    var name: Name?
    var synthesized = Synthesized.nothing
    var wire = Wire.close
    var collections: Collections?
    var foundations: Foundations?
    var page: Page<Page<Int>>?
    /// Ends */ here.
    ///
    /// Or there.
    var row = Row(id: 1)
    var path = StackState<Wire>()
  }

  enum Action: Codable, Sendable {
    /// Asks for it.
    case asked(Wire)
    case closed
    case moved(x: Int, y: Int? = nil)
    case path(StackAction<Wire, Wire>)
    @ServerOnly case told(String)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Suite("Declarations for TypeScript")
struct TypeScriptTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func committed(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test("The committed declarations are those of the demo's features", arguments: demoFeatures)
  func committed(_ feature: Feature) throws {
    #expect(
      try Self.committed("Clients/TypeScript/\(feature.name).d.ts")
        == BackstackServer.client(of: feature, in: .typescript),
      "Run `make clients` and commit the result.")
  }

  // Compiled and used by `Tests/Web/run types`.
  @Test("Values of all kinds have types, and names that are not identifiers are quoted")
  func shapes() throws {
    let noLink: @Sendable (String) -> Shapes.State? = { _ in nil }
    let feature = Feature("shapes", initialState: Shapes.State(), link: noLink) { Shapes() }
    let text = BackstackServer.client(of: feature, in: .typescript)
    if ProcessInfo.processInfo.environment["WRITE_CLIENTS"] != nil {
      try text.write(
        to: Self.root.appending(path: "Tests/Web/shapes.d.ts"), atomically: true, encoding: .utf8)
    }
    #expect(
      try Self.committed("Tests/Web/shapes.d.ts") == text,
      "Run `WRITE_CLIENTS=1 swift test --filter TypeScriptTests`, and look at the changes.")
  }

  @Test("Two types whose names differ only in their punctuation have two names")
  func names() {
    let feature = Feature("lights", initialState: Lights.State()) { Lights() }
    let text = BackstackServer.client(of: feature, in: .typescript)
    for name in ["LightsInnerA", "LightsInnerA2", "SessionCreation2"] {
      #expect(text.contains("export interface \(name) {"))
    }
    #expect(text.contains("readonly feature: \"lights\";"))
  }

  @Test("A text is left out of a type only where it is a case's name")
  func textsOfUnions() {
    let feature = Feature("lights", initialState: Lights.State()) { Lights() }
    let text = BackstackServer.client(of: feature, in: .typescript)
    #expect(text.contains("readonly four: \"auto\" | number;"))
  }
}

@SchemaRepresentable
private struct SessionCreation: Codable, Sendable {
  var a = 3
  var d = 3
}

/// A feature with types whose names collide in TypeScript.
@Reducer
private struct Lights {
  @ObservableState
  struct State: Codable, Sendable {
    var one = Inner.A()
    var two = InnerA()
    var three = SessionCreation()
    var four = Brightness.auto
  }

  enum Inner {
    @SchemaRepresentable
    struct A: Codable, Sendable {
      var a = 1
      var b = 1
    }
  }

  /// A number, or a text in place of it.
  enum Brightness: Codable, Sendable, SchemaRepresentable {
    case auto

    static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
      JSONSchema(["oneOf": [["type": "string", "enum": ["auto"]], ["type": "integer"]]])
    }
  }

  @SchemaRepresentable
  struct InnerA: Codable, Sendable {
    var a = 2
    var c = 2
  }

  enum Action: Codable, Sendable { case none }

  var body: some ReducerOf<Self> { EmptyReducer() }
}
