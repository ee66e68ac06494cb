import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackServiceTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Bindings of clients", .timeLimit(.minutes(20)))
struct BindingWireTests {
  private let client = ServiceClient([
    Feature("task", initialState: EditTask.State()) { EditTask() }
  ])

  private func decode(_ json: String, asServer: Bool = false) throws -> EditTask.Action {
    try JSONStreamDecoder.decode(
      EditTask.Action.self, from: Array(json.utf8),
      userInfo: [.decodesServerOnlyCases: asServer])
  }

  @Test("A client sets one field or several, in one action")
  func sets() async {
    let session = await client.create(#"{"feature":"task"}"#)
    let one = await client.act(session, #"{"binding":{"title":"Design"}}"#)
    #expect(one.status == 200)
    #expect(one.contains(#""title":"Design""#))
    let several = await client.act(
      session, #"{"binding":{"isDone":true,"due":"today","title":"Draw"}}"#)
    #expect(several.contains(#""version":2"#))
    #expect(several.contains(#""title":"Draw""#))
    #expect(several.contains(#""isDone":true"#))
    #expect(several.contains(#""due":"today""#))
    let none = await client.act(session, #"{"binding":{"due":null}}"#)
    #expect(!none.contains(#""due":"today""#))
    let history = await client.send(.get, session + "/history")
    #expect(history.contains(#""action":{"binding":{"title":"Design"}}"#))
  }

  @Test(
    "A binding that can't be decoded is refused, and nothing changes",
    arguments: [
      (#"{"binding":{"size":1}}"#, "/binding/size", #"There is no field \"size\""#),
      (#"{"binding":{"title":"a","isDone":1}}"#, "/binding/isDone", ""),
      (#"{"binding":{"owner":"a"}}"#, "/binding/owner", #"There is no field \"owner\""#),
      (#"{"binding":{"count":1}}"#, "/binding/count", #"There is no field \"count\""#),
      (#"{"binding":{"number":1}}"#, "/binding/number", #"There is no field \"number\""#),
      (#"{"binding":{"hidden":1}}"#, "/binding/hidden", #"There is no field \"hidden\""#),
      (#"{"binding":{"alert":null}}"#, "/binding/alert", #"There is no field \"alert\""#),
      (#"{"binding":{"path":[]}}"#, "/binding/path", #"There is no field \"path\""#),
      (#"{"binding":{"first":{}}}"#, "/binding/first", #"There is no field \"first\""#),
      (#"{"binding":{"second":{}}}"#, "/binding/second", #"There is no field \"second\""#),
      (#"{"binding":{"others":[]}}"#, "/binding/others", #"There is no field \"others\""#),
      (#"{"binding":{}}"#, "/binding", "at least one field"),
      (#"{"binding":1}"#, "/binding", ""),
      (#""binding""#, "", "has a payload"),
    ])
  func refusals(action: String, pointer: String, text: String) async {
    let session = await client.create(#"{"feature":"task"}"#)
    let refusal = await client.act(session, action)
    #expect(refusal.status == 422)
    #expect(refusal.problem == "invalid-value")
    #expect(refusal.contains(#""pointer":"\#(pointer)""#), "\(refusal.text)")
    #expect(refusal.contains(text), "\(refusal.text)")
    #expect(await client.send(.get, session).contains(#""version":0"#))
  }

  @Test("A refusal names the fields that a client can set")
  func knownFields() {
    #expect {
      try decode(#"{"binding":{"x":1}}"#)
    } throws: { error in
      "\(error)".contains(#"the fields are "title", "isDone", "due", "weight"."#)
    }
  }

  @Test(
    "An encoded binding is decoded again",
    arguments: [
      #"{"binding":{"title":"a"}}"#, #"{"binding":{"title":"a","isDone":true}}"#,
      #"{"binding":{"due":null}}"#, #"{"binding":{"weight":{"grams":3}}}"#,
      #"{"binding":{"owner":"a"}}"#,
    ])
  func roundTrips(json: String) throws {
    let action = try decode(json, asServer: true)
    #expect(String(decoding: try JSONStreamEncoder.encode(action), as: UTF8.self) == json)
    #expect(try decode(json, asServer: true) == action)
  }

  @Test("Fields are set in the order of their declaration, whatever order the client has")
  func order() throws {
    let action = try decode(#"{"binding":{"isDone":true,"title":"a"}}"#)
    #expect(action.binding?.keyPaths == [\.title, \.isDone])
    #expect("\(action)".contains(#".set(\.title, "a").set(\.isDone, true)"#))
    #expect(action == (try decode(#"{"binding":{"title":"a","isDone":true}}"#)))
    #expect(try decode(#"{"binding":{"title":"a"}}"#) == .set(\.title, "a"))
    guard case .binding(\.isDone) = action else {
      Issue.record("The second field is not matched")
      return
    }
    #expect(
      try decode(#"{"binding":{"weight":{"grams":3}}}"#)
        != decode(#"{"binding":{"weight":{"grams":4}}}"#))
  }

  @Test("A field that the wire format doesn't have can't be encoded")
  func unknownField() {
    #expect(throws: EncodingError.self) {
      try JSONStreamEncoder.encode(EditTask.Action.set(\.title.isShown, true))
    }
  }

  @Test("The schema has the fields that a client can set, with their types and comments")
  func schema() {
    let builder = SchemaBuilder(audience: .sender)
    _ = builder.schema(of: BindingAction<EditTask.State>.self)
    let fields = builder.definitions.first { $0.name == "BindingAction-EditTask.State" }?.schema
    #expect(
      fields?.literal.json == #"""
        {"type":"object","properties":{"title":{"type":"string","description":"What to do."},\#
        "isDone":{"type":"boolean"},"due":{"anyOf":[{"type":"string"},{"type":"null"}]},\#
        "weight":{"$ref":"#/$defs/Weight"}},"additionalProperties":false,"minProperties":1,\#
        "description":"The fields to set, with their new values."}
        """#)
    let reader = SchemaBuilder(audience: .reader)
    _ = reader.schema(of: BindingAction<EditTask.State>.self)
    #expect(
      reader.definitions.contains {
        $0.schema["properties"]?["owner"] == ["type": "string"]
      })
  }
}

/// A weight, which is not Equatable.
@SchemaRepresentable
struct Weight: Codable, Sendable {
  var grams: Int
}

@Reducer
private struct Subtask {
  @ObservableState
  struct State: Codable, Equatable, Identifiable { var id = 0 }
  enum Action: Codable, Equatable {}
}

@Reducer
private struct EditTask {
  @ObservableState
  struct State: Codable, Sendable {
    /// What to do.
    var title = ""
    var isDone = false
    var due: String?
    var weight = Weight(grams: 0)
    @ServerOnly var owner = "me"
    private(set) var count = 0
    let number: Int
    fileprivate var hidden = 0
    @Presents var alert: AlertState<Never>?
    var path = StackState<Subtask.State>()
    var first = Subtask.State()
    var second: Subtask.State?
    var others: IdentifiedArrayOf<Subtask.State> = []
    var shout: String { title.uppercased() }

    init() { number = 1 }
  }

  enum Action: BindableAction, Codable, Equatable {
    case binding(BindingAction<State>)
    case alert(PresentationAction<Never>)
    case path(StackActionOf<Subtask>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
      .ifLet(\.$alert, action: \.alert)
      .forEach(\.path, action: \.path) { Subtask() }
  }
}

extension String {
  fileprivate var isShown: Bool {
    get { !isEmpty }
    set { if !newValue { self = "" } }
  }
}
