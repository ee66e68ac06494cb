import Foundation
import Testing

@testable import BackstackClient

@MainActor
@Suite("The screens of a session")
struct ScreenTests {
  private let service = FakeService()

  private static let field: JSONValue = [
    "kind": "textField", "id": "title", "text": "Title", "value": "Old",
    "send": ["binding": ["title": ["$value": "string"]]],
  ]
  private static let save: JSONValue = ["kind": "button", "id": "save", "send": "saveButtonTapped"]

  /// The root, and levels over it: each over the one before.
  private static func screen(_ levels: JSONValue...) -> JSONValue {
    var all: [JSONValue] = [["id": "root", "style": "root", "title": "Todos", "body": [save]]]
    for level in levels {
      var members = level.objectValue ?? [:]
      members["below"] = all.last?["id"]
      all.append(.object(members))
    }
    return ["title": "Todos", "levels": .array(all)]
  }

  private static func sheet(_ id: String = "edit@1", _ body: JSONValue = [field]) -> JSONValue {
    [
      "id": .string(id), "style": "sheet", "title": "Edit", "body": body,
      "close": ["send": ["edit": "dismiss"]], "wrap": ["edit": ["presented": ["$action": true]]],
    ]
  }

  /// A sheet whose field has a text.
  private static func editing(_ text: String) -> JSONValue {
    var members = field.objectValue ?? [:]
    members["value"] = .string(text)
    return screen(sheet("edit@1", [.object(members)]))
  }

  private static func title(_ text: JSONValue) -> JSONValue {
    ["edit": ["presented": ["binding": ["title": text]]]]
  }

  private static let pushed: JSONValue = [
    "id": "path/3", "style": "push", "title": "Todo", "body": [],
    "back": ["text": "Todos", "send": ["path": ["popFrom": ["id": 3]]]],
  ]

  private static func snapshot(_ version: Int, _ screen: JSONValue) -> JSONValue {
    [
      "id": "s1", "feature": "todos", "version": .integer(Int64(version)), "screen": screen,
      "effects": 0,
    ]
  }

  private func open(
    _ screen: JSONValue
  ) async throws -> (RemoteScreen, stream: FakeService.Exchange) {
    let url = try #require(URL(string: "http://server"))
    let options = RemoteOptions(transport: service, clock: ManualClock())
    async let opening = RemoteScreen.open(url, feature: "todos", options: options)
    try await service.next().respond(Self.snapshot(0, screen), status: 201)
    let stream = await service.next()
    return (try await opening, stream)
  }

  private func content(_ exchange: FakeService.Exchange) throws -> JSONValue {
    try JSONParser.value(try #require(exchange.request.content))
  }

  // MARK: The wire

  @Test("The session is asked for screens, and its stream's patches are those of screens")
  func wire() async throws {
    let url = try #require(URL(string: "http://server"))
    let options = RemoteOptions(transport: service, clock: ManualClock())
    async let opening = RemoteScreen.resume(url, id: "s1", options: options)
    let reading = await service.next()
    #expect(reading.path == "/sessions/s1/screen")
    #expect(
      reading.request.fields["Accept"]
        == "application/vnd.backstack.screen+json, application/json")
    try reading.respond(Self.snapshot(0, Self.screen()))
    let stream = await service.next()
    let screen = try await opening
    #expect(stream.request.url.absoluteString == "http://server/sessions/s1/events?view=screen")
    #expect(screen.title == "Todos" && screen.levels.map(\.id) == ["root"])
    stream.send(
      "event: patch\nid: 1\nbase: 0\ndata: [{\"op\":\"replace\","
        + "\"path\":\"/screen/levels/0/title\",\"value\":\"Mine\"}]\n\n")
    await screen.changes { screen.levels.first?.title == "Mine" }
  }

