import Backstack
public import BackstackCoding
import BackstackHTTP
import BackstackService

/// The screen of a session, for tests that read like a story.
///
/// ```swift
/// var screen = try await session.screen()
/// try await screen.tap("Add a stand-up")
/// try await screen.enter("Design", in: "Title")
/// try await screen.tap("Add")
/// #expect(screen.texts.contains("Design"))
/// ```
///
/// A person reaches what is on the top-most level. A control that is not there, that can't be used, or
/// whose name belongs to another one, too, is a ``ScreenMistake``, which shows the screen as text. So is a
/// view that depends on more than the state: each screen is evaluated with two dates, and other ids and
/// random numbers.
public struct HostedScreen: Sendable {
  private let service: HostedService
  private let path: String
  private let gallery: ScreenGallery?
  /// The version of the session that the screen shows.
  public private(set) var version: Int
  var levels: [ScreenLevel]

  init(
    _ service: HostedService, path: String, _ response: ServiceResponse, gallery: ScreenGallery?
  ) async throws {
    self.service = service
    self.path = path
    self.gallery = gallery
    version = 0
    levels = []
    try await show(response)
  }

  private mutating func show(_ response: ServiceResponse) async throws {
    guard response.status < 300 else { throw ServiceProblem(response) }
    let document = try JSONLiteral(parsing: response.content)
    version = response.version ?? version
    levels = document["screen"]?["levels"]?.elements?.map { ScreenLevel($0) } ?? []
    if let screen = document["screen"] { try await gallery?.draw(screen, service) }
    if let issue = service.server.screenIssue(ofSession: String(path.dropFirst("/sessions/".count)))
    {
      throw mistake("\(issue.location): \(issue.message)")
    }
  }

  private var top: ScreenLevel { levels.last ?? ScreenLevel(.object([])) }

  // MARK: What is there

  /// The title of the top-most level.
  public var title: String? { top.title }

  /// The ids of the levels, from the bottom to the top.
  public var levelIDs: [String] { levels.map(\.id) }

  /// The texts of the top-most level, in their order.
  public var texts: [String] { top.nodes.flatMap(\.texts) }

  /// Returns whether the top-most level has a control with a name that can be pressed.
  public func canTap(_ name: String) -> Bool {
    top.controls.contains { $0.isNamed(name) && $0.node["send"] != nil }
  }

  /// Returns the value of a field as text: that of a toggle is `true` or `false`.
  public func value(of field: String) throws -> String? {
    try control(field, in: nil).node["value"].map { $0.text ?? $0.json }
  }

  // MARK: What a person does

  /// Presses a button, a row, a link, a tab or a toggle.
  ///
  /// - Parameters:
  ///   - name: Its text, or one of its texts.
  ///   - row: A text of the row that it belongs to, if there are several of them.
  public mutating func tap(_ name: String, in row: String? = nil) async throws {
    let control = try control(name, in: row)
    if control.node["kind"] == "toggle" { return try await toggle(control) }
    guard !control.takesValue else {
      throw mistake("\"\(name)\" takes a value: use enter, choose or set")
    }
    try await send(control, control.node["send"] == nil ? "tap" : "send")
  }

  /// Presses a button that asks for values first.
  ///
  /// - Parameters:
  ///   - name: Its text.
  ///   - values: The values by the ids of the fields.
  public mutating func tap(_ name: String, with values: [String: JSONLiteral]) async throws {
    let control = try control(name, in: nil)
    guard let action = control.node["send"] else {
      throw mistake("\"\(name)\" can't be used")
    }
    try await post(
      top.whole(
        action.replacing("$field") { $0.text.flatMap { values[$0] } },
        isWrapped: control.node["wrap"] == nil))
  }

  /// Types into a text field.
  ///
  /// - Parameters:
  ///   - text: What is typed.
  ///   - field: Its name.
  ///   - row: A text in the row that it belongs to, if several have one of the name.
  public mutating func enter(
    _ text: String, in field: String, row: String? = nil
  ) async throws {
    let control = try control(field, in: row)
    guard ["textField", "textEditor", "search"].contains(control.node["kind"]) else {
      throw mistake("\"\(field)\" is no text field")
    }
    guard control.node["type"] != nil else {
      return try await send(control, "send", .string(text))
    }
    guard let number = try? JSONLiteral(parsing: Array(text.utf8)), case .number = number else {
      throw mistake("\"\(field)\" takes a number, and \"\(text)\" is none")
    }
    try await send(control, "send", number)
  }

  /// Turns a toggle on or off.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - row: A text in the row that it belongs to, if several have one of the name.
  public mutating func toggle(_ name: String, row: String? = nil) async throws {
    try await toggle(control(name, in: row))
  }

  private mutating func toggle(_ control: ScreenControl) async throws {
    try await send(control, "send", .bool(control.node["value"] != true))
  }

