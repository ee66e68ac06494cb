import Backstack
import BackstackCoding
import BackstackService
import BackstackServiceTesting
import BackstackTestSupport
import Testing

@Suite("PersistedShapes")
struct PersistedShapesTests {
  private static let first = Feature("gallery", initialState: Gallery1.State()) { Gallery1() }
  private static let second = Feature("gallery", initialState: Gallery2.State()) { Gallery2() }
  private static let shape = SchemaFingerprint(of: Gallery1.State.self).description

  private static func third(_ migrations: [StateMigration] = []) -> Feature {
    Feature("gallery", initialState: Gallery3.State(name: ""), migrations: migrations) {
      Gallery3()
    }
  }

  @Test("PersistedShapes tells whether a change needs a migration")
  func shapes() throws {
    let committed = try PersistedShapes(json: "{}".utf8).json(adding: [Self.first])
    #expect(committed.contains(##""shape":"\##(Self.shape)","schema":{"$ref":"#/$defs/0""##))
    let shapes = try PersistedShapes(json: committed.utf8)
    #expect(shapes.problems(of: [Self.first]) == [])
    // The second shape is new, but needs no migration.
    let added = shapes.problems(of: [Self.second])
    #expect(added.count == 1)
    #expect(added.first?.contains("The change needs no further migration") == true)
    let both = try PersistedShapes(json: shapes.json(adding: [Self.second]).utf8)
    #expect(both.problems(of: [Self.second]) == [])
    // The third one does.
    let problems = shapes.problems(of: [Self.third()])
    #expect(problems.count == 2)
    #expect(problems.first?.contains("needs no further") == false)
    #expect(problems.last?.contains("\(Self.shape), in which /") == true, "\(problems)")
    #expect(problems.last?.contains("is no longer known, and /") == true)
    #expect(shapes.problems(of: [Self.third([galleryMigration()])]).count == 1)
    // A migration from a type converts states that lack only properties with default values.
    let typed = Self.third([
      StateMigration(from: Gallery2.State.self) { Gallery3.State(name: $0.title) }
    ])
    #expect(shapes.problems(of: [typed]).count == 1)
    // The first shape was committed without its schema.
    let old = try PersistedShapes(json: #"{"gallery":["\#(Self.shape)"]}"#.utf8)
    #expect(old.problems(of: [Self.first]) == [])
    #expect(old.problems(of: [Self.second]).count == 2)
    #expect(old.json(adding: [Self.first]) == committed)
  }

  @Test("Migrations are run, and every position that they leave behind is named")
  func trials() throws {
    let committed = try PersistedShapes(json: "{}".utf8).json(adding: [Self.first])
    let shapes = try PersistedShapes(json: committed.utf8)
    /// Returns the only problem apart from the new shape, which says that nothing is in order.
    func problem(
      _ migrate: @escaping @Sendable (inout JSONLiteral) throws -> Void
    ) -> String {
      let problems = shapes.problems(of: [Self.third([StateMigration(from: Self.shape, migrate)])])
      #expect(problems.count == 2 && !problems[0].contains("needs no further"), "\(problems)")
      return problems.last ?? ""
    }
    let unchanged = problem { _ in }
    for position in [
      "/title", "/frame", "/mode", "/path/*/state/detail", "/path/*/state/print",
      "/destination/detail", "/destination/print",
    ] {
      #expect(unchanged.contains("\(position) is no longer known"), "\(position): \(unchanged)")
    }
    // All but the screens.
    let shallow = problem { json in
      json.rename("title", to: "name")
      json["frame"] = nil
      json["mode"] = nil
      json["destination"] = nil
    }
    #expect(
      shallow.hasPrefix(
        "The migration of \"gallery\" from the shape \(Self.shape) does not work: "
          + "/path/*/state/detail is no longer known, and /path/*/state/print is no longer known. "
          + "One of the states that can't be resumed: {"), "\(shallow)")
    struct Failure: Error {}
    #expect(
      problem { json in if json["destination"] != .null { throw Failure() } }
        .contains("The migration from \(Self.shape): Failure()"))
    // A migration to a type that another migration reads.
    let between = SchemaFingerprint(of: Gallery2.State.self).description
    let chain = Self.third([
      StateMigration(from: Self.shape, to: between) { $0["photos"] = 1 },
      StateMigration(from: Gallery2.State.self) { Gallery3.State(name: $0.title) },
    ])
    #expect(
      shapes.problems(of: [chain]).last?.contains("does not work: /photos has another type.")
        == true)
    // It does not help to write the new shape.
    let both = try PersistedShapes(json: shapes.json(adding: [chain]).utf8)
    #expect(both.problems(of: [chain]).count == 1)
  }

  @Test("Elements of arrays, dictionaries and types that contain themselves are in the states")
  func nesting() throws {
    let before = Feature("tree", initialState: Tree1.State()) { Tree1() }
    let shape = before.stateShape.description
    let shapes = try PersistedShapes(
      json: PersistedShapes(json: "{}".utf8).json(adding: [before]).utf8)
    func problems(_ migrate: @escaping @Sendable (inout JSONLiteral) throws -> Void) -> [String] {
      let feature = Feature(
        "tree", initialState: Tree2.State(), migrations: [StateMigration(from: shape, migrate)]
      ) { Tree2() }
      return Array(shapes.problems(of: [feature]).dropFirst())
    }
    /// Renames the names of a node, as deep as is asked for.
    @Sendable
    func rename(_ node: inout JSONLiteral, depth: Int) {
      node.rename("name", to: "title")
      guard depth > 0, case .array(var children)? = node["children"] else { return }
      for index in children.indices { rename(&children[index], depth: depth - 1) }
      node["children"] = .array(children)
    }
    @Sendable
    func renameLists(_ json: inout JSONLiteral, depth: Int, _ names: Set<String>) {
      for name in names {
        switch json[name] {
        case .array(var nodes):
          // Every other element is the key of a dictionary.
          for index in nodes.indices { rename(&nodes[index], depth: depth) }
          json[name] = .array(nodes)
        case .object(var nodes):
          for index in nodes.indices { rename(&nodes[index].value, depth: depth) }
          json[name] = .object(nodes)
        default: break
        }
      }
    }
    #expect(problems { json in renameLists(&json, depth: 9, ["list", "named", "keyed"]) } == [])
    #expect(
      problems { json in renameLists(&json, depth: 0, ["list", "named", "keyed"]) }.first?
        .contains("/list/*/children/*/name is no longer known") == true)
    for (names, missing) in [
      (["named", "keyed"], "/list/*/name"), (["list", "keyed"], "/named/*/name"),
      (["list", "named"], "/keyed/*/name"),
    ] as [(Set<String>, String)] {
      let problem = problems { json in renameLists(&json, depth: 9, names) }
      #expect(problem.first?.contains("\(missing) is no longer known") == true, "\(problem)")
    }
  }

  @Test("States that only a decoder of the feature's own refuses are no problem of a migration")
  func ownDecoders() throws {
    let before = Feature("odd", initialState: Odd1.State()) { Odd1() }
    let shapes = try PersistedShapes(
      json: PersistedShapes(json: "{}".utf8).json(adding: [before]).utf8)
    let feature = Feature(
      "odd", initialState: Odd2.State(),
      migrations: [
        StateMigration(from: before.stateShape.description) { $0.rename("old", to: "new") }
      ]
    ) { Odd2() }
    #expect(shapes.problems(of: [feature]).count == 1)
    let typed = Feature(
      "odd", initialState: Odd2.State(),
      migrations: [StateMigration(from: Odd1.State.self) { Odd2.State(new: $0.old) }]
    ) { Odd2() }
    #expect(shapes.problems(of: [typed]).count == 1)
  }

  @Test("The file is written if that is asked for, and is never lost")
  func file() throws {
    let folder = TemporaryFolder()
    let path = folder.file("Shapes.json")
    func problems(_ feature: Feature, writes: Bool = false) throws -> [String] {
      try PersistedShapes.problems(of: [feature], at: path, writes: writes)
    }
    #expect(try problems(Self.first).first?.contains("run the test with WRITE_SHAPES=1") == true)
    #expect(folder.status("Shapes.json") == nil)
    #expect(try problems(Self.first, writes: true) == [])
    let first = folder.text("Shapes.json")
    #expect(try problems(Self.first) == [])
    #expect(try problems(Self.second).count == 1)
    #expect(folder.text("Shapes.json") == first)
    // Written, the new shape is no problem; the old one is kept and still needs a migration.
    #expect(try problems(Self.third(), writes: true).count == 1)
    #expect(
      try PersistedShapes(json: first.utf8).json(adding: [Self.third()])
        == folder.text("Shapes.json"))
    folder.write("mine", to: "Shapes.json")
    #expect(throws: (any Error).self) { try problems(Self.first, writes: true) }
    #expect(folder.text("Shapes.json") == "mine")
  }

  @Test(
    "Shapes of another form are refused",
    arguments: [
      "", "[]", #"{"gallery":"x"}"#, #"{"gallery":[1]}"#, #"{"gallery":[{"shape":"x"}]}"#,
      ##"{"gallery":[{"shape":"x","schema":{"$ref":"#/$defs/0","$defs":{"0":{}}}}]}"##,
    ])
  func malformedShapes(_ json: String) {
    #expect(throws: (any Error).self) { try PersistedShapes(json: json.utf8) }
  }
}