  @Test("An action for a sheet that has made way for another is not sent for that one")
  func replacedSheet() async throws {
    let (screen, _) = try await open(Self.screen(Self.sheet("edit@1", [Self.save])))
    let level = try #require(screen.levels.last)
    let press = screen.press(level.body[0], on: level)
    let action = await service.next()
    #expect(action.request.fields["If-Match"] == "\"0\"")
    #expect(try content(action) == ["edit": ["presented": "saveButtonTapped"]])
    try action.respond(
      ["type": "/problems/version-mismatch", "snapshot": Self.state(1)], status: 412)
    let reading = await service.next()
    #expect(reading.path == "/sessions/s1/screen")
    try reading.respond(Self.snapshot(1, Self.screen(Self.sheet("edit@2"))))
    await press?.value
    #expect(screen.levels.map(\.id) == ["root", "edit@2"])
    #expect(screen.error == nil)
  }

  private static func state(_ version: Int) -> JSONValue {
    ["id": "s1", "feature": "todos", "version": .integer(Int64(version)), "state": [:]]
  }

  @Test("What a level does when it appears is sent once, with a key that all devices have")
  func appears() async throws {
    var root = try #require(Self.screen()["levels"]?[0]?.objectValue)
    root["appear"] = "task"
    let whole: JSONValue = ["levels": [.object(root)]]
    let (screen, stream) = try await open(whole)
    let action = await service.next()
    #expect(action.request.fields["Idempotency-Key"] == "\"appear-root\"")
    #expect(try content(action) == "task")
    try action.respond(Self.snapshot(1, whole))
    root["title"] = "Later"
    let later: JSONValue = ["levels": [.object(root)]]
    let data = String(decoding: try JSONEncoder().encode(Self.snapshot(2, later)), as: UTF8.self)
    stream.send("event: snapshot\nid: 2\ndata: \(data)\n\n")
    await screen.changes { screen.levels[0].title == "Later" }
    let level = screen.levels[0]
    screen.press(level.body[0], on: level)
    #expect(try content(await service.next()) == "saveButtonTapped")
  }

  // MARK: Fields

  @Test("What was typed is shown at once, and the latest text is sent once")
  func typing() async throws {
    let (screen, _) = try await open(Self.screen(Self.sheet()))
    let level = try #require(screen.levels.last)
    let field = level.body[0]
    screen.type("N", into: field, on: level)
    #expect(screen.text(of: field, on: level) == "N")
    let first = await service.next()
    #expect(try content(first) == ["edit": ["presented": ["binding": ["title": "N"]]]])
    screen.type("Ne", into: field, on: level)
    let last = screen.type("New", into: field, on: level)
    // The response has the first text; what was typed since stays.
    try first.respond(Self.snapshot(1, Self.editing("N")))
    let second = await service.next()
    #expect(screen.value(of: field, on: level) == "New")
    #expect(try content(second) == Self.title("New"))
    try second.respond(Self.snapshot(2, Self.editing("NEW")))
    await last?.value
    #expect(screen.text(of: screen.levels[1].body[0], on: level) == "NEW")
  }

  @Test(
    "Two people's changes of a text are both in it, also of what is typed while one is on its way")
  func merged() async throws {
    let (screen, stream) = try await open(Self.editing("hello"))
    let level = try #require(screen.levels.last)
    let field = level.body[0]
    screen.type("hello world", into: field, on: level)
    let first = await service.next()
    #expect(first.request.fields["If-Match"] == "\"0\"")
    let last = screen.type("hello world!", into: field, on: level)
    try first.respond(
      ["type": "/problems/version-mismatch", "snapshot": Self.state(1)], status: 412)
    try await service.next().respond(Self.snapshot(1, Self.editing("Oh, hello")))
    let second = await service.next()
    #expect(second.request.fields["If-Match"] == "\"1\"")
    #expect(try content(second) == Self.title("Oh, hello world!"))
    #expect(screen.text(of: field, on: level) == "Oh, hello world!")
    try second.respond(Self.snapshot(2, Self.editing("Oh, hello world!")))
    await last?.value
    #expect(screen.text(of: screen.levels[1].body[0], on: level) == "Oh, hello world!")
    // What is refused is merged, too, and is not sent again by itself.
    let refused = screen.type("Oh, hello world?", into: field, on: level)
    try await service.next().respond(["type": "/problems/invalid-value"], status: 422)
    await refused?.value
    let data = String(
      decoding: try JSONEncoder().encode(Self.snapshot(3, Self.editing("Hello world!"))),
      as: UTF8.self)
    stream.send("event: snapshot\nid: 3\ndata: \(data)\n\n")
    await screen.changes { screen.text(of: field, on: level) == "Hello world?" }
    #expect(screen.refusal(of: field, on: level) != nil)
  }

