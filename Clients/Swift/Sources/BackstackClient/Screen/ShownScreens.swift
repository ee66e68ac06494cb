/// A field of a screen.
public struct ScreenField: Hashable, Sendable {
  public let level: String
  public let node: String
}

/// The screens of a session as a person sees them, which can be ahead of the service: what the
/// person has closed is gone, and what was typed stays until the service has it.
struct ShownScreens: Sendable {
  /// The closing of levels.
  struct Closing: Equatable, Sendable {
    let levels: Set<String>
    let actions: [JSONValue]
    /// The levels that must still be presented: a level that is presented in their place is another
    /// one.
    let presented: Set<String>
  }

  /// A person's change of a field.
  private struct Draft: Sendable {
    var value: JSONValue
    /// Made of the screen that the person saw; `nil` if the service could not take the value.
    var action: JSONValue?
    /// Whether the action is on its way, or was refused.
    var isSent = false
    var refusal: String?
    let isTyped: Bool
    /// The service's text that the value was made of; `nil` if the value is no text.
    var base: String?

    var isHeld: Bool { refusal != nil && isTyped }
  }

  private(set) var title: String?
  private var all: [ScreenLevel] = []
  private var leaving: Set<String> = []
  private var drafts: [ScreenField: Draft] = [:]
  /// The fields of which a change is on its way, and the text that it was made of.
  private var underway: [ScreenField: String?] = [:]
  /// In the order in which the person changed them.
  private var changed: [ScreenField] = []
  private var appeared: Set<String> = []
  /// The field that an action waits for, as the service did not take what it has.
  private(set) var held: ScreenField?

  /// The levels to show, from the bottom to the top: what is over one that closes goes with it.
  var levels: [ScreenLevel] {
    var hidden = leaving
    return all.filter { level in
      if let below = level.below, hidden.contains(below) { hidden.insert(level.id) }
      return !hidden.contains(level.id)
    }
  }

  // MARK: The service

  /// Takes a screen that the service sends.
  mutating func update(_ screen: JSONValue) {
    title = screen["title"]?.stringValue
    let levels = (screen["levels"]?.arrayValue ?? []).compactMap(ScreenLevel.init)
    all = levels
    forget { field in
      levels.first { $0.id == field.level }?.node(field.node) == nil
    }
    for field in changed { merge(field) }
  }

  /// Returns the levels that a person begins to see and that say so, each of them once.
  mutating func begin() -> [(level: ScreenLevel, action: JSONValue)] {
    levels.compactMap { level in
      guard let action = level.json["appear"], appeared.insert(level.id).inserted else {
        return nil
      }
      return (level, action)
    }
  }

  // MARK: Levels

  /// The person closes a level, and those above it.
  ///
  /// - Returns: What closes them; `nil` if they stay, as they can't be closed, or as a field in
  ///   them has what the service did not take. Closed again, that is given up.
  mutating func close(_ id: String) -> Closing? {
    let shown = levels
    guard let index = shown.firstIndex(where: { $0.id == id }), index > 0 else { return nil }
    let ids = Set(shown[index...].map(\.id))
    let lowest = shown[index...].reversed().filter { !ids.contains($0.below ?? "") }
    let actions = lowest.compactMap(\.closing)
    guard actions.count == lowest.count else { return nil }
    let refused = changed.first { ids.contains($0.level) && drafts[$0]?.isHeld == true }
    if let refused, held != refused {
      held = refused
      return nil
    }
    forget { ids.contains($0.level) }
    leaving.formUnion(ids)
    return Closing(
      levels: ids, actions: actions, presented: Set(lowest.filter(\.isPresented).map(\.id)))
  }

  /// The service has closed what the person closed, or has refused to: then it comes back.
  mutating func end(_ closing: Closing) {
    leaving.subtract(closing.levels)
  }

  // MARK: Fields

  /// Returns what a field shows; `nil` if the service's value is shown.
  func value(of field: ScreenField) -> JSONValue? { drafts[field]?.value }

  /// Returns why the service did not take what a field has.
  func refusal(of field: ScreenField) -> String? { drafts[field]?.refusal }

  /// The person changes a field.
  ///
  /// - Parameters:
  ///   - value: What the field shows.
  ///   - action: What is sent; `nil` if the service could not take the value.
  mutating func change(
    _ field: ScreenField, to value: JSONValue, action: JSONValue?, isTyped: Bool
  ) {
    let old = drafts[field]
    changed.removeAll { $0 == field }
    changed.append(field)
    drafts[field] = Draft(
      value: value, action: action, refusal: action == nil ? "This is no number." : nil,
      isTyped: isTyped)
    guard let (_, node) = place(of: field), node.isText else { return }
    // What is on its way will be the service's.
    let isUnderway = old?.isSent == true && underway[field] != nil
    drafts[field]?.base =
      isUnderway ? old?.value.stringValue : old?.base ?? node["value"]?.stringValue
  }

