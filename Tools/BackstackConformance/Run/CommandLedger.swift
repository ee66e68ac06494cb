import BackstackCoding

/// The actions that the script asks for, and their outcomes.
struct CommandLedger: Sendable {
  /// The commands that the client has to send, in order.
  private(set) var expected: [ShownState.Command] = []
  /// Why an action must not be sent any more.
  private var closed: [(action: ScriptedAction, why: String)] = []
  private var lastNumber = 0

  /// Adds commands, and returns them for the state.
  mutating func ask(_ actions: [ScriptedAction], below: Int?) -> [ShownState.Command] {
    closed = []
    let commands = actions.enumerated().map { index, action in
      ShownState.Command(number: lastNumber + index + 1, action: action, below: below)
    }
    lastNumber += commands.count
    expected += commands
    return commands
  }

  /// Removes the first command.
  ///
  /// - Parameter why: The reason why its action must not be sent again.
  mutating func close(_ why: String) {
    guard !expected.isEmpty else { return }
    closed.append((expected.removeFirst().action, why))
  }

  /// Removes all commands.
  mutating func closeAll(_ why: String) {
    while !expected.isEmpty { close(why) }
  }

  /// Returns what the client did if it should not send actions now: the end of a sentence that begins
  /// with "It".
  func objection(to actions: [ScriptedAction]) -> String? {
    for (index, action) in actions.enumerated() {
      if expected.count > index, expected[index].action == action { continue }
      if let (_, why) = closed.last(where: { $0.action == action }) {
        return "sent the action \"\(action.rawValue)\" again, although \(why)."
      }
      if let first = expected.first, expected.contains(where: { $0.action == action }) {
        return
          "sent \"\(action.rawValue)\" before \"\(first.action.rawValue)\" had been processed, "
          + "which the user did first."
      }
      return "sent the action \"\(action.rawValue)\", which it was not asked for."
    }
    return nil
  }

  /// Reads the actions of a request: each is the name of its case, alone or as the key of an empty
  /// object. An array of several is a batch.
  ///
  /// - Returns: `nil` if there is none, or one that the scenarios don't have.
  static func actions(in content: [UInt8]) -> [ScriptedAction]? {
    guard let json = try? JSONLiteral(decoding: content) else { return nil }
    let actions = (json.elements ?? [json]).map { one in
      let name = one.text ?? one.members.flatMap { $0.count == 1 ? $0[0].name : nil }
      return name.flatMap(ScriptedAction.init)
    }
    return actions.isEmpty || actions.contains(nil) ? nil : actions.compactMap(\.self)
  }
}