  @Test(
    "An action has what those before it have led to; one of a control that says something else, what it had"
  )
  func turns() async throws {
    func form(_ title: JSONValue, _ isPaid: JSONValue) -> JSONValue {
      func set(_ title: JSONValue, _ isPaid: JSONValue) -> JSONValue {
        ["set": ["title": title, "isPaid": isPaid]]
      }
      let color: JSONValue = ["value": "red", "send": ["color": set(title, isPaid)]]
      return Self.screen([
        "id": "bill@1", "style": "sheet",
        "body": [
          [
            "kind": "textField", "id": "title", "value": title,
            "send": set(["$value": "string"], isPaid),
          ],
          [
            "kind": "toggle", "id": "paid", "value": isPaid,
            "send": set(title, ["$value": "boolean"]),
          ],
          ["kind": "picker", "id": "color", "options": [color], "send": "other"],
          ["kind": "button", "id": "save", "text": "Save", "send": ["save": set(title, isPaid)]],
          [
            "kind": "button", "id": "pay", "text": isPaid == true ? "Refund" : "Pay",
            "send": ["pay": set(title, isPaid)],
          ],
        ],
      ])
    }
    let (screen, _) = try await open(form("", false))
    let level = try #require(screen.levels.last)
    let body = level.body
    screen.type("Lunch", into: body[0], on: level)
    screen.choose(true, of: body[1], on: level)
    screen.choose("red", of: body[2], on: level, option: body[2].nodes("options")[0])
    screen.press(body[3], on: level)
    screen.press(body[4], on: level)
    let lunch: JSONValue = ["set": ["title": "Lunch", "isPaid": true]]
    let expected: [JSONValue] = [
      ["set": ["title": "Lunch", "isPaid": false]], lunch, ["color": lunch], ["save": lunch],
      ["pay": ["set": ["title": "", "isPaid": false]]],
    ]
    for (version, action) in expected.enumerated() {
      let exchange = await service.next()
      #expect(try content(exchange) == action)
      try exchange.respond(Self.snapshot(version + 1, form("Lunch", .bool(version > 0))))
    }
  }

  @Test("No action overtakes a text that the service refuses, but what cancels is sent")
  func held() async throws {
    let cancel: JSONValue = [
      "kind": "button", "id": "cancel", "role": "cancel", "wrap": .null,
      "send": "cancelButtonTapped",
    ]
    let (screen, _) = try await open(
      Self.screen(Self.sheet("edit@1", [Self.field, Self.save, cancel])))
    let level = try #require(screen.levels.last)
    let (field, save) = (level.body[0], level.body[1])
    screen.type("", into: field, on: level)
    let press = screen.press(save, on: level)
    try await service.next().respond(
      ["type": "/problems/invalid-value", "detail": "A title is needed."], status: 422)
    await press?.value
    #expect(screen.held == ScreenField(level: "edit@1", node: "title"))
    #expect(screen.refusal(of: field, on: level) == "A title is needed.")
    #expect(screen.value(of: field, on: level) == "")
    screen.press(level.body[2], on: level)
    let action = await service.next()
    #expect(try content(action) == "cancelButtonTapped")
    try action.respond(Self.snapshot(1, Self.screen()))
    await screen.changes { screen.levels.count == 1 }
    #expect(screen.held == nil)
  }

