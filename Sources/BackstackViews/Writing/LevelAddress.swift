import Backstack

/// Where a level's feature is below the root, by its actions.
struct LevelAddress {
  /// The names on the way: `path/0`, `destination`.
  let name: String
  /// Where an action of the level stands in the root's action, which `wrap` says.
  let place: ActionPlace

  static let root = LevelAddress(name: "root", place: .root)

  fileprivate init(name: String, place: ActionPlace) {
    self.name = name
    self.place = place
  }

  /// Creates the address of what is presented from the action that dismisses it:
  /// `{"destination":{"dismiss":{}}}`.
  init?(dismissing closing: SentActions) {
    let action = closing.json
    guard let place = ActionPlace(around: "{\"dismiss\":{}}", in: action) else { return nil }
    self.init(
      name: Self.name(dismissedBy: action),
      place: place.appending(
        ActionPlace(prefix: Array("{\"presented\":".utf8), suffix: [UInt8(ascii: "}")])))
  }
}

extension LevelAddress {
  /// Returns the name of what an action dismisses.
  static func name(dismissedBy action: [UInt8]) -> String { names(in: action) }

  /// Whether the level's actions are embedded in others.
  var hasWrap: Bool { !place.prefix.isEmpty }

  /// The form in which a client puts the level's actions.
  var wrap: [UInt8] { place.prefix + Array("{\"$action\":true}".utf8) + place.suffix }
}

/// Where a stack is below the root, by its actions.
struct StackAddress {
  private let name: String
  private let place: ActionPlace

  /// Creates the address of a stack from the action that pops one of its screens:
  /// `{"path":{"popFrom":{"id":0}}}`.
  init?(popping id: StackElementID, _ closing: SentActions) {
    let action = closing.json
    guard let place = ActionPlace(around: Self.pop(id), in: action) else { return nil }
    self.init(place)
  }

  /// Creates the address of a stack whose actions have a place in those of the root.
  init(_ place: ActionPlace) {
    self.place = place
    name = names(in: place.prefix)
  }

  private static func pop(_ id: StackElementID) -> String {
    "{\"popFrom\":{\"id\":\(id.generation)}}"
  }

  /// Returns the address of a screen.
  ///
  /// - Parameter feature: The case of the screen's state and actions, if they are enums.
  func screen(_ id: StackElementID, case feature: String?) -> ScreenAddress {
    var prefix = place.prefix
    prefix += "{\"element\":{\"id\":".utf8
    appendDecimal(id.generation, to: &prefix)
    prefix += ",\"action\":".utf8
    let actions = ActionPlace(prefix: prefix, suffix: Array("}}".utf8) + place.suffix)
    var inner = actions
    if let feature {
      inner = inner.appending(
        ActionPlace(prefix: Array("{\"\(feature)\":".utf8), suffix: [UInt8(ascii: "}")]))
    }
    return ScreenAddress(
      level: LevelAddress(
        name: name.isEmpty ? "\(id.generation)" : "\(name)/\(id.generation)", place: inner),
      actions: actions,
      closing: SentActions(SentAction(inner: Array(Self.pop(id).utf8), place: place)))
  }
}

/// Where a screen of a stack is below the root, by its actions.
struct ScreenAddress {
  /// The address of its feature.
  let level: LevelAddress
  /// The place of the actions of the stack's elements: of a feature's, or of an enum of them.
  let actions: ActionPlace
  /// The action that pops it.
  let closing: SentActions
}

extension ActionPlace {
  /// Finds the place of an action in one after which only closing braces follow; `nil` if it is another
  /// one.
  fileprivate init?(around inner: String, in action: [UInt8]) {
    let end = action.lastIndex { $0 != UInt8(ascii: "}") }.map { $0 + 1 } ?? 0
    let start = inner.utf8.reversed().drop { $0 == UInt8(ascii: "}") }.reversed()
    let braces = inner.utf8.count - start.count
    // The empty object of a dismissal ends with its own brace.
    guard action[..<end].reversed().starts(with: start.reversed()), action.count >= end + braces
    else { return nil }
    self.init(
      prefix: Array(action[..<(end - start.count)]), suffix: Array(action[(end + braces)...]))
  }
}

/// Returns the names of an action's cases and ids, without those that stacks and presentations have, in the
/// characters that an idempotency key may have.
private func names(in action: [UInt8]) -> String {
  action.split { byte in "{}\":,".utf8.contains(byte) }
    .map { escaped($0) }
    .filter { !usualNames.contains($0) }
    .joined(separator: "/")
}

private func escaped(_ name: ArraySlice<UInt8>) -> String {
  func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%") }
  if name.allSatisfy(isPlain) { return String(decoding: name, as: UTF8.self) }
  return name.map { byte in
    isPlain(byte)
      ? String(UnicodeScalar(byte)) : "%" + String(UInt16(byte) + 0x100, radix: 16).dropFirst()
  }.joined()
}

private let usualNames: Set = ["element", "popFrom", "id", "action", "presented", "dismiss"]
