import Foundation
import GeneratedTypes
import Testing

@testable import BackstackClient

@Suite("Generated types")
struct GeneratedTypesTests {
  private static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, _ json: String
  ) throws -> Value {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    return try WireCoding.decode(Value.self, from: value)
  }

  private static func json(_ value: some Encodable) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: WireCoding.content(value))
  }

  /// Expects that values that are decoded and encoded are as they were.
  private static func expectSame<Value: Codable & Equatable>(
    _ type: Value.Type, _ texts: [String]
  ) throws {
    for text in texts {
      let value = try decode(Value.self, text)
      let original = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      #expect(try json(value) == original)
      #expect(try WireCoding.decode(Value.self, from: json(value)) == value)
    }
  }

  @Test("Enums of both codings are read and written as the service does it")
  func enums() throws {
    try Self.expectSame(
      Shapes.Wire.self,
      [
        #"{"close":{}}"#, #"{"count":3}"#, #"{"maybe":null}"#, #"{"maybe":1}"#,
        #"{"open":{"tags":[]}}"#, #"{"open":{"id":1,"title":"a","tags":["b"]}}"#,
        #"{"default":"low"}"#, #"{"inner":{"inner":{"close":{}}}}"#, #"{"loaded":[1]}"#,
      ])
    try Self.expectSame(
      Shapes.Synthesized.self,
      [
        #"{"nothing":{}}"#, #"{"count":{"_0":1}}"#, #"{"both":{}}"#,
        #"{"both":{"_0":2,"name":"x"}}"#,
        #"{"nested":{"_0":{"count":{"_0":1}},"level":"high"}}"#,
      ])
    try Self.expectSame(
      Shapes.Action.self,
      [
        #"{"asked":{"count":1}}"#, #"{"moved":{"x":1}}"#, #"{"moved":{"x":1,"y":2}}"#,
        #"{"path":{"element":{"id":3,"action":{"close":{}}}}}"#, #"{"path":{"popFrom":{"id":3}}}"#,
      ])
    #expect(try Self.decode(Shapes.Wire.self, #""close""#) == .close)
    #expect(try Self.json(Shapes.Action.moved(x: 1)) == ["moved": ["x": 1]])
    #expect(throws: RemoteError.self) { try Self.decode(Shapes.Wire.self, "{}") }
    #expect(throws: RemoteError.self) {
      try Self.decode(Shapes.Wire.self, #"{"close":{},"count":1}"#)
    }
  }

  @Test("Cases and values that a newer service has added are read; actions have none")
  func unknown() throws {
    #expect(try Self.decode(Shapes.Wire.self, #"{"later":{"x":1}}"#) == .unknown("later"))
    #expect(try Self.decode(Shapes.Size.self, "9") == .unknown(9))
    #expect(try Self.decode(Shapes.Size.self, "5") == .value5)
    #expect(try Self.json(Shapes.Size.unknown(9)) == 9)
    #expect(Shapes.Size.allCases == [.value1, .value5])
    let wire = Shapes.Wire.unknown("later")
    #expect(try WireCoding.decode(Shapes.Wire.self, from: Self.json(wire)) == wire)
    // A case of this name is another one.
    #expect(try Self.decode(Nests.NestsCase.self, #"{"unknown":{}}"#) == .unknown)
    #expect(try Self.decode(Nests.NestsCase.self, #"{"later":{}}"#) == .unknownCase("later"))
    #expect(throws: RemoteError.self) { try Self.decode(Shapes.Action.self, #""later""#) }
  }

  @Test("Values of all kinds are read and written")
  func structures() throws {
    let integers = """
      "int":-9223372036854775808,"int8":-128,"int16":1,"int32":1,"int64":1,"int128":5,"uint":1,\
      "uint8":255,"uint16":1,"uint32":1,"uint64":18446744073709551615,"uint128":6,"bool":true
      """
    let foundations = """
      "id":"DEADBEEF-0000-4000-8000-000000000001","date":"2030-01-31T23:59:59Z",\
      "url":"https://example.org/a?b=c","data":"AQI=","decimal":-12.5,"double":0.5,"float":1.5
      """
    let collections = """
      "optionals":[1,null],"sets":[2],"byName":{"a":true},"byNumber":{"-3":false},\
      "byLevel":{"low":1},"byPoint":[{"x":1},true],"list":[{"id":1},{"id":2,"title":"t"}]
      """
    let state = """
      {"integers":{\(integers)},"foundations":{\(foundations)},"collections":{\(collections)},\
      "plain":{"number":1},"level":"low","size":1,"name":"known","synthesized":{"nothing":{}},\
      "guest":{"full-name":"A","languages":[],"visits":1,"first":"B","last/name":"C"},\
      "wire":{"close":{}},"row":{"id":1},"path":[{"id":4,"state":{"count":1}}],\
      "page":{"items":[{"items":[1],"next":2}],"next":{"items":[],"next":3}}}
      """
    try Self.expectSame(Shapes.State.self, [state])
    let read = try Self.decode(Shapes.State.self, state)
    #expect(read.foundations?.date == Date(timeIntervalSince1970: 1_896_134_399))
    #expect(read.guest?.fullName == "A" && read.guest?.lastName == "C")
    #expect(read.path.map(\.id) == [4] && read.row.id == 1)
  }

  @Test("A field that is set to nil is null, and one that is not set is missing")
  func bindings() throws {
    typealias Fields = Inventory.BindingActionItemFormState
    try Self.expectSame(
      Fields.self,
      [#"{"color":null}"#, #"{"color":"red"}"#, #"{"name":"Lamp"}"#])
    #expect(try Self.json(Fields(name: "Lamp")) == ["name": "Lamp"])
    #expect(try Self.json(Fields(color: .some(nil))) == ["color": .null])
  }

  @Test("Alerts, dialogs and buttons are of one type each, for all actions")
  func alerts() throws {
    func labels<Action>(_ alert: Shapes.AlertState<Action>) -> [String] {
      (alert.buttons ?? []).map(\.label)
    }
    let named = try Self.decode(
      Shapes.AlertState<String>.self,
      #"{"title":"Delete?","buttons":[{"label":"Yes","role":"destructive","action":"yes"}]}"#)
    let notice = try Self.decode(
      Shapes.AlertState<Never>.self, #"{"title":"Saved","buttons":[{"label":"OK"}]}"#)
    #expect(labels(named) + labels(notice) == ["Yes", "OK"])
    #expect(named.buttons?.first?.action == "yes" && named.buttons?.first?.role == .destructive)
    try Self.expectSame(
      Shapes.ConfirmationDialogState<Shapes.Wire>.self,
      [#"{"title":"Which?","buttons":[{"label":"A","action":{"count":1}}]}"#])
  }

  @Test("Types can contain themselves")
  func recursion() throws {
    let inner = #""tree":{"name":"","children":[]},"date":{"day":1},"state":{"default":{}}"#
    let tree = #"{"name":"a","children":[{"name":"b","children":[]}]}"#
    let outer =
      #"{"tree":\#(tree),"date":{"day":2},"state":{"list":{"repeat":1}},"child":{\#(inner)}}"#
    try Self.expectSame(Nests.State.self, [outer])
    var state = try Self.decode(Nests.State.self, outer)
    let copy = state
    state.child?.value.date.day = 3
    #expect(copy.child?.value.date.day == 1 && state.child?.value.date.day == 3)
  }

  @Test("What a session begins with has ids, or leaves them to the service")
  func newElements() throws {
    typealias State = GeneratedTypes.Counters.InitialState
    try Self.expectSame(
      State.self,
      [
        #"{"path":[{"id":2,"state":{"counter":{"count":1}}}]}"#,
        #"{"path":[{"counter":{"count":1}}]}"#,
      ])
  }
}

@Suite("Generated types and the contract", .enabled(if: Server.isThere))
struct GeneratedTypesContractTests {
  /// The values of a feature, as the contract describes them.
  private static func samples<State: Codable & Equatable, Action: Codable & Equatable>(
    _ server: Server, _ feature: String, _ state: State.Type, _ action: Action.Type
  ) async throws -> [Action] {
    let samples = ContractSamples(try await server.json("openapi.json"))
    let states = samples.values(of: "\(feature).State")
    #expect(!states.isEmpty)
    for json in states {
      let value = try WireCoding.decode(State.self, from: json)
      let written = try JSONDecoder().decode(JSONValue.self, from: WireCoding.content(value))
      #expect(written == json.withoutNulls)
    }
    let actions = samples.values(of: "\(feature).Action")
    #expect(!actions.isEmpty)
    return try actions.map { json in
      let value = try WireCoding.decode(Action.self, from: json)
      let written = try JSONDecoder().decode(JSONValue.self, from: WireCoding.content(value))
      // A state that an action pushes may have members that are null or left out.
      #expect(written.withoutNulls == json.withoutNulls)
      return value
    }
  }

  /// Expects that the service can read each action, whatever it does with it.
  private static func expectAccepted<State: Codable & Sendable, Action: Codable & Sendable>(
    _ actions: [Action], _ session: RemoteSession<State, Action>
  ) async throws {
    for action in actions {
      do {
        try await session.send(action)
      } catch RemoteError.refused(let problem) {
        #expect(
          !["invalid-value", "malformed-json"].contains(problem.kind), "\(action): \(problem)")
      }
    }
  }

  @Test("Values of all alternatives are read and written, and the service takes all actions")
  func contract() async throws {
    let server = try Server(["--storage", "memory"])
    let counters = try await Self.samples(
      server, GeneratedTypes.Counters.feature, GeneratedTypes.Counters.State.self,
      GeneratedTypes.Counters.Action.self)
    try await Self.expectAccepted(
      counters,
      RemoteSession<GeneratedTypes.Counters.State, GeneratedTypes.Counters.Action>.open(
        server.url, feature: GeneratedTypes.Counters.feature, link: "/counters/1"))
    let inventory = try await Self.samples(
      server, Inventory.feature, Inventory.State.self, Inventory.Action.self)
    try await Self.expectAccepted(
      inventory,
      RemoteSession<Inventory.State, Inventory.Action>.open(
        server.url, feature: Inventory.feature))
    let polls = try await Self.samples(server, Polls.feature, Polls.State.self, Polls.Action.self)
    try await Self.expectAccepted(
      polls,
      RemoteSession<Polls.State, Polls.Action>.open(server.url, feature: Polls.feature))
    let standups = try await Self.samples(
      server, Standups.feature, Standups.State.self, Standups.Action.self)
    try await Self.expectAccepted(
      standups,
      RemoteSession<Standups.State, Standups.Action>.open(
        server.url, feature: Standups.feature))
  }

  @Test("A stack shows the generated screens")
  @MainActor
  func stack() async throws {
    let server = try Server(["--storage", "memory"])
    let session = try await RemoteSession<
      GeneratedTypes.Counters.State, GeneratedTypes.Counters.Action
    >.open(
      server.url, feature: GeneratedTypes.Counters.feature, link: "/counters/3")
    let stack = await RemoteStack<GeneratedTypes.Counters.CountersPathState>(session)
    let top = try #require(stack.path.last)
    #expect(top.state == .counter(GeneratedTypes.Counters.CounterState(count: 3)))
    #expect(
      try await session.send(
        .path(.element(id: top.id, action: .counter(.incrementButtonTapped)))) == .sent)
    #expect(await session.snapshot.state.path.map(\.state) == [.counter(.init(count: 4))])
  }
}