  @Test("Return submits a field, or presses the button that confirms; in a text it begins a line")
  func enter() async throws {
    let submitted: JSONValue = ["kind": "textField", "id": "a", "submit": "searched"]
    let lines: JSONValue = ["kind": "textField", "multiline": true, "submit": "searched"]
    let confirm: JSONValue = ["kind": "button", "send": "saved", "shortcut": "defaultAction"]
    let save: JSONValue = ["kind": "row", "children": [confirm]]
    let (screen, _) = try await open(
      Self.screen(Self.sheet("edit@1", [submitted, lines, Self.field, save])))
    let level = try #require(screen.levels.last)
    #expect(screen.enter(level.body[1], on: level) == nil)
    screen.enter(level.body[0], on: level)
    let first = await service.next()
    #expect(try content(first) == ["edit": ["presented": "searched"]])
    try first.respond(Self.snapshot(1, Self.screen(Self.sheet("edit@1", []))))
    screen.enter(level.body[2], on: level)
    #expect(try content(await service.next()) == ["edit": ["presented": "saved"]])
  }

  @Test("Values of a prompt's fields, and where a row goes, are in their actions")
  func prompt() async throws {
    let prompt: JSONValue = ["kind": "prompt", "id": "p", "send": ["rate": ["$field": "stars"]]]
    let row: JSONValue = ["kind": "row", "id": "r", "move": ["moved": ["$value": "integer"]]]
    let (screen, _) = try await open(Self.screen(Self.sheet("edit@1", [prompt, row])))
    let level = try #require(screen.levels.last)
    screen.submit(level.body[0], on: level, fields: ["stars": 4])
    let first = await service.next()
    #expect(try content(first) == ["edit": ["presented": ["rate": 4]]])
    try first.respond(Self.snapshot(1, Self.screen(Self.sheet("edit@1", [prompt, row]))))
    screen.press(level.body[1], on: level, "move", value: 0)
    #expect(try content(await service.next()) == ["edit": ["presented": ["moved": 0]]])
  }

  // MARK: Levels

  @Test("A level that the person closes is gone at once, and comes back if the service refuses")
  func closing() async throws {
    let (screen, _) = try await open(Self.screen(Self.pushed, Self.sheet()))
    let close = screen.close(screen.levels[1])
    #expect(screen.levels.map(\.id) == ["root"])
    let action = await service.next()
    #expect(try content(action) == ["path": ["popFrom": ["id": 3]]])
    #expect(action.request.fields["If-Match"] == nil)
    try action.respond(["type": "/problems/invalid-value"], status: 422)
    await close?.value
    #expect(screen.levels.map(\.id) == ["root", "path/3", "edit@1"])
    #expect(screen.error?.problem?.kind == "invalid-value")
    #expect(screen.close(screen.levels[0]) == nil)
  }

