import BackstackCoding
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

  /// - Returns: `nil` for content that is no such message.
  init?(_ content: [UInt8]) {
    guard let json = try? JSONLiteral(decoding: content), json["version"]?.text != nil else {
      return nil
    }
    if json["error"] != nil {
      self = .error
      return
    }
    guard let action = json["action"], let surface = action["surfaceId"]?.text,
      let context = action["context"], let text = context["$action"]?.text,
      let sent = try? JSONLiteral(decoding: Array(text.utf8))
    else { return nil }
    self = .action(
      Pressed(
        surface: surface, action: sent,
        values: context.members.filter { $0.name != "$action" }))
  }
}

extension RendererMessage.Pressed {
  /// Returns what the service is sent: what has changed of the fields, then the button's action; `nil` if
  /// the surface is gone, or nothing was changed.
  func batch(on surfaces: Surfaces) -> JSONLiteral? {
    guard let index = surfaces.all.firstIndex(where: { $0.id == surface }) else { return nil }
    let level = surfaces.levels[index]
    let fields = A2UIField.all(in: level.json, on: level)
    var actions = values.compactMap { value in
      fields.first { $0.id == value.name }?.action(for: value.value)
    }
    if actions.isEmpty { return action == [] && !asksPerson ? nil : action }
    if case .array(let batch) = action { actions += batch } else { actions.append(action) }
    return actions.count == 1 ? actions[0] : .array(actions)
  }

  /// Whether an empty batch refuses what an agent proposes.
  private var asksPerson: Bool { surface.contains("/$proposal@") }
}
