import Backstack
import BackstackCoding
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackSessions

@Suite("The OpenAPI contract of hosted features")
struct ContractTests {
  private static func document(_ features: [Feature]) -> OpenAPIDocument {
    SessionService(features: features, configuration: ServiceConfiguration()).openAPI
  }

  private static let hostings: [[Feature]] = [
    demoFeatures, [],
    ["a folder", "a/folder", "ä"].map { name in
      Feature(name, initialState: Folder.State()) { Folder() }
    },
  ]

  @Test("The contract is valid OpenAPI 3.1, and the same in YAML and JSON", arguments: [0, 1, 2])
  func valid(_ index: Int) throws {
    let document = Self.document(Self.hostings[index])
    #expect(try Validator.problems(inOpenAPI: document.json) == [])
    #expect(try Validator.isSame(yaml: document.yaml, json: document.json))
  }

  @Test("The inspector's contract is valid OpenAPI 3.1, and the same in YAML and JSON")
  func inspector() throws {
    let service = SessionService(features: demoFeatures, configuration: ServiceConfiguration())
    let routes = InspectorRoutes(InspectorConfiguration(mode: .full), of: service)
    let document = routes.openAPI
    #expect(try Validator.problems(inOpenAPI: document.json) == [])
    #expect(try Validator.isSame(yaml: document.yaml, json: document.json))
  }

  @Test("Features whose names look alike have different components")
  func prefixes() {
    let features = ["a folder", "a/folder", "a_folder"].map { name in
      Feature(name, initialState: Folder.State()) { Folder() }
    }
    let references = Set(
      Self.document(features).yaml.matches(of: /schemas\/(a_folder[^.]*)\./).map { String($0.1) })
    #expect(references == ["a_folder", "a_folder-2", "a_folder-3"])
  }

  @Test("Arrays of short values are written in one line of YAML")
  func shortValues() throws {
    let (short, long) = (String(repeating: "x", count: 29), String(repeating: "x", count: 30))
    let value: JSONLiteral = [
      "values": [1, true, .null, .string(short)], "text": [.string(long)],
      "nested": [[1, 2], ["member": []]],
    ]
    let text = YAMLWriter.document(value)
    #expect(
      text == """
        values: [1, true, null, \(short)]
        text:
          - \(long)
        nested:
          - [1, 2]
          - member: []

        """)
    #expect(try Validator.isSame(yaml: text, json: value.json))
  }

  @Test("The contract is the same every time it is created")
  func deterministic() {
    for features in Self.hostings {
      #expect(Self.document(features).yaml == Self.document(features).yaml)
    }
  }

  @Test("A feature's schema accepts the state of its sessions")
  func feature() throws {
    let states = [
      "counters": try WireCoding.encode(Counters.State()),
      "inventory": try WireCoding.encode(Inventory.State()),
      "polls": try WireCoding.encode(Polls.State()),
      "standups": try WireCoding.encode(Standups.State()),
    ]
    for feature in demoFeatures {
      let document = feature.contract.definitions.document(of: FeatureContract.Root.state)
      let state = String(decoding: try #require(states[feature.name]), as: UTF8.self)
      #expect(try Validator.judge([state, "{}"], by: document) == [true, false])
    }
  }

  @Test("The schema of client actions has no server-only cases")
  func serverOnly() throws {
    for feature in demoFeatures {
      let action = feature.contract.definitions.document(of: FeatureContract.Root.action)
      #expect(!action.literal.json.contains("timerTicked"))
    }
    let action = FeatureContract(
      state: Folder.State.self, action: Folder.Action.self, input: ClientInput()
    ).definitions.document(of: FeatureContract.Root.action)
    let documents = [
      #""loaded""#, #"{"loaded":{}}"#, #"{"rows":{"element":{"id":1,"action":{"loaded":[1]}}}}"#,
      #"{"path":{"push":{"state":{"folder":{"name":"","path":[]}}}}}"#, #"{"renamed":""}"#,
    ]
    #expect(try Validator.judge(documents, by: action) == [false, false, false, false, true])
  }
}