  @Test("A level with a refused text stays open, and closed again gives that up")
  func closingWithRefusal() {
    var shown = ShownScreens()
    shown.update(Self.screen(Self.sheet()))
    let field = ScreenField(level: "edit@1", node: "title")
    shown.change(field, to: "x", action: Self.title("x"), isTyped: true)
    #expect(shown.send(field)?.action == Self.title("x") && shown.send(field) == nil)
    shown.refuse(field, "No.", mayPass: false)
    #expect(shown.unsent == [])
    #expect(shown.close("edit@1") == nil && shown.held == field)
    let closing = shown.close("edit@1")
    #expect(
      closing
        == ShownScreens.Closing(
          levels: ["edit@1"], actions: [["edit": "dismiss"]], presented: ["edit@1"]))
    #expect(shown.value(of: field) == nil && shown.held == nil)
  }

  @Test("Without a connection a change is sent again with the next action; a choice is not kept")
  func unreachable() {
    var shown = ShownScreens()
    shown.update(Self.screen(Self.sheet()))
    let field = ScreenField(level: "edit@1", node: "title")
    shown.change(field, to: "x", action: "set", isTyped: false)
    _ = shown.send(field)
    shown.refuse(field, "No connection.", mayPass: true)
    #expect(shown.unsent == [field] && shown.value(of: field) == "x")
    _ = shown.send(field)
    shown.refuse(field, "No.", mayPass: false)
    #expect(shown.unsent == [] && shown.value(of: field) == nil)
    // What had the value is gone, and with it what was typed.
    shown.change(field, to: "y", action: "set", isTyped: true)
    shown.update(Self.screen())
    #expect(shown.value(of: field) == nil)
  }

  @Test("A field for numbers takes no words")
  func numbers() {
    let node = ScreenNode(["kind": "textField", "type": "integer"])
    #expect(node.value(ofTyped: "12") == 12 && node.value(ofTyped: "1.5") == nil)
    #expect(node.value(ofTyped: "x") == nil && node.value(ofTyped: "") == nil)
    #expect(ScreenNode(["type": "number"]).value(ofTyped: "1,5") == 1.5)
    #expect(ScreenNode(["type": "json"]).value(ofTyped: "[1") == "[1")
    #expect(ScreenNode([:]).value(ofTyped: "12") == "12")
  }

  @Test("A node of a kind that nobody knows has something to draw")
  func fallback() {
    let text: JSONValue = ["kind": "text", "text": "a"]
    let map = ScreenNode(["kind": "custom", "fallback": [text], "children": []])
    #expect(map.fallback.map(\.text) == ["a"])
    #expect(ScreenNode(["kind": "later", "children": [text]]).fallback.map(\.text) == ["a"])
    let row: JSONValue = ["kind": "row", "children": [text, ["kind": "spacer"]]]
    #expect(ScreenNode(["kind": "button", "label": [row, text]]).text == "a a")
    #expect(ScreenLevel(["id": "x", "style": "later"])?.style == .sheet)
  }
}

@MainActor
@Suite("The screens of a server", .enabled(if: Server.isThere))
struct ServerScreenTests {
  @Test("An item is added by the screens alone")
  func inventory() async throws {
    let server = try Server(["--storage", "memory"])
    let screen = try await RemoteScreen.open(server.url, feature: "inventory")
    let root = screen.levels[0]
    let add = try #require(root.toolbar.first { $0["send"] != nil })
    await screen.press(add, on: root)?.value
    let sheet = try #require(screen.levels.last)
    #expect(sheet.style == .sheet)
    let name = try #require(sheet.node(of: "textField"))
    screen.type("Lantern", into: name, on: sheet)
    let confirm = try #require(
      sheet.toolbar.first { $0["placement"] == "confirmationAction" })
    await screen.press(confirm, on: sheet)?.value
    #expect(screen.error == nil && screen.levels.count == 1)
    #expect("\(screen.levels[0].json)".contains("Lantern"))
    // Another device opens the same form, and this one closes it.
    let other = try await RemoteScreen.resume(server.url, id: screen.session.id)
    await other.press(add, on: root)?.value
    await screen.changes { screen.levels.count == 2 }
    await screen.close(screen.levels[1])?.value
    #expect(screen.levels.count == 1)
    await other.changes { other.levels.count == 1 && other.status == .online }
    try await screen.session.end()
    await other.changes { other.status == .gone(.gone(reason: "deleted")) }
  }
}

extension ScreenLevel {
  /// Returns the first node of a kind.
  fileprivate func node(of kind: String) -> ScreenNode? {
    func first(_ nodes: [ScreenNode]) -> ScreenNode? {
      for node in nodes {
        if node.kind == kind { return node }
        if let found = first(node.children) { return found }
      }
      return nil
    }
    return first(body)
  }
}
