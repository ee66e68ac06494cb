import Backstack
import BackstackCoding
import BackstackDemo
import BackstackService
import Testing

@testable import BackstackServiceTesting

@Suite("The parts of the fuzzer")
struct FuzzPartTests {
  private static func value(_ json: String) throws -> JSONLiteral {
    try JSONLiteral(parsing: json.utf8)
  }

  // MARK: JSON

  @Test(
    "JSON is read as it was written",
    arguments: [
      "null", "[]", "{}", #"[true,false,-0.5e-7,"a"]"#, #"{"a":{"b":[{}]},"":"\"\\\n\u0001"}"#,
      #""👩‍👩‍👧‍👦""#,
    ])
  func reading(json: String) throws {
    #expect(try Self.value(json).json == json)
  }

  @Test("Escapes are decoded, and any text can be written in ASCII")
  func escapes() throws {
    let text = try Self.value(#""\ud83d\ude00\/\u2028""#)
    #expect(text == "😀/\u{2028}")
    #expect(text.asciiJSON == #""\ud83d\ude00/\u2028""#)
  }

  @Test(
    "Invalid JSON is refused",
    arguments: [
      "", "nul", "[1,]", "{\"a\"}", "\"a", "\"\u{1}\"", "1.", "--1", "[] []", #""\ud83d""#,
    ])
  func refusal(json: String) {
    #expect(throws: JSONLiteral.ParsingError.self) { try Self.value(json) }
  }

  @Test("Values are compared by their meaning")
  func comparison() throws {
    let value = try Self.value(#"{"a":[1,2],"b":1.0}"#)
    #expect(value.isSame(as: try Self.value(#"{"b":1,"a":[1,2]}"#)))
    #expect(!value.isSame(as: try Self.value(#"{"b":1,"a":[2,1]}"#)))
    #expect(value.isSame(as: try Self.value(#"{"b":1,"a":[2,1]}"#), anyOrder: true))
    // Equal for a reader that uses floating point, but different numbers.
    #expect(!(.number("9007199254740993") as JSONLiteral).isSame(as: .number("9007199254740992")))
  }

  // MARK: Patches

  @Test("Patches are applied as RFC 6902 requires")
  func patches() throws {
    let value = try Self.value(#"{"a":[1,2],"b~/c":{"d":0}}"#)
    let patch = try Self.value(
      #"""
      [{"op":"add","path":"/a/1","value":9},{"op":"remove","path":"/a/0"},
       {"op":"replace","path":"/b~0~1c/d","value":null},{"op":"add","path":"/a/-","value":{}},
       {"op":"move","from":"/a/0","path":"/e"},{"op":"copy","from":"/e","path":"/f"},
       {"op":"test","path":"/f","value":9}]
      """#)
    #expect(
      try value.patched(with: patch).json == #"{"a":[2,{}],"b~/c":{"d":null},"e":9,"f":9}"#)
  }

  @Test(
    "A patch that does not fit is refused",
    arguments: [
      #"{"op":"remove","path":"/a/2"}"#, #"{"op":"replace","path":"/c","value":1}"#,
      #"{"op":"add","path":"/a/3","value":1}"#, #"{"op":"add","path":"/c/d","value":1}"#,
      #"{"op":"test","path":"/a/0","value":2}"#, #"{"op":"add","path":"/a"}"#, #"{"op":"dance"}"#,
    ])
  func misfit(operation: String) throws {
    let value = try Self.value(#"{"a":[1,2],"b":{}}"#)
    #expect(throws: JSONLiteral.ParsingError.self) {
      try value.patched(with: .array([Self.value(operation)]))
    }
  }

  // MARK: Steps

  @Test("The same seed plans the same steps, and another seed plans others")
  func seeds() throws {
    let feature = try #require(demoFeatures.first { $0.name == "standups" })
    let state = try Self.value(#"{"standups":[],"path":[{"id":7,"state":{"record":{}}}]}"#)
    func steps(_ seed: UInt64) -> [FuzzStep] {
      var planner = FuzzPlanner(feature, random: FuzzRandom(seed: seed, session: 3))
      return (0..<200).map { index in
        planner.next(
          index == 0
            ? nil
            : CheckedSession.Snapshot(
              version: index, state: state, link: nil, shared: nil, effects: 0),
          versions: Array(0..<index))
      }
    }
    #expect(steps(1) == steps(1))
    #expect(steps(1) != steps(2))
  }

  @Test("Most actions target existing elements")
  func aim() throws {
    let feature = try #require(demoFeatures.first { $0.name == "standups" })
    var sampler = SchemaSampler(definitions: feature.schemas, random: FuzzRandom(seed: 1))
    sampler.present = Surroundings(
      try Self.value(#"{"standups":[],"path":[{"id":7,"state":{"record":{}}}]}"#))
    let actions = (0..<500).compactMap { _ in sampler.sample(named: feature.actionSchema) }
    let targets = actions.compactMap { $0["path"]?["element"] }
    #expect(targets.count > 100)
    let hits = targets.filter { $0["id"]?.integer == 7 && $0["action"]?["record"] != nil }
    #expect(hits.count * 2 > targets.count)
  }

  @Test("Samples of recursive schemas are finite, and a schema without finite values has none")
  func recursion() throws {
    let list = JSONSchema([
      "type": "object", "properties": ["next": ["$ref": "#/$defs/List"]], "required": ["next"],
    ])
    let tree = JSONSchema([
      "oneOf": [
        ["type": "null"],
        [
          "type": "object", "required": ["left", "right"],
          "properties": ["left": ["$ref": "#/$defs/Tree"], "right": ["$ref": "#/$defs/Tree"]],
        ],
      ]
    ])
    var definitions = SchemaDefinitions(SchemaBuilder(audience: .sender))
    definitions.define("List", list)
    definitions.define("Tree", tree)
    var sampler = SchemaSampler(definitions: definitions, random: FuzzRandom(seed: 1))
    #expect(sampler.sample(named: "List") == nil)
    for _ in 0..<100 { #expect(sampler.sample(named: "Tree") != nil) }
  }

  @Test("Shrinking makes steps and their contents as few and simple as possible")
  func shrinking() async throws {
    let steps: [FuzzStep] = [
      .create(#"{"feature":"a","state":{"names":["x","yyyy"],"count":17}}"#),
      .advance(60_000), .send(#"[{"add":5},{"add":6}]"#, asPatch: true), .restore(3), .resume,
      .send(#"{"add":{}}"#, asPatch: false),
    ]
    var shrinker = FuzzShrinker(attempts: 1000) { steps in
      let text = "\(steps)"
      // The failure requires a "y" in a name, and adding a number other than zero.
      return text.contains("y") && text.contains("add") && !text.contains(#"add\":0"#)
        && !text.contains(#"add\":{}"#)
    }
    let smallest = try await shrinker.shrink(steps)
    #expect(
      smallest == [
        .create(#"{"state":{"names":["y"]}}"#), .send(#"{"add":1}"#, asPatch: false),
      ])
  }

  @Test("The contents of steps are Swift literals without escapes where possible")
  func code() {
    #expect(
      FuzzStep.send(###"{"a":"\\#\"##"}"###, asPatch: true).code
        == ####"try await session.send(###"{"a":"\\#\"##"}"###, asPatch: true)"####)
    #expect(
      FuzzStep.create("\"é\u{2028}\"").code
        == ##"try await session.create(#""\u00e9\u2028""#)"##)
    #expect(
      FuzzStep.create(##"["\\#(exit(7))","\##u{202E}\##u{7F}"]"##).code
        == ###"try await session.create(##"["\\#(exit(7))","\u202e\u007f"]"##)"###)
    #expect(
      FuzzStep.create("\"\u{9B}\n").code == ##"try await session.create(#""\u009b "#)"##)
    #expect(FuzzStep.create("\"\"").code == #"try await session.create("\"\"")"#)
    #expect(FuzzStep.advance(1500).code == "try await session.advance(by: .milliseconds(1500))")
    #expect(FuzzStep.advance(2000).code == "try await session.advance(by: .seconds(2))")
  }
}
