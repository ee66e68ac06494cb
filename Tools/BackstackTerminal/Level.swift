import BackstackCoding

/// A place in a state where there is a stack or a presentation, as `GET /features/NAME` lists it.
struct Place {
  let pointer: String
  let kind: String
  /// Whether clients can send actions there.
  let takesActions: Bool
  /// The styles of the cases of the enum that is there.
  let cases: [String: String]
  /// The pointer of a place with the same inner places.
  let like: String?

  init?(_ json: JSONLiteral) {
    guard case .string(let pointer)? = json["pointer"], case .string(let kind)? = json["kind"]
    else {
      return nil
    }
    self.pointer = pointer
    self.kind = kind
    takesActions = json["action"] != .bool(false)
    cases = Dictionary(
      json["cases"]?.members.map { ($0.name, $0.value.text ?? "") } ?? [],
      uniquingKeysWith: { first, _ in first })
    like = json["like"]?.text
  }

  /// Whether an alert or a confirmation dialog is there, in the state of a case or without cases.
  func isQuestion(_ name: String?) -> Bool {
    ["alert", "confirmationDialog"].contains(name.flatMap { cases[$0] } ?? kind)
  }
}

/// The root of a session's state, an element of a stack, or what is presented.
struct Level {
  let name: String
  /// The state, inside of its case.
  let state: JSONLiteral
  /// The properties of the state where other levels begin.
  let places: Set<String>
  /// Whether it is an alert or a confirmation dialog.
  let isQuestion: Bool
  /// The action that closes it; `nil` for the root, and where clients can't send it.
  let close: JSONLiteral?
  /// Makes the root's action of one of this level.
  let action: (JSONLiteral) -> JSONLiteral

  /// Returns the levels of a state, from the root to the top.
  static func all(of state: JSONLiteral, named name: String, _ places: [Place]) -> [Level] {
    var finder = LevelFinder(places: places)
    let root = finder.begin(name, state, "", isQuestion: false, close: nil) { $0 }
    finder.visit(state, "", root.action)
    return finder.levels
  }
}

/// Finds the levels of a state, as `levels.js` of the browser runtime does.
private struct LevelFinder {
  let places: [Place]
  var levels: [Level] = []

  /// The places right below a pattern: those of stacks first, as what is presented is above.
  private func places(below pattern: String) -> [Place] {
    let inside = places.filter { $0.pointer.hasPrefix(pattern + "/") }
    let direct = inside.filter { place in
      !inside.contains { place.pointer.hasPrefix($0.pointer + "/") }
    }
    return direct.filter { $0.kind == "stack" } + direct.filter { $0.kind != "stack" }
  }

  mutating func begin(
    _ name: String, _ state: JSONLiteral, _ pattern: String, isQuestion: Bool,
    close: JSONLiteral?, action: @escaping (JSONLiteral) -> JSONLiteral
  ) -> Level {
    let names = places(below: pattern).map { JSONPath.names($0.pointer.dropFirst(pattern.count)) }
    let level = Level(
      name: name, state: state, places: Set(names.compactMap(\.first)), isQuestion: isQuestion,
      close: close, action: action)
    levels.append(level)
    return level
  }

  mutating func visit(
    _ part: JSONLiteral, _ pattern: String, _ wrap: @escaping (JSONLiteral) -> JSONLiteral
  ) {
    for place in places(below: pattern) {
      let names = JSONPath.names(place.pointer.dropFirst(pattern.count))
      guard let value = names.reduce(part, { $0?[$1] }), value != .null else { continue }
      let act = { (action: JSONLiteral) in wrap(names.reversed().reduce(action) { [$1: $0] }) }
      if place.kind == "stack" {
        guard case .array(let elements) = value else { continue }
        for (index, element) in elements.enumerated() {
          guard let id = element["id"], let state = element["state"] else { continue }
          let inner = { (action: JSONLiteral) in act(["element": ["id": id, "action": action]]) }
          let below = place.like ?? place.pointer + "/*/state"
          add(state, place, below, names, close: act(["popFrom": ["id": id]]), inner)
          if index == elements.count - 1 { visit(state, below, inner) }
        }
      } else {
        let inner = { (action: JSONLiteral) in act(["presented": action]) }
        let below = place.like ?? place.pointer
        add(value, place, below, names, close: act("dismiss"), inner)
        visit(value, below, inner)
      }
    }
  }

  private mutating func add(
    _ state: JSONLiteral, _ place: Place, _ pattern: String, _ names: [String], close: JSONLiteral,
    _ wrap: @escaping (JSONLiteral) -> JSONLiteral
  ) {
    let close = place.takesActions ? close : nil
    let members = state.members
    // The state of an enum has its case as the only key.
    if !place.isQuestion(nil), members.count == 1, place.cases[members[0].name] != nil {
      let name = members[0].name
      let isQuestion = place.isQuestion(name)
      _ = begin(
        name, members[0].value, "\(pattern)/\(name)", isQuestion: isQuestion, close: close
      ) { wrap([name: $0]) }
    } else {
      _ = begin(
        names.last ?? "", state, pattern, isQuestion: place.isQuestion(nil), close: close,
        action: wrap)
    }
  }
}

/// JSON Pointers (RFC 6901).
enum JSONPath {
  static func names(_ pointer: some StringProtocol) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { name in
      String(name).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}

extension JSONLiteral {
  /// The members; none if it is no object.
  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  var elements: [JSONLiteral] { if case .array(let elements) = self { elements } else { [] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
