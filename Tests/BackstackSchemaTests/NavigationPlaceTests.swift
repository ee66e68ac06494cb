import Backstack
import BackstackCoding
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackSessions

@Suite("The places of navigation in states")
struct NavigationPlaceTests {
  /// Returns a line for each place of a feature.
  private static func places(_ state: Any.Type, _ action: Any.Type) -> [String] {
    FeatureContract(state: state, action: action, input: ClientInput()).navigation.map { place in
      let cases = place.cases.map { $0.kind == place.kind ? $0.name : "\($0.name): \($0.kind)" }
      let like = place.like.map { " like \"\($0)\"" } ?? ""
      return "\(place.pointer) \(place.kind)\(place.takesActions ? "" : " closed") \(cases)\(like)"
    }
  }

  @Test("Places are found in stacks, presentations, cases and structs")
  func standups() {
    #expect(
      Self.places(Standups.State.self, Standups.Action.self) == [
        #"/path stack ["detail", "meeting", "record"]"#,
        #"/destination presentation ["addStandup"]"#,
        #"/path/*/state/detail/destination presentation ["alert: alert", "edit"]"#,
        #"/path/*/state/record/alert alert []"#,
      ])
  }

  @Test("A recursive feature has finitely many places")
  func recursion() {
    #expect(
      Self.places(Folder.State.self, Folder.Action.self) == [
        #"/path stack ["folder"]"#,
        #"/destination presentation ["alert: alert", "dialog: confirmationDialog", "text"]"#,
        #"/path/*/state/folder/path stack ["folder"] like "/path/*/state""#,
        #"/path/*/state/folder/destination presentation ["alert: alert", "dialog: confirmationDialog", "text"]"#,
      ])
    #expect(
      Self.places(Burrow.State.self, Burrow.Action.self) == [
        #"/form/path stack [] like """#, #"/form/hint presentation closed []"#,
        #"/map presentation [] like """#, #"/secret confirmationDialog closed []"#,
      ])
  }

  @Test("A property of a state has a mark in its schema, and its shape does not change")
  func marks() throws {
    let contract = FeatureContract(
      state: Burrow.State.self, action: Burrow.Action.self, input: ClientInput())
    let state = try #require(contract.definitions["State"])
    let properties = try #require(state["properties"])
    let marks = ["form", "map", "secret"].map { properties[$0]?["x-backstack"] }
    #expect(marks == [nil, "presentation", "confirmationDialog"])
    let form = try #require(contract.definitions["Burrow.Form"]?["properties"])
    #expect(form["path"]?["x-backstack"] == "stack")
    #expect(form["hint"]?["x-backstack"] == "presentation")
    #expect(SchemaFingerprint(of: Marked.self) == SchemaFingerprint(of: Unmarked.self))
    #expect(!StoredSchema(of: Marked.self).document.json.contains("x-backstack"))
  }

  @Test(
    "A search ends although types contain each other in very many ways")
  func manyWays() throws {
    var definitions = SchemaDefinitions(SchemaBuilder(audience: .reader))
    let names = (0..<20).map { "T\($0)" }
    for name in names {
      var properties = names.map { other in
        JSONLiteral.Member(other, JSONSchema.reference(to: other).literal)
      }
      properties.append(JSONLiteral.Member("path", ["x-backstack": "presentation"]))
      definitions.define(name, JSONSchema(["properties": .object(properties)]))
    }
    let places = definitions.navigationPlaces(state: "T0", action: "T1")
    #expect(places.first?.pointer.hasSuffix("/path") == true)
    #expect(definitions.navigationPlaces(state: "None", action: "None") == [])
  }
}

/// A feature that contains itself through a struct, and as what it presents.
private enum Burrow {
  @ObservableState
  struct State: Codable, Sendable {
    var form = Form()
    @Presents var map: State?
    @Presents var secret: ConfirmationDialogState<Never>?
  }

  @SchemaRepresentable
  struct Form: Codable, Sendable {
    var path = StackState<State>()
    @Presents var hint: Hint?
  }

  @SchemaRepresentable
  struct Hint: Codable, Sendable {
    var text: String
  }

  @CasePathable
  enum Action: Codable {
    indirect case form(FormAction)
    indirect case map(PresentationAction<Action>)
    @ServerOnly case secret(PresentationAction<Never>)
  }

  @CasePathable
  enum FormAction: Codable {
    case path(StackAction<State, Action>)
    case hint
  }
}

@SchemaRepresentable
private struct Marked: Codable {
  @Presents var sheet: Int?
}

@SchemaRepresentable
private struct Unmarked: Codable {
  var sheet: Int?
}
