public import Foundation
public import Observation

/// The screen of a session of any feature, for a renderer that only draws.
///
/// The levels are those of the service, without what the person has closed. What was typed stays
/// until the service has it, and no action overtakes it: where the service refuses a text, the
/// action that follows waits, `held` says for which field, and `refusal(of:on:)` why. Two people's
/// changes of one text are merged; of a choice, the last is kept.
@MainActor
@Observable
public final class RemoteScreen {
  /// The session, whose `hide` and `show` an app calls.
  @ObservationIgnored public let session: RemoteSession<JSONValue, JSONValue>
  @ObservationIgnored private var reading: [Task<Void, Never>] = []
  @ObservationIgnored private var lastTurn: Task<Void, Never>?
  @ObservationIgnored private var version = -1

  private var shown = ShownScreens()
  /// Whether the session can be reached.
  public private(set) var status = RemoteStatus.connecting
  /// Why the last action had no effect; `nil` after one that had.
  public private(set) var error: RemoteError?

  /// Shows the screens of a session that was opened with the view `screen`.
  init(_ session: RemoteSession<JSONValue, JSONValue>) async {
    self.session = session
    if let first = await session.document { update(first) }
    let documents = await session.documents
    let statuses = await session.statuses
    reading = [
      Task { [weak self] in
        for await document in documents { self?.update(document) }
      },
      Task { [weak self] in
        for await status in statuses { self?.take(status) }
      },
    ]
  }

  deinit {
    for task in reading { task.cancel() }
  }

  /// Creates a session of a feature.
  ///
  /// - Parameter link: What the session shows first, where the feature reads links.
  /// - Throws: `RemoteError` if the service refuses, or did not respond to eight attempts.
  public static func open(
    _ server: URL, feature: String, link: String? = nil, options: RemoteOptions = RemoteOptions()
  ) async throws -> RemoteScreen {
    await RemoteScreen(
      try await .open(server, feature: feature, link: link, options: viewing(options)))
  }

  /// Continues a session whose id the program has kept, or got from another device.
  ///
  /// - Throws: `RemoteError`: `gone` if the session has ended.
  public static func resume(
    _ server: URL, id: String, options: RemoteOptions = RemoteOptions()
  ) async throws -> RemoteScreen {
    await RemoteScreen(try await .resume(server, id: id, options: viewing(options)))
  }

  private static func viewing(_ options: RemoteOptions) -> RemoteOptions {
    var options = options
    options.view = "screen"
    return options
  }

  // MARK: - What is shown

  /// The title of the whole.
  public var title: String? { shown.title }

  /// The levels from the bottom to the top: the root, its stack, and what is presented.
  public var levels: [ScreenLevel] { shown.levels }

  /// The field that an action waits for, as the service did not take what it has: it should get the
  /// focus.
  public var held: ScreenField? { shown.held }

  /// Returns what a control shows: what the person made of it, or else what the service has.
  public func value(of node: ScreenNode, on level: ScreenLevel) -> JSONValue? {
    Self.field(node, level).flatMap { shown.value(of: $0) } ?? node["value"] ?? node["open"]
  }

  /// Returns what a field for texts or numbers shows.
  public func text(of node: ScreenNode, on level: ScreenLevel) -> String {
    switch value(of: node, on: level) {
    case .string(let text): text
    case nil, .null: ""
    case let value?: String(decoding: value.content, as: UTF8.self)
    }
  }

  /// Returns why the service did not take what a field has, or what the feature says about it.
  public func refusal(of node: ScreenNode, on level: ScreenLevel) -> String? {
    Self.field(node, level).flatMap { shown.refusal(of: $0) } ?? node["error"]?.stringValue
  }

  private static func field(_ node: ScreenNode, _ level: ScreenLevel) -> ScreenField? {
    node.id.map { ScreenField(level: level.id, node: $0) }
  }

  // MARK: - What a person does

  // Each returns a task that ends with the response. Nothing waits for it but tests, and gestures
  // that show how long something takes.

  /// Presses a control, or does what is behind a row.
  ///
  /// - Parameters:
  ///   - member: The member of the node that has the action: `tap`, `delete` and `move` of rows,
  ///     `increment` and `decrement` of steppers.
  ///   - value: Where a row is moved: the position before which it goes.
  @discardableResult
  public func press(
    _ node: ScreenNode, on level: ScreenLevel, _ member: String = "send", value: JSONValue? = nil
  ) -> Task<Void, Never>? {
    // A choice of an alert that sends nothing closes it.
    if level.isAlert, node["send"] == nil, node["disabled"] != true { return close(level) }
    return level.action(of: node, member, value: value).map { action in
      // Fields below an alert can't be reached.
      act(level, discards: node.isCancel || level.isAlert) {
        $0.action(of: node, on: level, member, value: value) ?? action
      }
    }
  }

  /// Sends what a prompt asks for.
  ///
  /// - Parameter fields: The values of its fields, by their ids.
  @discardableResult
  public func submit(
    _ prompt: ScreenNode, on level: ScreenLevel, fields: [String: JSONValue]
  ) -> Task<Void, Never>? {
    level.action(of: prompt, fields: fields).map { action in
      act(level) { $0.action(of: prompt, on: level, fields: fields) ?? action }
    }
  }

  /// Types into a field, which shows the text at once.
  @discardableResult
  public func type(
    _ text: String, into node: ScreenNode, on level: ScreenLevel
  ) -> Task<Void, Never>? {
    let action = node.value(ofTyped: text).flatMap { level.action(of: node, value: $0) }
    return change(node, on: level, to: .string(text), action)
  }