  /// Chooses an option of a picker.
  ///
  /// - Parameters:
  ///   - option: The text of the option.
  ///   - picker: Its name.
  ///   - row: A text in the row that it belongs to, if several have one of the name.
  public mutating func choose(
    _ option: String, in picker: String, row: String? = nil
  ) async throws {
    let control = try control(picker, in: row)
    let options = control.node["options"]?.elements ?? []
    guard let chosen = options.first(where: { ScreenNode($0).texts.contains(option) }) else {
      throw mistake("\"\(picker)\" has no option \"\(option)\"")
    }
    try await send(
      control, "send", of: chosen["send"] == nil ? control.node : chosen, chosen["value"])
  }

  /// Makes the value of a stepper larger by a step.
  public mutating func increment(_ stepper: String) async throws {
    try await step(stepper, "increment", by: 1)
  }

  /// Makes the value of a stepper smaller by a step.
  public mutating func decrement(_ stepper: String) async throws {
    try await step(stepper, "decrement", by: -1)
  }

  private mutating func step(_ name: String, _ member: String, by sign: Double) async throws {
    let control = try control(name, in: nil)
    let node = control.node
    guard node["send"] != nil else { return try await send(control, member) }
    func number(_ member: String) -> Double? { node[member].flatMap { Double($0.json) } }
    guard node["kind"] == "stepper", let value = number("value") else {
      throw mistake("\"\(name)\" is no stepper")
    }
    let maximum = number("max") ?? .infinity
    let next = min(maximum, max(number("min") ?? -.infinity, value + sign * (number("step") ?? 1)))
    guard next != value else { throw mistake("\"\(name)\" can't go further") }
    let whole = Int(exactly: next)
    try await send(control, "send", .number(whole.map { "\($0)" } ?? "\(next)"))
  }

  /// Sets a stepper, a slider or a date.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - value: The value, as JSON.
  ///   - row: A text in the row that it belongs to, if several have one of the name.
  public mutating func set(
    _ name: String, to value: JSONLiteral, row: String? = nil
  ) async throws {
    try await send(control(name, in: row), "send", value)
  }

  /// Deletes a row.
  public mutating func delete(_ row: String) async throws {
    try await send(control(row, in: nil), "delete")
  }

  /// Leaves the top-most level: goes back, or closes what is presented.
  public mutating func back() async throws {
    guard let action = (top.json["back"] ?? top.json["close"])?["send"] else {
      throw mistake("Nothing leads back")
    }
    try await post(action)
  }

  // MARK: Sending

  private func control(_ name: String, in row: String?) throws -> ScreenControl {
    var found = top.controls.filter { $0.isNamed(name) }
    if let row { found = found.filter { $0.row.contains(row) } }
    guard let control = found.first else { throw mistake("There is no \"\(name)\"") }
    // Two ways to the same are no question.
    if found.contains(where: { $0.node["send"] != control.node["send"] }) {
      throw mistake("There are \(found.count) of \"\(name)\"")
    }
    return control
  }

  mutating func send(
    _ control: ScreenControl, _ member: String, of node: JSONLiteral? = nil,
    _ value: JSONLiteral? = nil
  ) async throws {
    guard let action = (node ?? control.node)[member] else {
      throw mistake("\"\(control.name)\" can't be used")
    }
    try await post(
      top.whole(
        value.map { action.replacing("$value", with: $0) } ?? action,
        isWrapped: control.node["wrap"] == nil))
  }

  private mutating func post(_ action: JSONLiteral) async throws {
    try await show(
      service.send(
        .post, path + "/actions", json: action.json, fields: ["Accept": HostedScreen.type]))
  }

  static let type = "application/vnd.backstack.screen+json"

  private func mistake(_ reason: String) -> ScreenMistake {
    ScreenMistake(reason: reason, screen: description)
  }
}

/// A control that a test can't use, or a view that depends on more than the state.
public struct ScreenMistake: Error, Sendable, CustomStringConvertible {
  /// The mistake, in a sentence.
  public let reason: String
  /// The screen as text.
  public let screen: String

  public var description: String { "\(reason)\nThe screen:\n\(screen)" }
}

extension HostedSession {
  /// Returns what a person sees and can do now.
  ///
  /// With `WRITE_SCREENS=1` in the environment, it and the screens that follow are drawn.
  ///
  /// - Throws: ``ServiceProblem`` if the session has ended, and ``ScreenMistake`` if the view depends on
  ///   more than the state.
  public func screen() async throws -> HostedScreen {
    try await screen(in: ScreenGallery.ofTest())
  }

  /// Returns what a person sees, and draws what they will see in a gallery.
  func screen(in gallery: ScreenGallery?) async throws -> HostedScreen {
    let response = try await service.send(
      .get, path + "/screen", fields: ["Accept": HostedScreen.type])
    return try await HostedScreen(service, path: path, response, gallery: gallery)
  }
}
