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
    #expect(problems.last?.contains("is no longer known: add a StateMigration") == true)
    let migrated = Self.third([StateMigration(from: Self.shape) { _ in }])
    #expect(shapes.problems(of: [migrated]).count == 1)
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
