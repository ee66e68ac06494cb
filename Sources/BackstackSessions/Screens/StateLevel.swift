import Backstack
import BackstackCoding

/// A place in a state where there is a stack or a presentation.
struct StatePlace: Sendable {
  let pointer: String
  /// `stack`, `presentation`, or what alerts and dialogs are shown as.
  let style: String
  /// Whether clients can send actions there.
  let takesActions: Bool
  /// The styles of the cases of the enum that is there.
  let cases: [String: String]
  /// The pointer of a place with the same inner places.
  let like: String?

  init(_ place: NavigationPlace, _ styles: [String: PresentationStyle]) {
    pointer = place.pointer
    style = place.kind.rawValue
    takesActions = place.takesActions
    like = place.like
    let usual = place.kind == .stack ? "push" : "sheet"
    cases = Dictionary(
      place.cases.map { one in
        let isUsual = one.kind == .stack || one.kind == .presentation
        let style =
          styles["\(place.pointer)/\(one.name)"] ?? styles["\(place.pointer)/*/state/\(one.name)"]
          ?? styles[one.name]
        return (one.name, style?.rawValue ?? (isUsual ? usual : one.kind.rawValue))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the members that lead from a pattern to the place (RFC 6901).
  func names(after pattern: String) -> [String] { JSONPath.names(pointer.dropFirst(pattern.count)) }
}

/// A level of a state: the root, an element of a stack, or what is presented.
struct StateLevel {
  /// The names on the way to it: the id of the level.
  let id: String
  /// The id of the level that it is over; `nil` for the root.
  let below: String?
  let name: String
  let style: String
  /// Whether it is presented, and is no screen of a stack.
  let isPresented: Bool
  /// The state, inside of its case.
  let state: JSONLiteral
  /// Where the state is, with `*` for any position in a stack (RFC 6901).
  let pattern: String
  /// The properties of the state where other levels begin.
  let places: Set<String>
  /// The action that closes it; `nil` for the root, and where clients can't send it.
  let close: JSONLiteral?
  /// Makes the root's action of one of this level.
  let action: (JSONLiteral) -> JSONLiteral

  /// Whether it is an alert or a confirmation dialog.
  var isQuestion: Bool { ["alert", "confirmationDialog"].contains(style) }

  /// Returns the levels of a state, from the root to the top.
  static func all(
    of state: JSONLiteral, named name: String, _ places: [StatePlace]
  ) -> [StateLevel] {
    var finder = StateLevelFinder(places: places)
    let root = finder.begin(
      name, id: "root", over: nil, state, pattern: "", style: "root", isPresented: false,
      close: nil
    ) { $0 }
    finder.visit(state, "", root.action)
    return finder.levels
  }
}

/// Finds the levels of a state, as `levels.js` of the browser runtime does.
private struct StateLevelFinder {
  let places: [StatePlace]
  var levels: [StateLevel] = []

  /// The places right below a pattern: those of stacks first, as what is presented is above.
  private func places(below pattern: String) -> [StatePlace] {
    let inside = places.filter { $0.pointer.hasPrefix(pattern + "/") }
    let direct = inside.filter { place in
      !inside.contains { place.pointer.hasPrefix($0.pointer + "/") }
    }
    return direct.filter { $0.style == "stack" } + direct.filter { $0.style != "stack" }
  }

  mutating func begin(
    _ name: String, id: String, over below: String?, _ state: JSONLiteral, pattern: String,
    style: String, isPresented: Bool, close: JSONLiteral?,
    action: @escaping (JSONLiteral) -> JSONLiteral
  ) -> StateLevel {
    let names = places(below: pattern).map { $0.names(after: pattern) }
    let level = StateLevel(
      id: id, below: below, name: name, style: style, isPresented: isPresented, state: state,
      pattern: pattern, places: Set(names.compactMap(\.first)),
      close: close, action: action)
    levels.append(level)
    return level
  }

  mutating func visit(
    _ part: JSONLiteral, _ pattern: String, _ wrap: @escaping (JSONLiteral) -> JSONLiteral
  ) {
    let presenter = levels.last?.id ?? ""
    for place in places(below: pattern) {
      let names = place.names(after: pattern)
      guard let value = names.reduce(part, { $0?[$1] }), value != .null else { continue }
      let act = { (action: JSONLiteral) in wrap(names.reversed().reduce(action) { [$1: $0] }) }
      let id = (presenter == "root" ? [] : [presenter]) + names
      if place.style == "stack" {
        guard case .array(let elements) = value else { continue }
        for (index, element) in elements.enumerated() {
          guard let number = element["id"], let state = element["state"] else { continue }
          let inner = { (action: JSONLiteral) in act(["element": ["id": number, "action": action]])
          }
          let below = place.like ?? place.pointer + "/*/state"
          let previous = index == 0 ? presenter : levels.last?.id
          add(
            state, at: place, below, id: id + [number.json], over: previous,
            close: act(["popFrom": ["id": number]]), wrap: inner)
          if index == elements.count - 1 { visit(state, below, inner) }
        }
      } else {
        let inner = { (action: JSONLiteral) in act(["presented": action]) }
        let below = place.like ?? place.pointer
        add(value, at: place, below, id: id, over: presenter, close: act("dismiss"), wrap: inner)
        visit(value, below, inner)
      }
    }
  }

  private mutating func add(
    _ state: JSONLiteral, at place: StatePlace, _ pattern: String, id: [String],
    over below: String?, close: JSONLiteral, wrap: @escaping (JSONLiteral) -> JSONLiteral
  ) {
    let close = place.takesActions ? close : nil
    let members = state.members
    let isQuestion = ["alert", "confirmationDialog"].contains(place.style)
    // The state of an enum has its case as the only key.
    if !isQuestion, members.count == 1, let style = place.cases[members[0].name] {
      let name = members[0].name
      _ = begin(
        name, id: (id + [name]).joined(separator: "/"), over: below, members[0].value,
        pattern: "\(pattern)/\(name)", style: style, isPresented: place.style != "stack",
        close: close
      ) { wrap([name: $0]) }
    } else {
      let style = place.style == "stack" ? "push" : place.style
      _ = begin(
        id.last { Int($0) == nil } ?? "", id: id.joined(separator: "/"), over: below, state,
        pattern: pattern, style: style == "presentation" ? "sheet" : style,
        isPresented: place.style != "stack", close: close, action: wrap)
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
