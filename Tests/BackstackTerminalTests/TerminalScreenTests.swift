import BackstackCoding
import BackstackScreenText
import FoundationEssentials
import Testing

@testable import BackstackTerminal

@Suite("A session in a terminal")
struct TerminalScreenTests {
  // MARK: A person

  /// A person at a terminal who sees the screens that a test shows.
  private struct Person {
    private(set) var screen: TerminalScreen
    private var version = -1

    init() throws { screen = TerminalScreen(timeZone: try #require(TimeZone(secondsFromGMT: 0))) }

    /// Shows levels, of which each is the JSON of a level's members besides its id.
    mutating func see(_ levels: (String, String)...) throws -> [TerminalScreen.Command] {
      screen.show(try document(levels))
    }

    mutating func document(_ levels: [(String, String)]) throws -> JSONLiteral {
      version += 1
      let texts = levels.map { #"{"id": "\#($0)", \#($1)}"# }
      return try json(
        #"{"version": \#(version), "screen": {"levels": [\#(texts.joined(separator: ","))]}}"#)
    }

    mutating func accept(
      _ action: String, _ levels: (String, String)...
    ) throws -> [TerminalScreen.Command] {
      screen.accept(try json(action), try document(levels))
    }

    mutating func refuse(_ action: String, _ reason: String) throws {
      screen.refuse(try json(action), reason)
    }

    mutating func press(_ keys: String...) -> [TerminalScreen.Command] {
      keys.flatMap { screen.press(Array($0.utf8)) }
    }

    func text(width: Int = 60, height: Int = 40) -> String {
      screen.lines(width: width, height: height, now: Date(timeIntervalSince1970: 1_000_000))
        .joined(separator: "\n")
    }

    /// The lines of the level.
    var body: String {
      text().split(separator: "\n\n", omittingEmptySubsequences: false).dropFirst().dropLast()
        .joined(separator: "\n\n")
    }
  }

  private func sent(_ texts: String...) throws -> [TerminalScreen.Command] {
    try texts.map { .send(try json($0)) }
  }

  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"
  private static let right = "\u{1B}[C"
  private static let left = "\u{1B}[D"
  private static let enter = "\r"
  private static let escape = "\u{1B}"
  private static let tab = "\t"

  private static let list = (
    "root",
    #"""
    "title": "Stand-ups",
    "toolbar": [{"kind": "button", "id": "b", "text": "Add a stand-up", "send": "add"}],
    "body": [{"kind": "list", "children": [
      {"kind": "button", "id": "1", "send": {"tapped": 1}, "label": [{"kind": "column", "children": [
        {"kind": "text", "text": "Navigation"}, {"kind": "row", "children": [
          {"kind": "label", "icon": "person", "text": "3", "accessibility": {"label": "3 attendees"}},
          {"kind": "spacer"}, {"kind": "label", "icon": "clock", "text": "1 min"}]}]}]},
      {"kind": "button", "id": "2", "send": {"tapped": 2}, "label": [{"kind": "column", "children": [
        {"kind": "text", "text": "Ops"}, {"kind": "row", "children": [
          {"kind": "label", "text": "12"}, {"kind": "label", "text": "15 min"}]}]}]}]}]
    """#
  )

  /// The form of a stand-up with a title, and attendees.
  private static func form(_ title: String, _ names: String...) -> (String, String) {
    let attendees = names.enumerated().map { index, name in
      #"""
      {"kind": "textField", "id": "n\#(index)", "text": "Name", "value": "\#(name)",
       "swipe": [{"kind": "button", "id": "n\#(index).s", "text": "Remove", "role": "destructive",
                  "send": {"form": {"remove": \#(index)}}}],
       "send": {"form": {"name": {"id": \#(index), "to": {"$value": "string"}}}}},
      """#
    }
    return (
      "sheet",
      #"""
      "title": "New stand-up", "style": "sheet",
      "wrap": {"destination": {"presented": {"$action": true}}}, "close": {"send": "dismiss"},
      "toolbar": [
        {"kind": "button", "id": "b0", "text": "Cancel", "placement": "cancellationAction",
         "send": "cancel", "wrap": null},
        {"kind": "button", "id": "b1", "text": "Add", "placement": "confirmationAction",
         "send": "confirm", "wrap": null}],
      "body": [{"kind": "form", "children": [
        {"kind": "section", "header": [{"kind": "text", "text": "Stand-up"}], "children": [
          {"kind": "textField", "id": "t", "text": "Title", "value": "\#(title)",
           "send": {"form": {"title": {"$value": "string"}}}},
          {"kind": "stepper", "id": "l", "text": "Length: 5 min", "value": 300, "min": 1,
           "max": 360, "step": 60, "send": {"form": {"seconds": {"$value": "integer"}}}}]},
        {"kind": "section", "header": [{"kind": "text", "text": "Attendees"}], "children": [
          \#(attendees.joined())
          {"kind": "button", "id": "a", "text": "Add an attendee", "send": {"form": "add"}}]}]}]
      """#
    )
  }

  private func wrapped(_ action: String) -> String {
    #"{"destination":{"presented":{"form":\#(action)}}}"#
  }

  // MARK: A story

  @Test("A stand-up is added by keys alone")
  func story() throws {
    var person = try Person()
    #expect(try person.see(Self.list) == [])
    #expect(
      person.text() == """
        Stand-ups

          [Add a stand-up]

        ▸ Navigation  3 attendees  1 min
          Ops         12           15 min

        ↑ ↓ choose · Enter presses · q quits
        """)
    #expect(person.press(Self.up, Self.enter) == (try sent(#""add""#)))
    _ = try person.accept(#""add""#, Self.list, Self.form("", "Ada"))
    #expect(
      person.text() == """
        Stand-ups › New stand-up

          Stand-up
        ▸   Title          _
            Length: 5 min  − +

          Attendees
            Name  Ada
            [Add an attendee]

          [Cancel]
          [Add]

        ↑ ↓ choose · Enter edits · Escape closes · q quits
        """)
    // Typed in place: also the letter that quits elsewhere.
    #expect(person.press(Self.enter, "Qs", "\u{7F}", "quick") == [])
    #expect(person.text().contains("▸   Title          Qquick▏\n"))
    #expect(person.press(Self.left, Self.left, "!", Self.right, Self.right, Self.right) == [])
    let title = wrapped(#"{"title":"Qqui!ck"}"#)
    #expect(person.press(Self.enter) == (try sent(title)))
    #expect(person.text().contains("▸   Title          Qqui!ck …\n"))
    _ = try person.accept(title, Self.list, Self.form("Qqui!ck", "Ada"))
    #expect(person.text().contains("▸   Title          Qqui!ck\n"))
    // Steps are counted before the server has answered, and end at the bounds.
    let steps = try sent(wrapped(#"{"seconds":360}"#), wrapped(#"{"seconds":300}"#))
    #expect(person.press(Self.tab, Self.right, Self.right, Self.left) == steps)
    // What is behind a row comes with its selection.
    #expect(person.press(Self.down) == [])
    #expect(person.text().contains("▸   Name  Ada\n      [Remove]\n    [Add"))
    #expect(person.press(Self.down, Self.enter) == (try sent(wrapped(#"{"remove":0}"#))))
    #expect(try person.accept("0", Self.list, Self.form("Qqui!ck")) == [])
    // The row is gone; the selection is at what has come to its place.
    #expect(person.text().contains("  Attendees\n▸   [Add an attendee]\n"))
    #expect(person.press(Self.down, Self.down, Self.enter) == (try sent(#""confirm""#)))
    _ = try person.accept(#""confirm""#, Self.list)
    // Where the person was on the level below.
    #expect(person.text().contains("▸ [Add a stand-up]"))
    #expect(person.press("q") == [.quit])
  }

  @Test("Only where Alt and Enter begin a line, it says so; Ctrl-C quits also while one types")
  func newLines() throws {
    var person = try Person()
    let body =
      #"""
      "body": [
        {"kind": "textEditor", "id": "n", "text": "Note", "value": "a", "send": {"$value": 1}},
        {"kind": "textField", "id": "t", "text": "Title", "value": "a", "send": {"$value": 1}}]
      """#
    _ = try person.see(("root", body))
    #expect(person.press(Self.enter, "\u{1B}\r", "b") == [])
    #expect(person.text().contains("▸ Note   a⏎b▏\n"))
    #expect(person.text(width: 90).contains("Enter sends · Alt and Enter begin a line · Escape"))
    #expect(person.press(Self.enter) == (try sent(#""a\nb""#)))
    #expect(person.press(Self.down, Self.enter, "\u{1B}\r", "b") == [])
    #expect(person.text().contains("▸ Title  ab▏\n"))
    #expect(person.text().contains("Enter sends · Escape"))
    #expect(person.press("\u{3}") == [.quit])
  }

  @Test("A pasted text is one text, with lines where the field has them, and presses nothing")
  func pasting() throws {
    let pasted = "\u{1B}[200~Ann\u{7}a\r\nBob q\rCarl\u{1B}[201~"
    for (kind, text) in [("textField", "Anna Bob q Carl"), ("textEditor", #"Anna\nBob q\nCarl"#)] {
      var person = try Person()
      _ = try person.see(
        (
          "root",
          #""body": [{"kind": "\#(kind)", "id": "n", "value": "", "send": {"set": {"$value": "string"}}}]"#
        ))
      // Nothing is chosen yet.
      #expect(person.press(pasted) == [])
      #expect(person.press(Self.enter, pasted) == [])
      #expect(try person.press(Self.enter) == sent(#"{"set": "\#(text)"}"#))
    }
  }

  @Test("A refused field keeps what was typed, whatever comes meanwhile")
  func refusal() throws {
    var person = try Person()
    _ = try person.see(Self.form("Old"))
    #expect(person.press(Self.enter, " one") == [])
    let action = wrapped(#"{"title":"Old one"}"#)
    #expect(person.press(Self.enter) == (try sent(action)))
    // Another device has changed the title.
    _ = try person.see(Self.form("Theirs"))
    #expect(person.text().contains("▸   Title          Old one …\n"))
    try person.refuse(action, "Titles have at most 5 characters.")
    #expect(person.text().contains("▸   Title          Old one▏\n"))
    #expect(person.text().contains("\n\nTitles have at most 5 characters.\ntype · Enter sends"))
    // An alert covers it, and goes again.
    _ = try person.see(Self.form("Theirs"), ("alert", #""style": "alert", "body": []"#))
    _ = try person.see(Self.form("Theirs"))
    #expect(person.text().contains("▸   Title          Old one (not sent)\n"))
    #expect(person.press(Self.enter, "\u{7F}\u{7F}\u{7F}\u{7F}") == [])
    #expect(person.press(Self.tab) == (try sent(wrapped(#"{"title":"Old"}"#))))
    #expect(person.text().contains("▸   Length"))
    // Escape leaves the field, not the level.
    #expect(person.press(Self.up, Self.enter, "x", Self.escape) == [])
    #expect(person.text().contains("▸   Title          Theirs\n"))
    #expect(person.press(Self.escape) == (try sent(#""dismiss""#)))
    // A switch that is refused is as it was.
    let toggle =
      #""body": [{"kind": "toggle", "id": "t", "text": "On", "value": false, "send": {"on": {"$value": "boolean"}}}]"#
    _ = try person.see(("root", toggle))
    #expect(person.press(Self.enter) == (try sent(#"{"on":true}"#)))
    #expect(person.body == "▸ On  [x]")
    try person.refuse(#"{"on":true}"#, "No.")
    #expect(person.body == "▸ On  [ ]")
  }

  @Test("An alert has its title, its message and its buttons; Enter does not delete by accident")
  func alert() throws {
    var person = try Person()
    let alert =
      #"""
      "style": "alert", "title": "Delete?", "wrap": {"alert": {"$action": true}},
      "message": [{"kind": "text", "text": "It is gone then, with all that was ever written about it."}],
      "close": {"send": "dismiss"}, "body": [
        {"kind": "button", "id": "0", "text": "Delete", "role": "destructive", "send": "delete"},
        {"kind": "button", "id": "1", "text": "Keep", "role": "cancel", "send": "dismiss", "wrap": null}]
      """#
    _ = try person.see(Self.list, ("alert", alert))
    #expect(
      person.text(width: 40) == """
        Stand-ups

          Delete?

          It is gone then, with all that was
          ever written about it.

          [Delete]
        ▸ [Keep]

        ↑ ↓ choose · Enter presses · Escape
        closes · q quits
        """)
    #expect(person.press(Self.enter) == (try sent(#""dismiss""#)))
    #expect(person.press(Self.up, Self.enter) == (try sent(#"{"alert":"delete"}"#)))
  }

  @Test("A prompt asks for its fields one after the other, and sends them")
  func prompt() throws {
    var person = try Person()
    let level = (
      "root",
      #"""
      "wrap": {"shop": {"$action": true}}, "body": [{"kind": "prompt", "id": "p", "text": "Rate", "fields": [
        {"kind": "textField", "id": "stars", "text": "Stars", "type": "integer", "value": 0},
        {"kind": "toggle", "id": "isPublic", "text": "Public", "value": false},
        {"kind": "picker", "id": "kind", "text": "Kind", "value": "short", "options": [
          {"kind": "text", "text": "Short", "value": "short"}, {"kind": "text", "text": "Long", "value": {"pages": 2}}]},
        {"kind": "textField", "id": "note", "text": "Note", "value": ""}],
       "send": {"rate": {"stars": {"$field": "stars"}, "isPublic": {"$field": "isPublic"},
                         "kind": {"$field": "kind"}, "note": {"$field": "note"}, "x": {"$field": "no"}}}}]
      """#
    )
    _ = try person.see(level)
    #expect(person.body == "▸ [Rate…]")
    #expect(person.press(Self.enter, "\u{7F}", "-4", Self.enter, Self.right, Self.enter) == [])
    #expect(person.press(Self.right, Self.enter, "né", Self.up, Self.tab, "\u{7F}") == [])
    #expect(
      person.body == """
          [Rate…]
            Stars  -4
            Public  [x]
            Kind  ‹ Long ›
        ▸   Note  n▏
        """)
    let action =
      #"{"shop":{"rate":{"stars":-4,"isPublic":true,"kind":{"pages":2},"note":"n","x":{"$field":"no"}}}}"#
    #expect(person.press(Self.enter) == (try sent(action)))
    // It is sent once, and what was refused can be changed.
    #expect(person.press(Self.enter) == [])
    try person.refuse(action, "Stars are 1 to 5.")
    #expect(person.text().contains("Stars are 1 to 5."))
    #expect(person.press(Self.up, Self.up, Self.up, "x", Self.down, Self.down, Self.down) == [])
    let changed = action.replacing("-4", with: #""-4x""#)
    #expect(person.press(Self.enter) == (try sent(changed)))
    _ = try person.accept(changed, level)
    #expect(person.body == "▸ [Rate…]")
    #expect(person.press(Self.enter, "x", Self.escape) == [])
    #expect(person.body == "▸ [Rate…]")
  }

  // MARK: Kinds

  /// The JSON of a body, and its lines, the first control of which is selected.
  private static let kinds: [(String, String)] = [
    (
      #"{"kind": "text", "text": "One\nTwo"}, {"kind": "divider"}, {"kind": "spacer"}"#,
      "  One\n  Two\n  ────────"
    ),
    (#"{"kind": "text", "format": "date", "value": "2026-09-21T14:13:20Z"}"#, "  2026-09-21"),
    (#"{"kind": "text", "format": "time", "value": "2026-09-21T14:13:20.500Z"}"#, "  14:13"),
    (#"{"kind": "text", "format": "timer", "value": "1970-01-12T12:46:37Z"}"#, "  1:00:03"),
    (#"{"kind": "text", "format": "relative", "value": "1970-01-12T13:49:40Z"}"#, "  3 min"),
    (#"{"kind": "text", "format": "offset", "value": "1970-01-12T13:46:38Z"}"#, "  −2 s"),
    (#"{"kind": "text", "format": "date", "value": "soon"}"#, "  soon"),
    (
      #"{"kind": "image", "url": "/a.png", "description": "A cat"}, {"kind": "icon", "icon": "x"}"#,
      "  A cat"
    ),
    (
      #"{"kind": "labeled", "text": "Length", "children": [{"kind": "text", "text": "5 min"}]}, {"kind": "labeled", "text": "At", "children": [{"kind": "text", "text": "noon"}]}"#,
      "  Length  5 min\n  At      noon"
    ),
    (
      #"{"kind": "labeled", "text": "Do", "children": [{"kind": "button", "id": "1", "text": "It", "send": 1}]}"#,
      "  Do\n▸   [It]"
    ),
    (
      #"{"kind": "grid", "children": [{"kind": "gridRow", "children": [{"kind": "text", "text": "a"}, {"kind": "text", "text": "b"}]}, {"kind": "gridRow", "children": [{"kind": "text", "text": "long"}, {"kind": "text", "text": "c"}]}]}"#,
      "  a     b\n  long  c"
    ),
    (
      #"{"kind": "section", "header": [{"kind": "text", "text": "H"}], "children": [{"kind": "text", "text": "c"}], "footer": [{"kind": "text", "text": "f"}]}, {"kind": "text", "text": "x"}"#,
      "  H\n    c\n    f\n\n  x"
    ),
    (
      #"{"kind": "disclosure", "text": "More", "children": [{"kind": "text", "text": "c"}]}"#,
      "  ▾ More\n    c"
    ),
    (
      #"{"kind": "disclosure", "id": "d", "text": "More", "open": false, "send": {"open": {"$value": "boolean"}}, "children": [{"kind": "text", "text": "c"}]}"#,
      "▸ ▸ More  [ ]"
    ),
    (
      #"{"kind": "empty", "text": "None", "icon": "x", "description": [{"kind": "text", "text": "Add one."}], "actions": [{"kind": "button", "id": "1", "text": "Add", "send": 1}]}"#,
      "  None\n  Add one.\n\n▸ [Add]"
    ),
    (
      #"{"kind": "progress", "text": "Time", "value": 15, "total": 60}"#,
      "  Time  █████░░░░░░░░░░░░░░░"
    ),
    (#"{"kind": "progress"}"#, "  …"),
    (
      #"{"kind": "gauge", "text": "Heat", "value": 30, "min": 20, "max": 40}"#,
      "  Heat  ██████████░░░░░░░░░░"
    ),
    (
      #"{"kind": "gauge", "text": "Used", "value": 3, "max": 10, "children": [{"kind": "text", "text": "3 of 10"}]}"#,
      "  Used  ██████░░░░░░░░░░░░░░  3 of 10"
    ),
    (
      #"{"kind": "button", "id": "1", "text": "Go"}, {"kind": "button", "id": "2", "text": "No", "disabled": true, "send": 1}"#,
      "  (Go)\n  (No)"
    ),
    (
      #"{"kind": "button", "id": "1", "icon": "x", "accessibility": {"label": "Close"}, "selected": true, "badge": 3, "send": 1}"#,
      "▸ [✓ Close] (3)"
    ),
    (
      #"{"kind": "row", "children": [{"kind": "text", "text": "a"}, {"kind": "button", "id": "1", "text": "B", "send": 1}]}"#,
      "  a\n▸ [B]"
    ),
    (
      #"{"kind": "button", "id": "1", "label": [{"kind": "icon", "icon": "trash"}], "send": 1}"#,
      "▸ [trash]"
    ),
    (
      #"{"kind": "link", "text": "Docs", "url": "https://example.org"}"#,
      "  Docs: https://example.org"
    ),
    (
      #"{"kind": "menu", "text": "Sort", "children": [{"kind": "button", "id": "1", "text": "By name", "send": 1}]}"#,
      "  Sort\n▸   [By name]"
    ),
    (
      #"{"kind": "textField", "id": "1", "text": "Key", "secure": true, "required": true, "error": "Too short", "value": "abc", "send": {"$value": "string"}}"#,
      "▸ Key *  •••\n    ! Too short"
    ),
    (
      #"{"kind": "textField", "id": "1", "text": "Key", "prompt": "such as 7", "value": "", "send": {"$value": "string"}}"#,
      "▸ Key  (such as 7)"
    ),
    (
      #"{"kind": "textEditor", "id": "1", "value": "a\nb", "text": "Note", "send": {"$value": "string"}}"#,
      "▸ Note  a⏎b"
    ),
    (#"{"kind": "textField", "id": "1", "text": "Fixed", "value": "abc"}"#, "  Fixed  abc"),
    (
      #"{"kind": "slider", "id": "1", "text": "Volume", "value": 0.5, "send": {"$value": "number"}}"#,
      "▸ Volume  ██████████░░░░░░░░░░ 0.5"
    ),
    (
      #"{"kind": "date", "id": "1", "text": "Due", "value": "2026-09-21T14:13:20Z", "send": {"$value": "date"}}"#,
      "▸ Due  2026-09-21T14:13:20Z"
    ),
    (
      #"{"kind": "tabs", "id": "1", "value": "b", "send": {"$value": "json"}, "children": [{"kind": "tab", "text": "A", "value": "a"}, {"kind": "tab", "text": "B", "value": "b", "children": [{"kind": "text", "text": "shown"}]}]}"#,
      "▸ ‹ B ›\n\n  shown"
    ),
    (
      #"{"kind": "custom", "name": "map", "fallback": [{"kind": "text", "text": "f"}], "children": [{"kind": "text", "text": "c"}]}"#,
      "  f"
    ),
    (
      #"{"kind": "hologram", "children": [{"kind": "text", "text": "c"}]}, {"kind": "hologram", "text": "x"}"#,
      "  c"
    ),
    (#"{"kind": "text", "id": "1", "text": "Row", "tap": 1}"#, "▸ Row"),
  ]

  @Test("Every kind is drawn", arguments: kinds)
  func kind(_ body: String, _ lines: String) throws {
    var person = try Person()
    _ = try person.see(("root", #""title": "T", "body": [\#(body)]"#))
    #expect(person.body == lines)
  }

  @Test("A level has its subtitle, search and refresh; a title that is long gives way at the left")
  func level() throws {
    var person = try Person()
    let level = #"""
      "title": "Here", "subtitle": "and now", "refresh": "again", "back": {"send": "pop"},
      "search": {"kind": "textField", "id": "s", "text": "Search", "value": "", "send": {"search": {"$value": "string"}}, "submit": "go"},
      "body": []
      """#
    _ = try person.see(("0", #""title": "Somewhere else", "body": []"#), ("1", level))
    #expect(
      person.text() == """
        Somewhere else › Here

          and now
        ▸ Search  _

        ↑ ↓ choose · Enter edits · Escape goes back · r refreshes ·
        q quits
        """)
    #expect(person.text(width: 15).hasPrefix("… › Here\n"))
    #expect(person.press("r", Self.escape) == (try sent(#""again""#, #""pop""#)))
    #expect(person.press(Self.enter, "x", Self.enter) == (try sent(#"{"search":"x"}"#, #""go""#)))
  }

  @Test("Rows are deleted and moved")
  func rows() throws {
    var person = try Person()
    func row(_ name: String) -> String {
      #"""
      {"kind": "label", "id": "\#(name)", "text": "\#(name)", "delete": {"delete": "\#(name)"},
       "move": {"move": ["\#(name)", {"$value": "integer"}]}}
      """#
    }
    _ = try person.see(
      (
        "root",
        #""body": [{"kind": "list", "children": [\#(row("a")), \#(row("b")), \#(row("c"))]}]"#
      ))
    #expect(person.body == "▸ a\n    [Delete]\n    [Move down]\n  b\n  c")
    // Enter does nothing on the row itself.
    #expect(person.press(Self.enter, Self.down, Self.enter) == (try sent(#"{"delete":"a"}"#)))
    #expect(person.press(Self.down, Self.enter) == (try sent(#"{"move":["a",2]}"#)))
    #expect(person.press(Self.down) == [])
    #expect(person.body == "  a\n▸ b\n    [Delete]\n    [Move up]\n    [Move down]\n  c")
    #expect(
      person.press(Self.down, Self.down, Self.enter, Self.down, Self.enter)
        == (try sent(#"{"move":["b",0]}"#, #"{"move":["b",3]}"#)))
  }

  @Test("Values are switched; a stepper may have actions in place of a value")
  func switching() throws {
    var person = try Person()
    _ = try person.see(
      (
        "root",
        #"""
        "body": [
          {"kind": "picker", "id": "p", "text": "Color", "value": null, "send": {"color": {"$value": "json"}}, "options": [
            {"kind": "text", "text": "None", "value": null}, {"kind": "text", "text": "Red", "value": "red"}]},
          {"kind": "stepper", "id": "s", "text": "Size", "value": "L", "increment": "larger"},
          {"kind": "slider", "id": "v", "text": "Volume", "value": 0.2, "step": 0.1, "send": {"volume": {"$value": "number"}}},
          {"kind": "textField", "id": "n", "text": "Count", "type": "integer", "value": 7, "send": {"count": {"$value": "integer"}}}]
        """#
      ))
    #expect(person.body.hasPrefix("▸ Color   ‹ None ›\n  Size    − +\n"))
    #expect(
      person.press(Self.left, Self.right, Self.enter)
        == (try sent(#"{"color":"red"}"#, #"{"color":null}"#, #"{"color":"red"}"#)))
    #expect(person.press(Self.down, Self.left, Self.right) == (try sent(#""larger""#)))
    #expect(person.press(Self.down, Self.right) == (try sent(#"{"volume":0.3}"#)))
    #expect(person.press(Self.down, Self.right, Self.left) == [])
    #expect(
      person.press(Self.enter, "5", Self.enter, Self.enter, "x", Self.enter)
        == (try sent(#"{"count":75}"#, #"{"count":"75x"}"#)))
    #expect(
      person.press(Self.enter, Self.escape, Self.enter, "\u{7F}", Self.enter)
        == (try sent(#"{"count":null}"#)))
  }

  @Test("A session is told once of a level that begins to be shown")
  func appear() throws {
    var person = try Person()
    let root = ("root", #""appear": {"root": 1}, "body": []"#)
    let pushed = ("path/0", #""appear": {"pushed": 1}, "body": []"#)
    func told(_ action: String, _ key: String) throws -> [TerminalScreen.Command] {
      [.send(try json(action), key: key)]
    }
    // What is below is not shown yet.
    #expect(try person.see(root, pushed) == (try told(#"{"pushed": 1}"#, "appear-path/0")))
    #expect(try person.see(root, pushed) == [])
    #expect(try person.accept("1", root) == (try told(#"{"root": 1}"#, "appear-root")))
    #expect(try person.accept("1", root) == [])
    // A level that is presented again has another id.
    for id in ["note@3", "note@5"] {
      let note = (id, #""style": "sheet", "appear": {"note": 1}, "body": []"#)
      #expect(try person.see(root, note) == (try told(#"{"note": 1}"#, "appear-\(id)")))
    }
  }

  // MARK: Documents of any kind

  @Test("The cases that all clients agree with are sent as they say")
  func wireCases() throws {
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    let file = try Data(contentsOf: url.appending(path: "Clients/wire-cases.json"))
    let cases = try JSONLiteral(decoding: Array(file))["screens"]?.elements ?? []
    #expect(cases.count >= 10)
    for one in cases {
      let node = JSONNode(try #require(one["node"]))
      let control = Control(
        .press, node, on: Level(json: try #require(one["level"])), one["member"]?.text ?? "send",
        order: 0)
      var fields: [Control.Field] = []
      if case .object(let members)? = one["fields"] {
        fields = members.map {
          Control.Field(id: $0.name, label: "", entry: Entry(.json, value: $0.value))
        }
      }
      let action = fields.isEmpty ? control.action(one["value"]) : control.action(of: fields)
      #expect(action == one["action"])
    }
  }

  @Test("Long lists scroll, long lines are cut, and no text controls the terminal")
  func fitting() throws {
    var person = try Person()
    let rows = (1...5_000).map { #"{"kind": "text", "text": "Row \#($0)"}"# }
    _ = try person.see(
      (
        "root",
        #""body": [\#(rows.joined(separator: ",")), {"kind": "text", "text": "\u001b[2Jx\u202ey"}]"#
      ))
    for (width, height) in [(20, 8), (1, 1), (80, 24), (3, 3)] {
      let lines = person.screen.lines(width: width, height: height, now: Date())
      #expect(lines.count <= height)
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    }
    // Without a control, the lines themselves are gone through.
    #expect(person.text(height: 8).contains("Row 1\n"))
    _ = person.press(Self.down, Self.down)
    #expect(person.text(height: 8).contains("Row 13\n"))
    _ = person.press(Self.up, Self.up, Self.up)
    #expect(person.text(height: 8).contains("  �[2Jx�y"))
    _ = person.press(Self.down)
    #expect(person.text(height: 8).contains("Row 1\n"))
    var screen = person.screen
    screen.tell("a\u{7}b")
    #expect(screen.lines(width: 9, height: 9, now: Date()).contains("a�b"))
  }

  @Test("Characters of two columns are counted as two")
  func wideCharacters() throws {
    var person = try Person()
    func labeled(_ name: String, _ value: String) -> String {
      #"{"kind": "labeled", "text": "\#(name)", "children": [{"kind": "text", "text": "\#(value)"}]}"#
    }
    let text = #"{"kind": "text", "text": "会議の記録を 今日中に 保存してください"}"#
    _ = try person.see(
      ("root", #""body": [\#(labeled("長さ", "5")), \#(labeled("a", "👩‍👩‍👧")), \#(text)]"#))
    #expect(person.body == "  長さ  5\n  a     👩‍👩‍👧\n  会議の記録を 今日中に 保存してください")
    let narrow = person.text(width: 16)
    #expect(narrow.contains("\n  会議の記録を\n  今日中に\n  保存してくださ\n  い\n"), "\(narrow)")
  }

  @Test("In a narrow terminal, a long name gives way to its value, and a long text to the cursor")
  func narrow() throws {
    var person = try Person()
    let name = "The name under which it is found"
    let field = #"""
      {"kind": "textField", "id": "1", "text": "\#(name)", "value": "a text that is long",
       "send": {"$value": "string"}}
      """#
    _ = try person.see(("root", #""body": [\#(field)]"#))
    #expect(person.text(width: 30).contains("\n▸ The name …  a text that is …\n"))
    _ = person.press(Self.enter, " end")
    #expect(person.text(width: 30).contains("\n▸ The name …  at is long end▏\n"))
    #expect(person.text(width: 90).contains("\n▸ \(name)  a text that is long end▏\n"))
  }

  @Test("Nonsense in place of screens shows something or nothing, and traps nowhere")
  func nonsense() throws {
    func nested(_ count: Int, _ begin: String, _ end: String) -> String {
      String(repeating: begin, count: count) + "1" + String(repeating: end, count: count)
    }
    let wrong = [
      "null", "1", "-0.5e999", #""x""#, "[]", "{}", "[[1]]", "true",
      #"{"kind": 3, "id": [], "text": {}, "send": 1, "value": [], "children": 3}"#,
      nested(480, "[", "]"), nested(480, #"{"$value":"#, "}"),
      nested(
        180, #"{"kind": "column", "children": [{"kind": "button", "id": "a", "send": 1}, "#, "]}"),
      nested(180, #"{"kind": "row", "children": ["#, "]}"),
      nested(180, #"{"kind": "button", "send": 1, "label": ["#, "]}"),
    ]
    let members = [
      "text", "value", "send", "label", "children", "options", "fields", "swipe", "delete", "move",
      "min", "max", "step", "badge", "error", "wrap", "tap", "format", "disabled", "id",
    ]
    let kinds = [
      "text", "row", "list", "section", "labeled", "disclosure", "empty", "progress", "gauge",
      "button", "menu", "textField", "textEditor", "toggle", "stepper", "slider", "date", "picker",
      "tabs", "prompt", "custom",
    ]
    var bodies = wrong
    for (offset, kind) in kinds.enumerated() {
      bodies += stride(from: offset % 3, to: wrong.count, by: 3).map { index in
        let inner = members.enumerated().map { member, name in
          #""\#(name)": \#(wrong[(index + member) % wrong.count])"#
        }
        return #"[{"kind": "\#(kind)", \#(inner.joined(separator: ","))}]"#
      }
    }
    var screens = wrong.flatMap { [$0, #"{"levels": \#($0)}"#] }
    screens += bodies.enumerated().map { index, body in
      let other = wrong[index % wrong.count]
      let (search, wrap) = (#""search": \#(other), "title": \#(other)"#, #""wrap": \#(other)"#)
      return #"{"levels": [{"id": "root", \#(search), \#(wrap), "back": 1, "body": \#(body)}]}"#
    }
    var screen = TerminalScreen()
    for (version, shown) in screens.enumerated() {
      _ = screen.show(try json(#"{"version": \#(version), "screen": \#(shown)}"#))
      for keys in ["\r", "x\t", "\u{1B}[C", "\u{1B}[D", "\r\r\r", "\u{1B}[B", "7\r", "\u{1B}"] {
        for case .send(let action, _) in screen.press(Array(keys.utf8)) {
          screen.refuse(action, "no")
        }
        #expect(!screen.lines(width: 30, height: 12, now: Date()).isEmpty)
      }
    }
    // An older version that comes late changes nothing.
    let shown = screen.lines(width: 30, height: 12, now: Date())
    _ = screen.show(try json(#"{"version": 0, "screen": {"levels": []}}"#))
    #expect(screen.lines(width: 30, height: 12, now: Date()) == shown)
  }
}

private func json(_ text: String) throws -> JSONLiteral {
  try JSONLiteral(decoding: Array(text.utf8))
}
