import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackServiceTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Bindings of clients")
struct BindingWireTests {
  private let client = ServiceClient([
    Feature("task", initialState: EditTask.State()) { EditTask() }
  ])

  private func decode(_ json: String, asServer: Bool = false) throws -> EditTask.Action {
    try JSONStreamDecoder.decode(
      EditTask.Action.self, from: Array(json.utf8),
      userInfo: [.decodesServerOnlyCases: asServer])
  }

  @Test("A client sets one field, or several by an action for each, all or none")
  func sets() async {
    let session = await client.create(#"{"feature":"task"}"#)
    let one = await client.act(session, #"{"binding":{"title":"Design"}}"#)
    #expect(one.status == 200)
    #expect(one.contains(#""title":"Design""#))
    let several = await client.act(
      session, #"{"binding":{"isDone":true,"due":"today","title":"Draw"}}"#)
    #expect(several.contains(#""version":4"#))
    #expect(several.contains(#""title":"Draw""#))
    #expect(several.contains(#""isDone":true"#))
    #expect(several.contains(#""due":"today""#))
    let none = await client.act(session, #"{"binding":{"due":null}}"#)
    #expect(!none.contains(#""due":"today""#))
    let history = await client.send(.get, session + "/history?after=1")
    for field in [#""title":"Draw""#, #""isDone":true"#, #""due":"today""#] {
      #expect(history.contains(#""cause":"client","action":{"binding":{\#(field)}}"#), "\(history)")
    }
    // A batch counts the actions, not the objects.
    let batch = await client.act(
      session, #"[{"binding":{"title":"a","isDone":false}},{"binding":{"due":"now"}}]"#)
    #expect(batch.contains(#""version":8"#) && batch.contains(#""due":"now""#), "\(batch.text)")
    let refused = await client.act(
      session, #"[{"binding":{"title":"b"}},{"binding":{"title":"c","isDone":1}}]"#)
    #expect(refused.status == 422 && refused.contains(#""pointer":"/1/binding/isDone""#))
    #expect(await client.send(.get, session).contains(#""version":8"#))
  }

  @Test("A field that no reducer sets is reported, and one that is set is not")
  func unset() async {
    let session = await client.create(#"{"feature":"task"}"#)
    let set = await client.act(session, #"{"binding":{"title":"Design"}}"#)
    #expect(!set.contains(#""issues""#))
    let forgetful = ServiceClient([
      Feature("task", initialState: EditTask.State()) {
        Reduce<EditTask.State, EditTask.Action> { _, _ in .none }
      }
    ])
    let other = await forgetful.create(#"{"feature":"task"}"#)
    for action in [
      #"{"binding":{"title":"Design"}}"#, #"{"binding":{"title":"Design","isDone":true}}"#,
      #"[{"binding":{"title":"Design"}}]"#,
    ] {
      let answer = await forgetful.act(other, action)
      #expect(answer.status == 200)
      #expect(
        answer.contains("was to set State.title, and no reducer has: put BindingReducer()"),
        "\(answer.text)")
    }
  }

  @Test("Each field of a binding is seen by its own clause of the reducer")
  func clauses() async {
    let session = await client.create(#"{"feature":"task"}"#)
    let clamped = await client.act(
      session, #"{"binding":{"title":"lengthy words","due":"tomorrow"}}"#)
    #expect(clamped.contains(#""title":"length","#) && clamped.contains(#""due":"tomorr","#))
    let waited = await client.send(
      .post, session + "/actions", #"{"binding":{"due":"yesterday","title":"longest"}}"#,
      [(.prefer, "wait=60")])
    #expect(waited.contains(#""title":"longes","#) && waited.contains(#""due":"yester","#))
  }

  @Test("The bindings of a part of the actions are inside of its case")
  func views() async {
    let client = ServiceClient([Feature("note", initialState: Note.State()) { Note() }])
    let session = await client.create(#"{"feature":"note"}"#)
    let set = await client.act(session, #"{"view":{"binding":{"text":"Design","size":3}}}"#)
    #expect(set.contains(#""state":{"text":"Design","size":3}"#), "\(set.text)")
    let refused = await client.act(session, #"{"view":{"binding":{"color":1}}}"#)
    #expect(refused.status == 422 && refused.contains(#""pointer":"/view/binding/color""#))
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
      #"{"binding":{"title":"a"}}"#, #"{"binding":{"due":null}}"#,
      #"{"binding":{"weight":{"grams":3}}}"#,
      #"{"binding":{"owner":"a"}}"#,
    ])
  func roundTrips(json: String) throws {
    let action = try decode(json, asServer: true)
    #expect(String(decoding: try JSONStreamEncoder.encode(action), as: UTF8.self) == json)
    #expect(try decode(json, asServer: true) == action)
  }

  @Test("Fields are set in the order of their declaration, whatever order the client has")
  func order() throws {
    let several = Array(#"{"binding":{"isDone":true,"title":"a"}}"#.utf8)
    let decoded = try WireCoding.decode(
      ClientAction<EditTask.Action>.self, from: several, within: ClientInput())
    #expect(decoded.actions == [.set(\.title, "a"), .set(\.isDone, true)])
    // Outside of a session, nobody would make several actions of it.
    #expect(throws: DecodingError.self) {
      try JSONStreamDecoder.decode(EditTask.Action.self, from: several)
    }
    #expect(try decode(#"{"binding":{"title":"a"}}"#) == .set(\.title, "a"))
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
private struct Note {
  @ObservableState
  struct State: Codable, Sendable {
    var text = ""
    var size = 1
  }

  enum Action: ViewAction, Codable {
    case view(View)

    @CasePathable
    enum View: BindableAction, Codable { case binding(BindingAction<State>) }
  }

  var body: some ReducerOf<Self> { BindingReducer(action: \.view) }
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
    Reduce { state, action in
      switch action {
      case .binding(\.title): state.title = String(state.title.prefix(6))
      case .binding(\.due): state.due = state.due.map { String($0.prefix(6)) }
      default: break
      }
      return .none
    }
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