@Reducer
private struct Tree1 {
  @SchemaRepresentable
  struct Node: Codable, Equatable, Sendable {
    var name = ""
    var children: [Node] = []
  }

  struct State: Codable, Equatable, Sendable {
    var list: [Node] = []
    var named: [String: Node] = [:]
    /// An array of keys and values.
    var keyed: [Bool: Node] = [:]
  }

  enum Action: Codable, Sendable { case tap }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Tree2 {
  @SchemaRepresentable
  struct Node: Codable, Equatable, Sendable {
    var title: String
    var children: [Node] = []
  }

  struct State: Codable, Equatable, Sendable {
    var list: [Node] = []
    var named: [String: Node] = [:]
    var keyed: [Bool: Node] = [:]
  }

  enum Action: Codable, Sendable { case tap }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

/// A text that is decoded only in a form of its own, of which its schema says nothing.
private struct Code: Codable, Equatable, Sendable, SchemaRepresentable {
  var number = 0

  init() {}

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let number = Int(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "No number."))
    }
    self.number = number
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(number)")
  }

  static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema { JSONSchema(["type": "string"]) }
}

@Reducer
private struct Odd1 {
  struct State: Codable, Equatable, Sendable {
    var code = Code()
    var old = 1
  }
  enum Action: Codable, Sendable { case tap }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Odd2 {
  struct State: Codable, Equatable, Sendable {
    var code = Code()
    var new = 1
  }
  enum Action: Codable, Sendable { case tap }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
