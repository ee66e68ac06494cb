import Backstack
import BackstackCoding

/// An action that a control sends, as JSON.
struct SentAction: Equatable {
  /// What was sent to the store of a feature.
  var inner: [UInt8]
  /// Where it stands in the root's action.
  let place: ActionPlace

  /// The root's action.
  var json: [UInt8] { place.prefix.isEmpty ? inner : place.prefix + inner + place.suffix }

  static func == (lhs: SentAction, rhs: SentAction) -> Bool {
    lhs.place == rhs.place ? lhs.inner == rhs.inner : lhs.json == rhs.json
  }

  /// Returns the action without what a level's `wrap` says; `nil` if it is the action of another level.
  func json(within wrap: ActionPlace) -> [UInt8]? {
    if place == wrap { return inner }
    let json = json
    guard json.count > wrap.prefix.count + wrap.suffix.count, json.starts(with: wrap.prefix)
    else { return nil }
    return Array(json[wrap.prefix.count..<json.count - wrap.suffix.count])
  }
}

/// What a control sends: one or several of the root's actions.
struct SentActions: Equatable {
  private var actions: [SentAction]

  /// - Returns: `nil` if there are no actions.
  init?(_ actions: [SentAction]) {
    if actions.isEmpty { return nil }
    self.actions = actions
  }

  init(_ action: SentAction) { actions = [action] }

  /// Returns these actions and then others, as one batch.
  func appending(_ others: SentActions?) -> SentActions {
    others.flatMap { SentActions(actions + $0.actions) } ?? self
  }

  /// The action, or the batch of them.
  var json: [UInt8] {
    actions.count == 1 ? actions[0].json : Self.array(actions.map(\.json))
  }

  /// Returns the actions without what a level's `wrap` says; `nil` if it is not for all of them.
  func json(within wrap: ActionPlace) -> [UInt8]? {
    if actions.count == 1 { return actions[0].json(within: wrap) }
    let inner = actions.compactMap { $0.json(within: wrap) }
    return inner.count == actions.count ? Self.array(inner) : nil
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
    var template = self
    var count = 0
    for (index, action) in actions.enumerated() {
      guard let start = Self.index(of: value, in: action.inner, from: 0) else { continue }
      let end = start + value.count
      if Self.index(of: value, in: action.inner, from: end) != nil { return nil }
      template.actions[index].put(type, in: start..<end)
      count += 1
    }
    return count == 1 ? template : nil
  }

  /// Returns what these actions are as a template when a value is in the place that it has for one.
  func filled(with value: [UInt8], type: String) -> SentActions {
    var filled = self
    let place = SentAction.place(of: type)
    for index in actions.indices {
      let inner = actions[index].inner
      guard let start = Self.index(of: place, in: inner, from: 0) else { continue }
      filled.actions[index].inner.replaceSubrange(start..<start + place.count, with: value)
    }
    return filled
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
    var template = self
    var count = 0
    for (index, (action, other)) in zip(actions, other.actions).enumerated()
    where action != other {
      guard action.place == other.place,
        let range = action.range(of: value, other, otherValue)
      else { return nil }
      template.actions[index].put(type, in: range)
      count += 1
    }
    return count == 1 ? template : nil
  }
}

extension SentAction {
  /// Puts the place of a client's value in the place of a value.
  fileprivate mutating func put(_ type: String, in range: Range<Int>) {
    inner.replaceSubrange(range, with: Self.place(of: type))
  }

  /// The place of a client's value.
  fileprivate static func place(of type: String) -> [UInt8] {
    Array("{\"$value\":\"\(type)\"}".utf8)
  }

  /// Returns where a value is, if another action has another value there and is the same otherwise.
  fileprivate func range(
    of value: [UInt8], _ other: SentAction, _ otherValue: [UInt8]
  ) -> Range<Int>? {
    let (first, second) = (inner, other.inner)
    // Where the texts differ, the values may have begun before.
    let common = zip(first, second).prefix { $0 == $1 }.count
    let start = max(0, common - zip(value, otherValue).prefix { $0 == $1 }.count)
    let range = start..<start + value.count
    guard first[start...].starts(with: value), second[start...].starts(with: otherValue),
      first[range.upperBound...] == second[(start + otherValue.count)...], isValue(range)
    else { return nil }
    return range
  }

  /// Returns whether a range is a whole value, and not a part of a number or a text.
  private func isValue(_ range: Range<Int>) -> Bool {
    let text = json
    let range = range.lowerBound + place.prefix.count..<range.upperBound + place.prefix.count
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
}
