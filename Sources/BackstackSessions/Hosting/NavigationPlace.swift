package import Backstack
import BackstackCoding

/// A place in a feature's states where there is a stack or a presentation.
package struct NavigationPlace: Sendable, Hashable {
  /// A JSON Pointer into the state (RFC 6901), where `*` stands for the index of any element of a
  /// stack.
  package let pointer: String
  package let kind: NavigationKind
  /// Whether clients may send actions to the place: its content's, and those that close it.
  package let takesActions: Bool
  /// The cases of the content in the order of their declaration, with the kinds of those that are
  /// alerts; empty if the content is no enum.
  package let cases: [Case]
  /// A pointer to content of the same types, in which the inner places are listed; `nil` if they
  /// are listed in this place's own content, or there are none.
  package fileprivate(set) var like: String?

  /// A case of the content.
  package struct Case: Sendable, Hashable {
    package let name: String
    package let kind: NavigationKind
  }
}

extension SchemaDefinitions {
  /// Returns the places in a state where there is a stack or a presentation, outer ones first.
  ///
  /// Each content is described once, so that there are finitely many places in a recursive feature:
  /// see ``NavigationPlace/like``. A place that only elements of arrays have, other than stacks, is
  /// left out, as is one in a recursive enum or struct that is no content.
  ///
  /// - Parameters:
  ///   - state: The name of the state's definition.
  ///   - action: The name of the definition of the actions that clients may send.
  package func navigationPlaces(state: String, action: String) -> [NavigationPlace] {
    var finder = NavigationPlaceFinder(definitions: self)
    finder.find(in: .reference(to: state), .reference(to: action))
    return finder.found
  }
}

/// Looks for places in the schema of a state, beside the schema of the actions.
private struct NavigationPlaceFinder {
  private let schemas: [String: JSONLiteral]
  /// The names of the definitions in which there is a place, at any depth.
  private var leading: Set<String>
  private var places: [NavigationPlace] = []
  /// The pointers to each content where it was found first.
  private var known: [Content: String] = [:]
  /// The contents that were not searched yet.
  private var open: [(state: JSONLiteral, action: JSONLiteral?, pointer: String)] = []
  /// The definitions around the present position, up to the next place.
  private var enclosing: [String] = []
  /// The number of schemas that may still be visited: an end even for schemas that contain each
  /// other in many ways.
  private var room = 10_000

  private struct Content: Hashable {
    let state: String
    let action: String?
  }

  init(definitions: SchemaDefinitions) {
    schemas = Dictionary(
      definitions.all.map { ($0.name, $0.schema.literal) }, uniquingKeysWith: { first, _ in first })
    leading = Set(definitions.all.filter { Self.hasMark($0.schema.literal) }.map(\.name))
    var count = -1
    while count != leading.count {
      count = leading.count
      for definition in definitions.all
      where !leading.isDisjoint(with: definition.schema.references) {
        leading.insert(definition.name)
      }
    }
  }

  /// The places, without references to content in which there is none.
  var found: [NavigationPlace] {
    places.map { place in
      var place = place
      if let like = place.like, !places.contains(where: { $0.pointer.hasPrefix(like + "/") }) {
        place.like = nil
      }
      return place
    }
  }

  /// Finds the places in a state.
  mutating func find(in state: JSONSchema, _ action: JSONSchema) {
    _ = enqueue(state.literal, action.literal, at: "")
    var index = 0
    while index < open.count {
      visit(open[index].state, open[index].action, at: open[index].pointer)
      index += 1
    }
  }

  /// Adds content to search.
  ///
  /// - Returns: The pointer to the same content where it was found first, if that was before.
  private mutating func enqueue(
    _ state: JSONLiteral, _ action: JSONLiteral?, at pointer: String
  ) -> String? {
    if let name = Self.reference(in: state) {
      let content = Content(state: name, action: action.flatMap(Self.reference))
      if let first = known[content] { return first }
      known[content] = pointer
    }
    open.append((state, action, pointer))
    return nil
  }

