import BackstackCoding
import BackstackHTTP
import BackstackScreenText

/// A message of a renderer about a session.
enum RendererMessage: Sendable, Hashable {
  /// A button was pressed.
  case action(Pressed)
  /// Something could not be drawn.
  case error

  struct Pressed: Sendable, Hashable {
    let surface: String
    /// The action of the button, or a batch.
    let action: JSONLiteral
    /// The values of the fields, by their names.
    let values: [JSONLiteral.Member]
  }

  /// A value that a person has changed.
  struct Change: Sendable, Hashable {
    let field: String
    let value: JSONLiteral
    /// The action that sends it.
    let action: JSONLiteral
  }

  /// - Throws: `HTTPError` for content that is not JSON (400), or no such message (422).
  init(_ content: [UInt8]) throws(HTTPError) {
    let json: JSONLiteral
    do {
      json = try JSONLiteral(decoding: content, limits: .ofClient())
    } catch {
      throw .mistake(
        "The content can't be read as JSON (RFC 8259). \(error)", code: .malformedJSON)
    }
    guard json["version"]?.text != nil else {
      throw .invalidValue("A message of a renderer (A2UI) has a version, a text such as \"v1.0\".")
    }
    if let error = json["error"], error != .null {
      self = .error
      return
    }
    guard let action = json["action"], action != .null else {
      throw .invalidValue("A message of a renderer (A2UI) has an action or an error.")
    }
    guard let surface = action["surfaceId"]?.text else {
      throw .invalidValue("The action has no surfaceId, a text.")
    }
    guard let context = action["context"], let text = context["$action"]?.text,
      let sent = try? JSONLiteral(decoding: Array(text.utf8))
    else {
      throw .invalidValue(
        "The action's context has no $action, as the button has it: a text that is JSON.")
    }
    self = .action(
      Pressed(
        surface: surface, action: sent,
        values: context.members.filter { $0.name != "$action" }))
  }

  /// Returns the actions for the values that a level does not show, although they were sent.
  static func undone(_ changes: [Change], on level: Level) -> [JSONLiteral] {
    A2UIField.all(in: level.json, on: level).compactMap { field in
      let change = changes.first { $0.field == field.id && !field.isSecret }
      return change.flatMap { try? field.action(for: $0.value) }
    }
  }
}

extension RendererMessage.Pressed {
  /// Returns the values that differ from the screen, in the order of their fields there.
  ///
  /// - Throws: `HTTPError` if the surface is gone (409), or for a value that can't be sent (422).
  func changes(on surfaces: Surfaces) throws(HTTPError) -> [RendererMessage.Change] {
    guard let level = surfaces.level(of: surface) else {
      throw .mistake(
        "The screen has no such surface now.", code: .staleElement, status: .conflict)
    }
    let fields = A2UIField.all(in: level.json, on: level)
    for value in values where !fields.contains(where: { $0.id == value.name }) {
      throw .invalidValue("The surface has no field \"\(value.name)\" now.")
    }
    var changes: [RendererMessage.Change] = []
    for field in fields {
      guard let value = values.first(where: { $0.name == field.id })?.value,
        let action = try field.action(for: value)
      else { continue }
      changes.append(RendererMessage.Change(field: field.id, value: value, action: action))
    }
    return changes
  }

  /// Returns what the service is sent: what closes the levels above, what has changed of the fields, then the
  /// button's action; `nil` if nothing was changed.
  func batch(of changes: [RendererMessage.Change], on surfaces: Surfaces) -> JSONLiteral? {
    var actions = onlySends ? [] : surfaces.closing(above: surface)
    actions += changes.map(\.action)
    if actions.isEmpty { return onlySends ? nil : action }
    if case .array(let batch) = action { actions += batch } else { actions.append(action) }
    return actions.count == 1 ? actions[0] : .array(actions)
  }

  /// Whether the button only sends values. An empty batch can also refuse what an agent proposes.
  var onlySends: Bool { action == [] && !surface.contains("/$proposal@") }
}

extension HTTPError {
  static func invalidValue(_ text: String) -> HTTPError {
    mistake(text, code: .invalidValue, status: .unprocessableContent)
  }
}