  /// Puts what another person has made of a text into the draft of it.
  private mutating func merge(_ field: ScreenField) {
    guard underway[field] == nil, let draft = drafts[field], let base = draft.base,
      let mine = draft.value.stringValue, let (level, node) = place(of: field),
      let theirs = node["value"]?.stringValue, theirs != base
    else { return }
    let value = JSONValue.string(merging(mine, theirs, from: base))
    drafts[field]?.base = theirs
    drafts[field]?.value = value
    drafts[field]?.action = level.action(of: node, value: value)
  }

  /// Returns the text that the service has for a field.
  func servedText(of field: ScreenField) -> String? { place(of: field)?.node["value"]?.stringValue }

  private func place(of field: ScreenField) -> (level: ScreenLevel, node: ScreenNode)? {
    guard let level = all.first(where: { $0.id == field.level }) else { return nil }
    return level.node(field.node).map { (level, $0) }
  }

  // An action may have other values of the state, which those that were sent before may have changed.

  /// Returns the action of a control, made of what the service has now; `nil` if the control is gone, or says
  /// something else.
  ///
  /// - Parameters:
  ///   - node: The control, as the person saw it.
  ///   - level: The level, as the person saw it.
  func action(
    of node: ScreenNode, on level: ScreenLevel, _ member: String = "send", value: JSONValue? = nil,
    fields: [String: JSONValue]? = nil
  ) -> JSONValue? {
    guard let id = node.id, level.node(id) == node,
      let (now, same) = place(of: ScreenField(level: level.id, node: id)), same.looks(like: node)
    else { return nil }
    return now.action(of: same, member, value: value, fields: fields)
  }

  /// Returns the action of a draft, made of what the service has now if it can be; `nil` if the service could
  /// not take the value.
  private func action(of field: ScreenField, _ draft: Draft) -> JSONValue? {
    guard let action = draft.action, let (level, node) = place(of: field) else {
      return draft.action
    }
    let typed = draft.value.stringValue
    let value = node.isTyped ? typed.flatMap { node.value(ofTyped: $0) } : draft.value
    let option = node.nodes("options").first { $0["send"] != nil && $0["value"] == draft.value }
    return value.flatMap { level.action(of: option ?? node, value: $0) } ?? action
  }

  /// The fields whose changes have to be sent, in order.
  var unsent: [ScreenField] {
    changed.filter { drafts[$0].map { !$0.isSent && $0.action != nil } ?? false }
  }

  /// Returns the action that sets a field, to be sent now; `nil` if it has been sent.
  ///
  /// - Returns: The action, and the text that the field has to have for it; `nil` for any.
  mutating func send(_ field: ScreenField) -> (action: JSONValue, base: String?)? {
    guard let draft = drafts[field], !draft.isSent, let action = action(of: field, draft) else {
      return nil
    }
    drafts[field]?.isSent = true
    underway[field] = .some(draft.base)
    return (action, draft.base)
  }

  /// The service has taken what was sent of a field, or that is gone.
  mutating func take(_ field: ScreenField) {
    underway[field] = nil
    // What was changed since is a draft of its own.
    if drafts[field]?.isSent == true { forget { $0 == field } } else { merge(field) }
  }

  /// Notes that the text of a field was not sent, as another person has changed it.
  mutating func sendAgain(_ field: ScreenField) {
    giveBack(field)
    drafts[field]?.isSent = false
  }

  /// Notes that the shown text of a field does not come from the text that was on its way.
  private mutating func giveBack(_ field: ScreenField) {
    guard let base = underway.removeValue(forKey: field) else { return }
    if drafts[field]?.isSent == false { drafts[field]?.base = base }
    merge(field)
  }

  /// The service has not taken what was sent of a field. What was typed stays, as the person can
  /// mend it; a choice returns to the service's value.
  ///
  /// - Parameter mayPass: Whether it is sent again with the next action.
  mutating func refuse(_ field: ScreenField, _ reason: String, mayPass: Bool) {
    giveBack(field)
    guard let draft = drafts[field], draft.isSent else { return }
    guard draft.isTyped || mayPass else { return forget { $0 == field } }
    drafts[field]?.isSent = !mayPass
    drafts[field]?.refusal = reason
  }

  /// Returns whether an action has to wait, as a field has what the service did not take.
  mutating func holds() -> Bool {
    held = changed.first { drafts[$0]?.isHeld == true }
    return held != nil
  }

  private mutating func forget(_ isOver: (ScreenField) -> Bool) {
    changed.removeAll(where: isOver)
    drafts = drafts.filter { !isOver($0.key) }
    if let field = held, drafts[field]?.isHeld != true { held = nil }
  }
}
