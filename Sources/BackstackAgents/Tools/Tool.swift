import BackstackCoding

/// A tool that agents call.
enum Tool: Sendable, Hashable {
  /// Begins a session of a feature.
  case open(feature: String)
  /// Sends an action of a feature to a session.
  case send(feature: String)
  case look, press, enter, back, history, restore, close

  /// The tools for the sessions of all features.
  static let common: [Tool] = [.look, .press, .enter, .back, .history, .restore, .close]

  /// Returns the tools of a feature.
  static func own(of feature: String) -> [Tool] {
    [.open(feature: feature), .send(feature: feature)]
  }

  /// What may be said in advance about the effect of a tool. Clients ask a person before they call one
  /// that is destructive.
  struct Effect: Sendable, Hashable {
    var isReadOnly = false
    var isDestructive = false
    /// Whether the same call again changes nothing more.
    var isIdempotent = false
  }

  var effect: Effect {
    switch self {
    case .look, .history: Effect(isReadOnly: true, isIdempotent: true)
    case .open, .enter, .back: Effect()
    case .send, .press: Effect(isDestructive: true)
    case .restore, .close: Effect(isDestructive: true, isIdempotent: true)
    }
  }

  /// The arguments that the tool takes, with their schemas, the required ones first.
  func arguments(hasLinks: Bool = false) -> [ToolArgument] {
    switch self {
    case .open: (hasLinks ? [.link] : []) + [.key]
    case .send: [.session, .action, .version, .wait, .key]
    case .look: [.session, .since, .wait]
    case .press: [.session, .control, .fields, .version, .wait, .key]
    case .enter: [.session, .control, .value, .version, .wait, .key]
    case .back: [.session, .version, .wait, .key]
    case .history: [.session, .after, .limit]
    case .restore: [.session, .to, .version, .key]
    case .close: [.session, .version, .key]
    }
  }

  /// What the tool does, for an agent.
  var description: String {
    switch self {
    case .open(let feature):
      "Begins a session of \(feature), and shows its screen."
    case .send(let feature):
      "Sends an action of \(feature) to a session. Rather use press and enter, as a person does."
    case .look:
      "Shows the screen of a session: the title of each level, and what is on the top-most one, "
        + "with a reference for each control."
    case .press:
      "Presses a button, a row, a tab, a link or a switch on the top-most level of the screen."
    case .enter: "Sets the value of a field, a switch, a menu or a slider on the top-most level."
    case .back: "Leaves the top-most level: goes back, or closes what is presented."
    case .history: "Lists the versions of a session: what was done, when and by what."
    case .restore: "Brings back the state of an earlier version, as a new version: an undo."
    case .close: "Ends a session for ever."
    }
  }
}

/// An argument of a tool.
enum ToolArgument: String, Sendable, Hashable {
  case session, action, control, value, fields, link, to, version, since, wait, after, limit, key

  var isRequired: Bool {
    switch self {
    case .session, .action, .control, .value, .to: true
    default: false
    }
  }

  var schema: JSONLiteral {
    switch self {
    case .session: ["type": "string", "description": "The id of the session."]
    case .action:
      ["$ref": .string(JSONSchema.definitionPrefix + "Action"), "description": "The action."]
    case .control:
      ["type": "string", "description": "The reference of the control, as look shows it."]
    case .value:
      [
        "description": .string(
          "The new value: a text, a number, true or false; an option's text; a date in ISO 8601.")
      ]
    case .fields:
      [
        "type": "object",
        "description": "For a button that asks for values: the values by the names of the fields.",
      ]
    case .link: ["type": "string", "description": "The path to begin at."]
    case .to: Self.number("The version to bring back.")
    case .version:
      Self.number("Do it only if the session still has this version.")
    case .since: Self.number("The version that you know: tells what has changed since.")
    case .wait:
      Self.number("Seconds to wait for effects, or for another version than since.")
    case .after: Self.number("List versions after this one.")
    case .limit: Self.number("How many versions to list, at most 200.", from: 1)
    case .key:
      [
        "type": "string",
        "description": "A UUID of yours. The same call with the same key is done once.",
      ]
    }
  }

  private static func number(_ description: String, from minimum: Int = 0) -> JSONLiteral {
    ["type": "integer", "minimum": .number("\(minimum)"), "description": .string(description)]
  }
}
