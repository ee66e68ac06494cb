import Backstack
import BackstackCoding
import BackstackService
import BackstackSessions

/// The cases of the actions that clients may send to a feature, and the screens that its states can
/// show.
///
/// A feature that contains itself has each of them once.
struct FuzzMap: Sendable {
  /// The names of the cases, from the outermost to the innermost, separated by dots.
  let actions: Set<String>
  /// The names of stacks, presentations and their cases, from the outermost, separated by dots.
  let screens: Set<String>

  private let schemas: SchemaDefinitions
  private let actionSchema: String
  /// The places, by the pointer to the content that has them.
  private let places: [String: [NavigationPlace]]

  init(_ feature: Feature) {
    schemas = feature.schemas
    actionSchema = feature.actionSchema
    var found: Set<String> = []
    ActionWalk(schemas).visitAll(from: actionSchema) { found.insert($0) }
    actions = found
    let all = feature.contract.navigation
    let contents = [""] + all.map(\.content)
    places = Dictionary(grouping: all) { place in
      contents.filter { place.pointer.hasPrefix($0 + "/") && $0 != place.content }
        .max { $0.utf8.count < $1.utf8.count } ?? ""
    }
    screens = Set(all.flatMap { $0.screens })
  }

  /// Returns the case of an action; `nil` for one that the feature does not have.
  func action(_ json: JSONLiteral) -> String? {
    ActionWalk(schemas).path(of: json, from: actionSchema)
  }

  /// Returns the cases of actions, without those of presentations that are not among some screens.
  func actions(on screens: [String]) -> [String] {
    actions.filter { action in
      var names: [Substring] = []
      for name in action.split(separator: ".") where name != "element" {
        guard name == "presented" else {
          names.append(name)
          continue
        }
        let place = names.joined(separator: ".")
        if !screens.contains(where: { $0 == place || $0.hasPrefix(place + ".") }) { return false }
      }
      return true
    }
  }

  /// Returns the screens that a state shows, the outer ones first.
  func screens(in state: JSONLiteral) -> [String] {
    var shown: [String] = []
    show(state, of: "", into: &shown)
    return shown
  }

  private func show(_ value: JSONLiteral, of content: String, into shown: inout [String]) {
    for place in places[content] ?? [] {
      let names = place.pointer.dropFirst(content.utf8.count).split(separator: "/")
      let present = names.reduce(Optional(value)) { $0?[String($1)] }
      guard let present, present != .null else { continue }
      let contents = place.kind == .stack ? present.elements?.compactMap { $0["state"] } : [present]
      for value in contents ?? [] {
        shown.append(place.screen(value))
        show(value, of: place.like ?? place.content, into: &shown)
      }
    }
  }
}

extension NavigationPlace {
  /// The pointer to the content: of a stack, to that of each element.
  fileprivate var content: String { kind == .stack ? pointer + "/*/state" : pointer }

  private var name: String {
    String(pointer.replacing("/*/state", with: "").dropFirst()).replacing("/", with: ".")
  }

  fileprivate var screens: [String] {
    cases.isEmpty ? [name] : cases.map { "\(name).\($0.name)" }
  }

  /// Returns the name of the screen that a value of the place shows.
  fileprivate func screen(_ value: JSONLiteral) -> String {
    let shown = value.text ?? value.members?.first?.name
    return cases.contains { $0.name == shown } ? "\(name).\(shown ?? "")" : name
  }
}

/// A walk through the schema of actions.
private struct ActionWalk {
  private let schemas: SchemaDefinitions

  init(_ schemas: SchemaDefinitions) { self.schemas = schemas }

  /// A position: the names of the cases so far, and the enums on the way.
  private struct Position {
    var path: [String] = []
    /// The number of names at each enum.
    var depths: [String: Int] = [:]
  }

  /// Enters the enum that a schema refers to; one that contains itself is entered where it was first.
  ///
  /// - Parameter json: A value of the schema; afterwards, the value of the enum.
  private func enter(
    _ schema: JSONLiteral, _ position: inout Position, with json: inout JSONLiteral?
  ) -> JSONLiteral {
    var schema = schema
    while let name = schema.definitionName, let next = schemas[name]?.literal {
      if let depth = position.depths[name] {
        position.path = Array(position.path.prefix(depth))
        position.depths = position.depths.filter { $0.value <= depth }
      }
      position.depths[name] = position.path.count
      schema = next
    }
    // The action of a stack's element is beside its id.
    if let action = schema["properties"]?["action"], schema["properties"]?["id"] != nil {
      json = json?["action"]
      return enter(action, &position, with: &json)
    }
    return schema
  }

  /// The cases of an enum, with their payloads.
  private func cases(of schema: JSONLiteral) -> [(name: String, payload: JSONLiteral?)] {
    let names = (schema["enum"]?.elements ?? []).compactMap(\.text)
    let alternatives = schema["oneOf"]?.elements ?? []
    return names.map { ($0, nil) }
      + alternatives.flatMap { alternative -> [(String, JSONLiteral?)] in
        guard let name = alternative["required"]?.elements?.first?.text,
          alternative["required"]?.elements?.count == 1
        else { return cases(of: alternative) }
        return [(name, alternative["properties"]?[name])]
      }
  }

  func visitAll(from name: String, _ body: (String) -> Void) {
    visit(.object([.init("$ref", .string(JSONSchema.definitionPrefix + name))]), Position(), body)
  }

  private func visit(_ schema: JSONLiteral, _ outer: Position, _ body: (String) -> Void) {
    var position = outer
    var json: JSONLiteral?
    let schema = enter(schema, &position, with: &json)
    // An enum that contains itself was visited already.
    if !outer.path.isEmpty, position.path.count < outer.path.count { return }
    let cases = cases(of: schema)
    if cases.isEmpty { return body(position.path.joined(separator: ".")) }
    var seen: Set<String> = []
    for (name, payload) in cases {
      var inner = position
      inner.path.append(name)
      if let payload {
        visit(payload, inner, body)
      } else if !cases.contains(where: { $0.name == name && $0.payload != nil }),
        seen.insert(name).inserted
      {
        body(inner.path.joined(separator: "."))
      }
    }
  }

  func path(of json: JSONLiteral, from name: String) -> String? {
    var position = Position()
    var schema: JSONLiteral? = .object([
      .init("$ref", .string(JSONSchema.definitionPrefix + name))
    ])
    var json: JSONLiteral? = json
    while let current = schema {
      let cases = cases(of: enter(current, &position, with: &json))
      guard let name = json?.text ?? json?.members?.first?.name,
        let next = cases.last(where: { $0.name == name })
      else { break }
      position.path.append(name)
      json = json?[name]
      schema = next.payload
    }
    return position.path.isEmpty ? nil : position.path.joined(separator: ".")
  }
}

extension JSONLiteral {
  /// The name of the definition that the schema refers to.
  fileprivate var definitionName: String? {
    self["$ref"]?.text.map { String($0.dropFirst(JSONSchema.definitionPrefix.count)) }
  }
}