  /// Finds the places in a part of the state.
  ///
  /// - Parameter action: The schema of the actions on the part; `nil` if clients can send none.
  private mutating func visit(_ state: JSONLiteral, _ action: JSONLiteral?, at pointer: String) {
    let name = Self.reference(in: Self.unwrapped(state))
    if let name {
      guard leading.contains(name), !enclosing.contains(name) else { return }
      enclosing.append(name)
    }
    defer { if name != nil { enclosing.removeLast() } }
    for member in members(of: state) {
      if room == 0 { return }
      room -= 1
      let position = pointer + JSONPointer([JSONCodingKey.key(member.name)]).text
      let action = action.flatMap { self.member($0, member.name) }
      if let kind = Self.mark(of: member.value) {
        add(member.value, kind, action, at: position)
      } else {
        visit(member.value, action, at: position)
      }
    }
  }

  private mutating func add(
    _ state: JSONLiteral, _ kind: NavigationKind, _ action: JSONLiteral?, at pointer: String
  ) {
    let isStack = kind == .stack
    let content = isStack ? state["items"]?["properties"]?["state"] : Self.unwrapped(state)
    guard let content else { return }
    let inner = action.flatMap { action in
      isStack
        ? member(action, "element").flatMap { self.member($0, "action") }
        : member(action, "presented")
    }
    let isShown = kind == .alert || kind == .confirmationDialog
    let cases =
      isShown
      ? []
      : self.cases(of: content).map { member in
        NavigationPlace.Case(
          name: member.name, kind: Self.mark(of: resolved(member.value)) ?? kind)
      }
    let like =
      isShown ? nil : enqueue(content, inner, at: isStack ? pointer + "/*/state" : pointer)
    places.append(
      NavigationPlace(
        pointer: pointer, kind: kind,
        takesActions: action.flatMap { member($0, isStack ? "popFrom" : "dismiss") } != nil,
        cases: cases, like: like))
  }

  // MARK: Schemas

  /// Returns the members of an object, or the cases of an enum with their payloads.
  private func members(of schema: JSONLiteral) -> [JSONLiteral.Member] {
    let schema = resolved(schema)
    guard case .array(let alternatives)? = schema["oneOf"] else {
      return Self.properties(of: schema)
    }
    return alternatives.flatMap(Self.properties)
  }

  private func cases(of schema: JSONLiteral) -> [JSONLiteral.Member] {
    resolved(schema)["oneOf"] == nil ? [] : members(of: schema)
  }

  private func member(_ schema: JSONLiteral, _ name: String) -> JSONLiteral? {
    members(of: schema).first { $0.name == name }?.value
  }

  private static func properties(of schema: JSONLiteral) -> [JSONLiteral.Member] {
    if case .object(let properties)? = schema["properties"] { return properties }
    return []
  }

  /// Returns what a reference, or an optional one, refers to.
  private func resolved(_ schema: JSONLiteral) -> JSONLiteral {
    var schema = Self.unwrapped(schema)
    // Definitions that refer to each other only would have no end.
    for _ in 0...schemas.count {
      guard let name = Self.reference(in: schema) else { return schema }
      schema = Self.unwrapped(schemas[name] ?? .object([]))
    }
    return .object([])
  }

  /// Returns the schema of the value of an optional; other schemas as they are.
  private static func unwrapped(_ schema: JSONLiteral) -> JSONLiteral {
    guard case .array(let alternatives)? = schema["anyOf"], alternatives.count == 2,
      alternatives[1] == ["type": "null"]
    else { return schema }
    return unwrapped(alternatives[0])
  }

  private static func reference(in schema: JSONLiteral) -> String? {
    guard case .string(let reference)? = schema["$ref"] else { return nil }
    return String(reference.dropFirst(JSONSchema.definitionPrefix.count))
  }

  private static func mark(of schema: JSONLiteral) -> NavigationKind? {
    guard case .string(let kind)? = schema[NavigationKind.keyword] else { return nil }
    return NavigationKind(rawValue: kind)
  }

  /// Returns whether a schema, or one in it, has a mark.
  private static func hasMark(_ schema: JSONLiteral) -> Bool {
    switch schema {
    case .array(let elements): elements.contains(where: hasMark)
    case .object(let members):
      members.contains { $0.name == NavigationKind.keyword || hasMark($0.value) }
    default: false
    }
  }
}
