import BackstackCoding
import BackstackScreenText
import BackstackService
import BackstackSessions

extension ScreenReading {
  /// What a call sends.
  struct Use: Sendable {
    let action: JSONLiteral
    /// The text of the control, if a person has to confirm the action.
    var confirmed: String?
  }

  /// Returns what a call sends that uses a control.
  ///
  /// - Throws: ``ToolCall/Mistake`` if the top-most level offers no such thing: what a person can't do,
  ///   an agent can't do either.
  func use(of call: ToolCall) throws(ToolCall.Mistake) -> Use {
    let confirms = call.confirming.contains(feature)
    if case .send(let feature) = call.tool {
      guard feature == self.feature else { throw .foreignTool(self.feature) }
      let action = call[.action] ?? .null
      return Use(action: action, confirmed: confirms ? try Self.judged(action.json) : nil)
    }
    if asksPerson {
      throw ToolCall.Mistake(text: "A person is asked first: only a person may answer.")
    }
    if call.tool == .back {
      guard let action = leave else {
        throw ToolCall.Mistake(text: "Nothing leads back from \"\(top.title ?? top.id)\".")
      }
      return Use(action: action.literal)
    }
    let reference = call.text(.control) ?? ""
    guard let line = lines.first(where: { $0.offer?.reference == reference }),
      let offer = line.offer
    else {
      throw ToolCall.Mistake(
        text: "The screen offers no control \"\(reference.prefix(200))\" now.")
    }
    if offer.isDestructive, call.rights != .full, !confirms {
      throw ToolCall.Mistake(
        text: "The control \"\(reference)\" is destructive: only a person may use it.")
    }
    guard let action = try offer.action(of: call) else {
      throw ToolCall.Mistake(text: "The control \"\(reference)\" can't be used now.")
    }
    guard confirms, offer.isDestructive else { return Use(action: action) }
    // What the agent has chosen is not in the text of the control.
    let chosen = [call[.value], call[.fields]].compactMap(\.self).filter {
      $0 != .null && $0 != [:]
    }
    if chosen.isEmpty { return Use(action: action, confirmed: Self.shortened(line.text)) }
    let isSecret = offer.control.node.json.contains(#""secure":true"#)
    let text = ([line.text] + chosen.map { isSecret ? "•••" : $0.json }).joined(separator: ": ")
    return Use(action: action, confirmed: try Self.judged(text))
  }

  /// Returns the text by which a person judges what an agent has chosen: all of it.
  ///
  /// - Throws: ``ToolCall/Mistake`` if no proposal has so long a text.
  private static func judged(_ text: String) throws(ToolCall.Mistake) -> String {
    guard text.utf8.count <= Proposal.maximumText else {
      throw ToolCall.Mistake(
        text:
          "A person has to confirm this, and is shown at most \(Proposal.maximumText) bytes of it: "
          + "do less at once.")
    }
    return text
  }

  /// Returns the text of an app's control, as long as a proposal's may be.
  private static func shortened(_ text: String) -> String {
    if text.utf8.count <= Proposal.maximumText { return text }
    var text = text
    while text.utf8.count > Proposal.maximumText - 3 { text.removeLast(text.count / 10 + 1) }
    return text + "…"
  }
}

extension ToolCall.Mistake {
  /// The mistake of a tool that sends actions of another feature than the session's.
  static func foreignTool(_ feature: String) -> Self {
    Self(text: "This is a session of \(feature): use \(feature)_send.")
  }
}

extension ScreenLine.Offer {
  fileprivate func action(of call: ToolCall) throws(ToolCall.Mistake) -> JSONLiteral? {
    let value = call.tool == .enter ? call[.value] : nil
    switch control.use {
    case .press, .none:
      if value != nil { throw ToolCall.Mistake(text: "The control takes no value: use press.") }
      if let fields = call[.fields]?.members, !fields.isEmpty {
        throw ToolCall.Mistake(text: "The control asks for no fields.")
      }
      return control.action()
    case .prompt(let fields):
      if value != nil { throw ToolCall.Mistake(text: "The control takes fields: use press.") }
      return control.action(of: try Self.filled(fields, call[.fields] ?? [:]))
    case .change(let entry):
      if let member { return control.action(member: member) }
      if let value { return control.action(try entry.value(from: value, control.node)) }
      guard entry.kind == .toggle else {
        throw ToolCall.Mistake(text: "The control takes a value: use enter.")
      }
      return control.action(.bool(control.node["value"] != true))
    }
  }

  private static func filled(
    _ fields: [Control.Field], _ values: JSONLiteral
  ) throws(ToolCall.Mistake) -> [Control.Field] {
    var filled: [Control.Field] = []
    for var field in fields {
      if let value = values[field.label] ?? values[field.id] {
        field.entry = Entry(.json, value: .string(value.json))
      }
      filled.append(field)
    }
    return filled
  }
}

extension Entry {
  /// Returns the value that an agent wants to set, as the control sends it.
  fileprivate func value(
    from value: JSONLiteral, _ node: JSONNode
  ) throws(ToolCall.Mistake) -> JSONLiteral {
    switch kind {
    case .toggle:
      guard case .bool = value else { throw ToolCall.Mistake(text: "The value is true or false.") }
      return value
    case .choice(let options):
      guard let option = options.first(where: { $0.value == value || .string($0.text) == value })
      else {
        throw ToolCall.Mistake(
          text: "The value is one of: \(options.map(\.text).joined(separator: ", ")).")
      }
      return option.value
    case .text:
      switch value {
      case .string: return value
      case .number, .bool: return .string(value.json)
      case .null, .array, .object:
        throw ToolCall.Mistake(text: "The value is a text; \"\" clears the field.")
      }
    case .number, .steps, .slider: return try Self.number(from: value, node)
    case .json, .date: return value
    }
  }

  private static func number(
    from value: JSONLiteral, _ node: JSONNode
  ) throws(ToolCall.Mistake) -> JSONLiteral {
    if value == .null { return value }
    // Some agents send digits as a text.
    let parsed = value.text.flatMap { try? JSONLiteral(decoding: Array($0.utf8)) } ?? value
    guard let number = parsed.number else { throw ToolCall.Mistake(text: "The value is a number.") }
    if let minimum = node["min"]?.number, number < minimum {
      throw ToolCall.Mistake(text: "The value is at least \(node["min"]?.json ?? "").")
    }
    if let maximum = node["max"]?.number, number > maximum {
      throw ToolCall.Mistake(text: "The value is at most \(node["max"]?.json ?? "").")
    }
    return parsed
  }
}
