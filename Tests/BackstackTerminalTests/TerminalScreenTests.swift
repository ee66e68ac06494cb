import BackstackCoding
import Testing

@testable import BackstackTerminal

@Suite("A session in a terminal")
struct TerminalScreenTests {
  private static let up: [UInt8] = Array("\u{1B}[A".utf8)
  private static let down: [UInt8] = Array("\u{1B}[B".utf8)
  private static let left: [UInt8] = Array("\u{1B}[D".utf8)
  private static let right: [UInt8] = Array("\u{1B}[C".utf8)
  private static let escape: [UInt8] = [0x1B]
  private static let enter: [UInt8] = [0x0D]

  private func json(_ text: String) throws -> JSONLiteral {
    try JSONLiteral(decoding: Array(text.utf8))
  }

  /// A list of books: a stack of their screens, a sheet, and an alert in a destination.
  private func screen() throws -> TerminalScreen {
    TerminalScreen(
      description: try json(
        ##"""
        {"name": "library",
         "navigation": [
           {"pointer": "/path", "kind": "stack", "action": true, "cases": {"book": "push"}},
           {"pointer": "/form", "kind": "presentation", "action": true, "cases": {}},
           {"pointer": "/path/*/state/book/destination", "kind": "presentation", "action": true,
            "cases": {"alert": "alert"}}],
         "action": {"$ref": "#/$defs/Action", "$defs": {
           "Action": {"oneOf": [
             {"type": "string", "enum": ["addButtonTapped"]},
             {"type": "object", "properties": {"addButtonTapped": {"type": "object"}}},
             {"type": "object", "properties": {"bookTapped": {"type": "object",
               "properties": {"id": {"type": "string", "format": "uuid"}}, "required": ["id"]}}},
             {"type": "object", "properties": {"rate": {"type": "object", "properties": {
               "stars": {"type": "integer"}, "isPublic": {"type": "boolean"},
               "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
               "kind": {"$ref": "#/$defs/Kind"}}, "required": ["stars", "isPublic", "kind"]}}},
             {"type": "object", "properties": {"path": {"$ref": "#/$defs/Path"}}},
             {"type": "object", "properties": {"form": {"oneOf": [
               {"type": "string", "enum": ["dismiss"]},
               {"type": "object", "properties": {"presented": {"oneOf": [
                 {"type": "object", "properties": {"titleChanged": {"type": "string"}}}]}}}]}}}]},
           "Kind": {"oneOf": [{"type": "string", "enum": ["short"]},
             {"type": "object", "properties": {"long": {"type": "object",
               "properties": {"pages": {"type": "integer"}}, "required": ["pages"]}}}]},
           "Path": {"oneOf": [{"type": "object", "properties": {"element": {"type": "object",
             "properties": {"id": {"type": "integer"}, "action": {"oneOf": [
               {"type": "object", "properties": {"book": {"oneOf": [
                 {"type": "string", "enum": ["readButtonTapped"]},
                 {"type": "object", "properties": {"destination": {"type": "object"}}}]}}}]}}}}}]}}}}
        """##))
  }

  private func shown(_ state: String, version: Int = 0) throws -> JSONLiteral {
    try json(#"{"feature": "library", "version": \#(version), "state": \#(state)}"#)
  }

  private func text(_ screen: TerminalScreen, width: Int = 80, height: Int = 24) -> String {
    screen.lines(width: width, height: height).joined(separator: "\n")
  }

  @Test("The root shows its values and its actions, without those of other levels")
  func root() throws {
    var screen = try screen()
    let nested = #""a": {"b": {"c": {"d": 1}}}"#
    let state = #"{"titles": ["Dune"], "path": [], "form": null, "count": 3, \#(nested)}"#
    screen.show(try shown(state))
    #expect(
      text(screen) == """
        library   version 0

          titles:
            Dune
          count: 3
          a:
            b:
              c: {"d":1}

        ▸ addButtonTapped
          bookTapped…
          rate…

        ↑ ↓ choose · Enter sends · q quits
        """)
    #expect(screen.press(Self.enter) == [.send("addButtonTapped")])
    #expect(screen.press(Self.escape) == [])
    #expect(screen.press(Array("q".utf8)) == [.quit])
  }

  @Test("The level on top takes the actions, and Escape closes it")
  func levels() throws {
    var screen = try screen()
    let stack =
      #"[{"id": 0, "state": {"book": {"title": "A"}}}, {"id": 4, "state": {"book": {"title": "B"}}}]"#
    screen.show(try shown(#"{"path": \#(stack)}"#))
    #expect(
      text(screen).hasPrefix(
        "library › book › book   version 0\n\n  title: B\n\n▸ readButtonTapped\n\n"))
    let action = #"{"path": {"element": {"id": 4, "action": {"book": "readButtonTapped"}}}}"#
    #expect(screen.press(Self.enter) == [.send(try json(action))])
    #expect(screen.press(Self.escape) == [.send(try json(#"{"path": {"popFrom": {"id": 4}}}"#))])
    screen.show(try shown(#"{"path": [], "form": {"title": ""}}"#, version: 1))
    #expect(text(screen).hasPrefix("library › form   version 1"))
    #expect(screen.press(Self.escape) == [.send(try json(#"{"form": "dismiss"}"#))])
    // An older version that comes late changes nothing.
    screen.show(try shown(#"{"path": []}"#, version: 0))
    #expect(text(screen).hasPrefix("library › form"))
  }

  @Test("An alert's buttons are what can be done")
  func alert() throws {
    var screen = try screen()
    screen.show(
      try shown(
        #"""
        {"path": [{"id": 7, "state": {"book": {"title": "A", "destination": {"alert":
          {"title": "Sure?", "message": "It is gone then.", "buttons": [
            {"label": "Delete", "role": "destructive", "action": {"deleteConfirmed": {}}},
            {"label": "Keep", "role": "cancel"}]}}}}}]}
        """#))
    #expect(
      text(screen).hasPrefix(
        "library › book › alert   version 0\n\n  Sure?\n  It is gone then.\n\n▸ Delete\n  Keep\n"))
    func wrapped(_ action: String) throws -> TerminalScreen.Command {
      .send(
        try json(
          #"{"path":{"element":{"id":7,"action":{"book":{"destination":\#(action)}}}}}"#))
    }
    #expect(
      screen.press(Self.enter) == [try wrapped(#"{"presented":{"alert":{"deleteConfirmed":{}}}}"#)])
    #expect(screen.press(Self.down + Self.enter) == [try wrapped(#""dismiss""#)])
    #expect(screen.press(Self.escape) == [try wrapped(#""dismiss""#)])
  }

  @Test("A form has a line for each field, and sends what they say")
  func form() throws {
    var screen = try screen()
    screen.show(try shown(#"{"path": []}"#))
    #expect(screen.press(Self.down + Self.down + Self.enter) == [])
    #expect(
      text(screen).contains(
        """
        ▸ rate.stars: 0
          rate.isPublic: ‹ false ›
          rate.note: ‹ none ›
          rate.kind: ‹ short ›
          Send rate
        """))
    #expect(screen.press([0x7F] + Array("-4".utf8) + Self.enter) == [])
    #expect(screen.press(Self.right + Self.down) == [])
    // The optional is there, and can be typed.
    #expect(screen.press(Self.right + Self.down + Array("né".utf8) + [0x7F] + Self.down) == [])
    #expect(screen.press(Self.left + Self.down + Array("2".utf8) + Self.down) == [])
    #expect(text(screen).contains("  rate.kind: ‹ long ›\n  long.pages: 02\n▸ Send rate\n"))
    #expect(
      screen.press(Self.enter) == [
        .send(
          try json(
            #"{"rate":{"stars":-4,"isPublic":true,"note":"n","kind":{"long":{"pages":"02"}}}}"#))
      ])
    // Escape leaves a form, and keeps the level.
    #expect(screen.press(Self.enter + Self.escape) == [])
    #expect(text(screen).contains("▸ rate…"))
  }

  @Test("Fields of ids take those of the state")
  func ids() throws {
    let ids = ["A0000000-0000-4000-8000-000000000000", "B0000000-0000-4000-8000-000000000000"]
    var screen = try screen()
    screen.show(try shown(#"{"books": [{"id": "\#(ids[0])"}, {"id": "\#(ids[1])"}], "path": []}"#))
    _ = screen.press(Self.down + Self.enter + Self.right)
    #expect(
      screen.press(Self.enter + Self.enter) == [.send(["bookTapped": ["id": .string(ids[1])]])])
    _ = screen.press(Self.enter + Self.left + Self.left)
    #expect(
      screen.press(Self.enter + Self.enter) == [.send(["bookTapped": ["id": .string(ids[0])]])])
  }

  @Test("Long lists scroll, long lines are cut, and no text controls the terminal")
  func fitting() throws {
    var screen = try screen()
    let titles = (1...100).map { "\"\($0)\"" }.joined(separator: ",")
    screen.show(try shown(#"{"titles": [\#(titles)], "path": []}"#))
    for (width, height) in [(20, 8), (1, 1), (80, 24), (3, 3)] {
      let lines = screen.lines(width: width, height: height)
      #expect(lines.count <= height)
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    }
    #expect(screen.lines(width: 20, height: 8).contains("▸ addButtonTapped"))
    screen.show(try shown(#"{"name": "\u001b[2Jx\u202ey", "path": []}"#, version: 1))
    screen.tell("a\u{7}b")
    #expect(text(screen).contains("  name: �[2Jx�y"))
    #expect(text(screen).contains("a�b"))
  }

  @Test("Nonsense in place of snapshots and descriptions shows nothing, and traps nowhere")
  func nonsense() throws {
    for description in [
      "null", "[]",
      ##"{"navigation": [{}, 1], "action": {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}}"##,
    ] {
      var screen = TerminalScreen(description: try json(description))
      for snapshot in [
        "null", "{}", #"{"state": 1, "version": 0}"#, #"{"state": {"path": 3}, "version": 1}"#,
      ] {
        screen.show(try json(snapshot))
        _ = screen.press(Self.enter + Self.down + Self.escape + Self.left + Self.right)
        #expect(!screen.lines(width: 80, height: 24).isEmpty)
      }
    }
  }

  @Test(
    "Keys",
    arguments: [
      (Array("ab\r".utf8), [Key.text("ab"), .enter]), ([0x1B], [.escape]),
      ([0x1B, 0x1B], [.escape, .escape]),
      (Array("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D".utf8), [.up, .down, .right, .left]),
      (Array("\u{1B}[1;5Ax".utf8), [.text("x")]), (Array("\u{1B}[3~".utf8), []),
      (Array("\u{1B}[".utf8), []), ([0x7F, 0x08, 0x09], [.backspace, .backspace, .down]),
      (Array("é\u{3}".utf8), [.text("é")]),
    ])
  func keys(_ bytes: [UInt8], _ keys: [Key]) {
    #expect(Key.all(in: bytes) == keys)
  }

  @Test("Responses are read, and other bytes are refused")
  func responses() throws {
    let response = try HTTPClient.response(
      Array(
        "HTTP/1.1 201 Created\r\nETag: \"1\"\r\nlocation:  /sessions/1\r\nContent-Length: 7\r\n\r\n{\"a\":1}"
          .utf8))
    #expect(response.status == 201 && response.tag == "\"1\"" && response.location == "/sessions/1")
    #expect(response.json == ["a": 1])
    for text in [
      "", "HTTP/1.1 200 OK\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
    ] {
      #expect(throws: TerminalError.self) { try HTTPClient.response(Array(text.utf8)) }
    }
  }
}
