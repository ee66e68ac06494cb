import BackstackCoding

/// What a control sends: one or several of the root's actions, as JSON.
struct SentActions: Equatable {
  private let actions: [[UInt8]]

  /// - Returns: `nil` if there are no actions.
  init?(_ actions: [[UInt8]]) {
    if actions.isEmpty { return nil }
    self.actions = actions
  }

  /// Returns these actions and then others, as one batch.
  func appending(_ others: SentActions) -> SentActions {
    SentActions(actions + others.actions) ?? self
  }

  /// The action, or the batch of them.
  var json: [UInt8] { actions.count == 1 ? actions[0] : Self.array(actions) }

  /// Returns the actions without what a level's `wrap` says; `nil` if it is not for all of them.
  func json(within address: LevelAddress) -> [UInt8]? {
    let inner = actions.compactMap { address.inner(of: $0) }
    guard inner.count == actions.count else { return nil }
    return inner.count == 1 ? inner[0] : Self.array(inner)
  }

  private static func array(_ items: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + items.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }

  /// Returns the template of which these actions are made by a value that occurs nowhere else; `nil` if
  /// it does not occur once.
  ///
  /// - Parameters:
  ///   - value: The JSON of the value.
  ///   - type: The name of the type of values.
  func template(_ value: [UInt8], type: String) -> SentActions? {
    var template = actions
    var count = 0
    for (index, action) in actions.enumerated() {
      guard let start = Self.index(of: value, in: action, from: 0) else { continue }
      if Self.index(of: value, in: action, from: start + value.count) != nil { return nil }
      template[index].replaceSubrange(
        start..<start + value.count, with: Array("{\"$value\":\"\(type)\"}".utf8))
      count += 1
    }
    return count == 1 ? SentActions(template) : nil
  }

  /// Returns whether a range of a JSON text is a whole value, and not a part of a number or a text.
  private static func isValue(_ range: Range<Int>, of text: [UInt8]) -> Bool {
    guard range.lowerBound > 0, range.upperBound < text.count,
      ":[,".utf8.contains(text[range.lowerBound - 1]), ",]}".utf8.contains(text[range.upperBound])
    else { return false }
    var (isInText, isEscaped) = (false, false)
    for byte in text[..<range.lowerBound] {
      if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return !isInText
  }

  private static func index(of part: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard start + part.count <= text.count else { return nil }
    return (start...text.count - part.count).first {
      text[$0] == part[0] && text[$0...].starts(with: part)
    }
  }

  /// Returns the template of which these actions are made by one value, and `other` by another;
  /// `nil` if they differ in more than the value.
  ///
  /// - Parameters:
  ///   - value: The JSON of the value in these actions.
  ///   - otherValue: The JSON of the value in the others.
  ///   - type: The name of the type of values.
  func template(
    _ value: [UInt8], _ other: SentActions, _ otherValue: [UInt8], type: String
  ) -> SentActions? {
    guard actions.count == other.actions.count else { return nil }
    var template = actions
    var count = 0
    for (index, (first, second)) in zip(actions, other.actions).enumerated() where first != second {
      // Where the texts differ, the values may have begun before.
      let common = zip(first, second).prefix { $0 == $1 }.count
      let start = max(0, common - zip(value, otherValue).prefix { $0 == $1 }.count)
      guard first[start...].starts(with: value), second[start...].starts(with: otherValue),
        first[(start + value.count)...] == second[(start + otherValue.count)...],
        Self.isValue(start..<start + value.count, of: first)
      else { return nil }
      template[index].replaceSubrange(
        start..<start + value.count, with: Array("{\"$value\":\"\(type)\"}".utf8))
      count += 1
    }
    return count == 1 ? SentActions(template) : nil
  }
}

/// Where a level's feature is below the root, by its actions.
struct LevelAddress: Equatable {
  /// The names on the way: `path/0`, `destination`.
  let name: String
  /// What stands before and after an action of the level in the root's action.
  private let prefix: [UInt8]
  private let suffix: [UInt8]

  static let root = LevelAddress()

  private init() {
    name = "root"
    prefix = []
    suffix = []
  }

  /// Creates the address of an element of a stack from the action that pops it:
  /// `{"path":{"popFrom":{"id":0}}}`.
  ///
  /// - Parameter name: The case of the element's state and actions, if they are enums.
  init?(popping action: [UInt8], id: Int, case name: String?) {
    self.name = Self.name(of: action)
    guard
      let (before, after) = Self.split(action, at: "{\"popFrom\":{\"id\":\(id)}}")
    else { return nil }
    prefix =
      before + "{\"element\":{\"id\":\(id),\"action\":\(name.map { "{\"\($0)\":" } ?? "")".utf8
    suffix = Array((name == nil ? "}}" : "}}}").utf8) + after
  }

  /// Creates the address of what is presented from the action that dismisses it:
  /// `{"destination":{"dismiss":{}}}`.
  init?(dismissing action: [UInt8]) {
    name = Self.name(of: action)
    guard let (before, after) = Self.split(action, at: "{\"dismiss\":{}}") else { return nil }
    prefix = before + Array("{\"presented\":".utf8)
    suffix = [UInt8(ascii: "}")] + after
  }

  /// Returns the names of an action's cases and ids, without those that stacks and presentations have.
  private static func name(of action: [UInt8]) -> String {
    let usual: Set = ["element", "popFrom", "id", "action", "presented", "dismiss"]
    return String(decoding: action, as: UTF8.self)
      .split { "{}\":,".contains($0) }.filter { !usual.contains(String($0)) }
      .joined(separator: "/")
  }

  /// Returns what stands before and after a text that only closing braces follow.
  private static func split(_ action: [UInt8], at text: String) -> ([UInt8], [UInt8])? {
    let end = action.lastIndex { $0 != UInt8(ascii: "}") }.map { $0 + 1 } ?? 0
    let inner = text.utf8.reversed().drop { $0 == UInt8(ascii: "}") }.reversed()
    let braces = text.utf8.count - inner.count
    // The empty object of a dismissal ends with its own brace.
    guard action[..<end].reversed().starts(with: inner.reversed()), action.count >= end + braces
    else { return nil }
    return (Array(action[..<(end - inner.count)]), Array(action[(end + braces)...]))
  }

  var hasWrap: Bool { !prefix.isEmpty }

  /// The form in which a client puts the level's actions.
  var wrap: [UInt8]? { hasWrap ? prefix + Array("{\"$action\":true}".utf8) + suffix : nil }

  /// Returns the level's action in one of the root; `nil` if it is the action of another level.
  func inner(of action: [UInt8]) -> [UInt8]? {
    guard action.count > prefix.count + suffix.count, action.starts(with: prefix) else {
      return nil
    }
    return Array(action[prefix.count..<action.count - suffix.count])
  }
}