  /// Presses Return in a field of one line: submits it or, where it does nothing by itself, presses
  /// the button that confirms what the level is for.
  @discardableResult
  public func enter(_ node: ScreenNode, on level: ScreenLevel) -> Task<Void, Never>? {
    guard node.kind != "textEditor", node["multiline"] != true else { return nil }
    if node["submit"] != nil { return press(node, on: level, "submit") }
    let button = (level.toolbar + level.body).lazy.compactMap(\.confirmingButton).first
    return button.flatMap { press($0, on: level) }
  }

  /// Chooses a value: of a toggle, slider, stepper, date, disclosure or tabs, or of an option.
  ///
  /// - Parameter option: The option of a picker that was chosen.
  @discardableResult
  public func choose(
    _ value: JSONValue, of node: ScreenNode, on level: ScreenLevel, option: ScreenNode? = nil
  ) -> Task<Void, Never>? {
    let source = option.flatMap { $0["send"] == nil ? nil : $0 } ?? node
    guard let action = level.action(of: source, value: value) else { return nil }
    return change(node, on: level, to: value, action)
  }

  /// Reloads a level, as pulling it down does.
  @discardableResult
  public func refresh(_ level: ScreenLevel) -> Task<Void, Never>? {
    level.json["refresh"].map { action in act(level) { _ in action } }
  }

  /// Closes a level and those above it, which are gone at once. Where the service refuses, or a
  /// field in them has what it did not take, they stay.
  @discardableResult
  public func close(_ level: ScreenLevel) -> Task<Void, Never>? {
    guard let closing = shown.close(level.id) else { return nil }
    let action = closing.actions.count == 1 ? closing.actions[0] : .array(closing.actions)
    return inTurn { [self] in
      // What was typed below is on its way first.
      await sendChanges()
      await perform(action, while: closing.presented)
      shown.end(closing)
    }
  }

  // MARK: - Sending

  /// Sends an action that is made when its turn comes.
  private func act(
    _ level: ScreenLevel, discards: Bool = false, _ action: @escaping (ShownScreens) -> JSONValue
  ) -> Task<Void, Never> {
    inTurn { [self] in
      if !discards {
        await sendChanges()
        if shown.holds() { return }
      }
      await perform(action(shown), while: level.isPresented ? [level.id] : [])
    }
  }

  private func change(
    _ node: ScreenNode, on level: ScreenLevel, to value: JSONValue, _ action: JSONValue?
  ) -> Task<Void, Never>? {
    guard let field = Self.field(node, level) else { return nil }
    shown.change(field, to: value, action: action, isTyped: node.isTyped)
    return inTurn { [self] in await sendChanges() }
  }

  private func take(_ status: RemoteStatus) {
    self.status = status
    // What did not arrive is sent again.
    if status == .online, !shown.unsent.isEmpty { _ = inTurn { [self] in await sendChanges() } }
  }

  /// Sends the latest change of each field.
  private func sendChanges() async {
    for field in shown.unsent {
      while let (action, base) = shown.send(field) {
        let result = await perform(action, key: nil, base.map { Self.has($0, field) })
        switch result {
        case .success(.skipped):
          // Another's text: it is merged, and sent again.
          shown.sendAgain(field)
          continue
        case .success: shown.take(field)
        case .failure(let failure):
          let mayPass = failure.problem.map { $0.status == 412 } ?? true
          shown.refuse(field, "\(failure)", mayPass: mayPass)
        }
        break
      }
    }
  }

  private static func has(
    _ text: String, _ field: ScreenField
  ) -> @Sendable (JSONValue) -> Bool {
    { screen in
      var shown = ShownScreens()
      shown.update(screen)
      return shown.servedText(of: field) == text
    }
  }

  /// Lets work begin once what the person did before has its response.
  private func inTurn(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    let turn = Task { [lastTurn] in
      await lastTurn?.value
      await work()
    }
    lastTurn = turn
    return turn
  }

  /// Sends an action, if the levels with some ids are still there when it arrives.
  private func perform(_ action: JSONValue, while ids: Set<String>) async {
    _ = await perform(action, key: nil, ids.isEmpty ? nil : Self.shows(ids))
  }

  private static func shows(_ ids: Set<String>) -> @Sendable (JSONValue) -> Bool {
    { screen in
      let levels = screen["levels"]?.arrayValue ?? []
      return ids.isSubset(of: levels.compactMap { $0["id"]?.stringValue })
    }
  }

  private func perform(
    _ action: JSONValue, key: String?, _ condition: (@Sendable (JSONValue) -> Bool)?
  ) async -> Result<RemoteOutcome, RemoteError> {
    do {
      let (outcome, document) = try await session.send(json: action, key: key, if: condition)
      // First, or what was closed would be back for a moment.
      if let document { update(document) }
      error = nil
      return .success(outcome)
    } catch {
      let failure = error as? RemoteError ?? .unreachable("\(error)")
      self.error = failure
      return .failure(failure)
    }
  }

  private func update(_ document: SessionDocument) {
    guard document.version > version else { return }
    version = document.version
    shown.update(document.state)
    for (level, action) in shown.begin() {
      // Two devices, or an app that is started again, send it once.
      Task { await perform(action, key: "appear-\(level.id)", nil) }
    }
  }
}
