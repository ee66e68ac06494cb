import BackstackCoding
import BackstackHTTP
import BackstackScreenText
import Testing

@testable import BackstackA2UI

@Suite("Screens as surfaces")
struct SurfaceTests {
  private func surfaces(_ levels: String, _ version: A2UIVersion = .candidate) throws -> [Surface] {
    let document = #"{"id":"s","version":3,"screen":{"levels":\#(levels)}}"#
    return try #require(Surfaces(Array(document.utf8))).all(in: version)
  }

  private func root(_ body: String) -> String { #"[{"id":"root","style":"root","body":\#(body)}]"# }

  private func components(_ body: String) throws -> [JSONLiteral] {
    try surfaces(root(body))[0].components
  }

  @Test(
    "Each component that is referred to is there once, and nothing else is",
    arguments: ["counters", "inventory", "standups", "polls"])
  func references(_ feature: String) async throws {
    let renderer = try await Renderer(feature)
    for query in ["", "?v=0.9.1", "?v=1.0"] {
      for message in try await renderer.messages(query) {
        let content = message["updateComponents"] ?? message["createSurface"]
        guard let components = content?["components"]?.elements else { continue }
        let ids = components.compactMap { $0["id"]?.text }
        #expect(Set(ids).count == ids.count)
        let referred = components.flatMap { component in
          ["child", "trigger", "content"].compactMap { component[$0]?.text }
            + (component["children"]?.elements ?? []).compactMap(\.text)
        }
        #expect(Set(referred).union(["root"]) == Set(ids))
        #expect(referred.count == ids.count - 1)
      }
    }
  }

  @Test("Ids of components are identifiers, and different for different nodes")
  func identifiers() {
    #expect(SurfaceWriter.identifier("n.0/a_b\n") == "n_2e0_2fa_5fb_0a")
    #expect(SurfaceWriter.identifier("Ж") == "_d0_96")
  }

  @Test("Controls are written as what comes nearest")
  func controls() throws {
    let body = #"""
      [{"kind":"textField","id":"a","text":"Name","value":"Ada","send":{"name":{"$value":true}}},
       {"kind":"toggle","id":"b","text":"On","value":true,"send":{"on":{"$value":true}}},
       {"kind":"picker","id":"c","text":"Size","value":1,"send":{"size":{"$value":true}},
        "options":[{"kind":"text","text":"S","value":1},{"kind":"text","text":"L","value":2}]},
       {"kind":"stepper","id":"d","text":"Count","value":2,"increment":"more","decrement":"less"},
       {"kind":"slider","id":"e","text":"Part","value":0.5,"min":0,"max":1,"send":{"part":{"$value":true}}},
       {"kind":"button","id":"f","text":"Save","send":"save"},
       {"kind":"button","id":"g","text":"Not now"},
       {"kind":"unknown","children":[{"kind":"text","text":"inside"}]},
       {"kind":"link","text":"Page","url":"https://example.org"}]
      """#
    let surface = try surfaces(root(body))[0]
    func component(_ name: String) -> JSONLiteral? {
      let id = JSONLiteral.string(SurfaceWriter.identifier("n." + name))
      return surface.components.first { $0["id"] == id }
    }
    #expect(component("a")?["component"] == "TextField")
    #expect(component("a")?["value"] == ["@path": "/values/a"])
    #expect(component("b")?["component"] == "CheckBox")
    #expect(component("c")?["options"]?.elements.map { $0["value"] } == ["1", "2"])
    #expect(component("d/increment")?["action"]?["event"]?["context"]?["$action"] == "\"more\"")
    #expect(component("e")?["component"] == "Slider")
    let context = component("f")?["action"]?["event"]?["context"]
    #expect(context?.members.map(\.name) == ["$action", "a", "b", "c", "e"])
    #expect(component("g")?["component"] == "Text")
    #expect(surface.components.contains { $0["text"] == "inside" })
    #expect(surface.values == ["a": "Ada", "b": true, "c": ["1"], "e": .number("0.5")])
    let earlier = try surfaces(root(body), .stable)[0]
    #expect(earlier.components.first { $0["id"] == "n_2ea" }?["value"] == ["path": "/values/a"])
  }

  @Test("Of many fields beside many buttons, one button sends them all, and a text says so")
  func manyFields() throws {
    func body(_ count: Int) -> String {
      let fields = (0..<count).map {
        #"{"kind":"textField","id":"f\#($0)","value":"","send":{"a":{"$value":true}}}"#
      }
      let buttons = (0..<count).map { #"{"kind":"button","id":"b\#($0)","text":"B","send":"b"}"# }
      return "[\((fields + buttons).joined(separator: ","))]"
    }
    func senders(_ components: [JSONLiteral]) -> [String?] {
      components.filter { ($0["action"]?["event"]?["context"]?.members.count ?? 0) > 1 }.map {
        $0["id"]?.text
      }
    }
    let few = try components(body(99))
    #expect(senders(few).count == 100 && !few.contains { $0["id"] == "before" })
    let many = try components(body(101))
    #expect(senders(many) == ["apply"] && many.contains { $0["id"] == "before" })
    // In all levels together, the top-most one first.
    let levels = ["root", "top"].map { #"{"id":"\#($0)","style":"sheet","body":\#(body(80))}"# }
    let both = try surfaces("[\(levels.joined(separator: ","))]")
    #expect(both.map(\.id) == ["s/root", "s/top"])
    #expect(both.map { senders($0.components).count } == [1, 81])
  }

  @Test("What a person has typed comes before the button's action, as far as it is new")
  func batches() throws {
    let body = #"""
      [{"kind":"textField","id":"a/b~","value":"Ada","send":{"name":{"$value":true}}},
       {"kind":"textField","id":"n","type":"integer","value":1,"send":{"count":{"$value":true}}},
       {"kind":"button","id":"f","text":"Save","send":"save"}]
      """#
    let levels = #"[{"id":"root","wrap":{"root":{"$action":true}},"body":\#(body)}]"#
    let document = #"{"id":"s","version":3,"screen":{"levels":\#(levels)}}"#
    let surfaces = try #require(Surfaces(Array(document.utf8)))
    #expect(surfaces.all(in: .candidate)[0].values == ["a/b~": "Ada", "n": "1"])
    #expect(Surface.path(of: "a/b~") == "/values/a~1b~0")
    func batch(
      _ values: [JSONLiteral.Member], _ action: JSONLiteral = "save"
    ) throws -> JSONLiteral? {
      let pressed = RendererMessage.Pressed(surface: "s/root", action: action, values: values)
      return pressed.batch(of: try pressed.changes(on: surfaces), on: surfaces)
    }
    let unchanged = JSONLiteral.Member("a/b~", "Ada")
    #expect(try batch([unchanged]) == "save")
    #expect(try batch([unchanged], []) == nil)
    let name: JSONLiteral = ["root": ["name": "Bob"]]
    let typed = JSONLiteral.Member("a/b~", "Bob")
    #expect(try batch([typed]) == [name, "save"])
    #expect(try batch([typed], []) == name)
    let count: JSONLiteral = ["root": ["count": 12]]
    #expect(try batch([JSONLiteral.Member("n", "12")], []) == count)
    // In the order of the screen, not in that of the message.
    #expect(try batch([JSONLiteral.Member("n", "12"), typed]) == [name, count, "save"])
    for wrong in [JSONLiteral.Member("other", "12"), JSONLiteral.Member("n", [])] {
      #expect { try batch([wrong]) } throws: { error in
        "\(error)".hasPrefix("422 invalid-value: The ") && "\(error)".contains("\"\(wrong.name)\"")
      }
    }
  }

  @Test("A value that can't be chosen is refused, and the refusal says why")
  func refusedValues() throws {
    let body = #"""
      [{"kind":"picker","id":"p","value":1,"send":{"size":{"$value":true}},
        "options":[{"kind":"text","text":"S","value":1},{"kind":"text","text":"L","value":2}]},
       {"kind":"toggle","id":"t","value":true,"send":{"on":{"$value":true}}},
       {"kind":"slider","id":"s","value":0.5,"min":0,"max":1,"send":{"part":{"$value":true}}},
       {"kind":"date","id":"d","value":null,"send":{"day":{"$value":true}}},
       {"kind":"textField","id":"n","value":"1","send":{"name":{"$value":true}}},
       {"kind":"textField","id":"x","value":"1","disabled":true,"send":{"name":{"$value":true}}}]
      """#
    let level = Level(json: try JSONLiteral(decoding: Array(#"{"id":"r","body":\#(body)}"#.utf8)))
    let fields = A2UIField.all(in: level.json, on: level)
    let refused: [(String, JSONLiteral, String)] = [
      ("p", ["3"], "has no option 3"), ("p", [], "exactly one"), ("p", ["1", "2"], "exactly one"),
      ("p", .null, "exactly one"), ("t", "true", "is true or false"), ("s", "1", "is a number"),
      ("d", 1, "is a date"), ("n", .null, "is a text"), ("x", "2", "can't be changed now"),
    ]
    for (id, value, reason) in refused {
      let field = try #require(fields.first { $0.id == id })
      #expect { try field.action(for: value) } throws: { error in
        "\(error)".contains("422 invalid-value: The field \"\(id)\"") && "\(error)".contains(reason)
      }
    }
    let size = try fields[0].action(for: ["2"])
    #expect(size == ["size": 2])
    #expect(try fields[5].action(for: "1") == nil)
  }

  @Test("A client that connects again is told what it does not have")
  func connectingAgain() throws {
    let levels = #"[{"id":"root","body":[]},{"id":"a","below":"root","body":[]}]"#
    func screen(_ version: Int) throws -> Surfaces {
      let document = #"{"id":"s","version":\#(version),"screen":{"levels":\#(levels)}}"#
      return try #require(Surfaces(Array(document.utf8)))
    }
    func messages(after id: String, _ name: HTTPFieldName? = nil) throws -> [String]? {
      let request = try HTTPRequest(
        method: .get, target: "/", fields: name.map { [$0: id] } ?? HTTPFields())
      let known = try ShownSurfaces(request, after: name == nil ? id : "7")
      return known?.messages(to: try screen(4), in: .candidate).map { message in
        let content = message.members[1].value
        return "\(message.members[1].name) \(content["surfaceId"]?.text ?? "")"
      }
    }
    #expect(ShownSurfaces(try screen(4)).id == #"[4,"s/root","s/a"]"#)
    let created = ["createSurface s/root", "createSurface s/a"]
    let known = ["deleteSurface s/a", "deleteSurface s/root"] + created
    #expect(try messages(after: "4") == [])
    #expect(try messages(after: "3") == known)
    for name in [nil, "Last-Event-ID"] as [HTTPFieldName?] {
      #expect(try messages(after: #"[4,"s/root","s/a"]"#, name) == [])
      #expect(try messages(after: #"[3,"s/old"]"#, name) == ["deleteSurface s/old"] + created)
    }
    // As with events of the service, a field that names nothing does not count.
    #expect(try messages(after: "x", "Last-Event-ID") == known)
    #expect(throws: HTTPError.self) { try messages(after: "x") }
    let begun = try HTTPRequest(method: .get, target: "/")
    #expect(try ShownSurfaces(begun, after: nil) == nil)
  }

  @Test("Only what has changed is told, and a surface that has lost a component is made again")
  func changes() throws {
    func messages(_ one: String, _ other: String, _ version: A2UIVersion) throws -> [String] {
      let old = try surfaces(root(one), version)
      return Surface.messages(from: old, to: try surfaces(root(other), version), in: version)
        .map { $0.members.last?.name ?? "" }
    }
    let texts = #"[{"kind":"text","id":"a","text":"1"},{"kind":"text","id":"b","text":"2"}]"#
    let field = #"[{"kind":"textField","id":"a","value":"1","send":{"a":{"$value":true}}}]"#
    for version in A2UIVersion.allCases {
      #expect(try messages(texts, texts, version) == [])
      #expect(
        try messages(texts, texts.replacing("\"2\"", with: "\"3\""), version) == [
          "updateComponents"
        ])
      #expect(
        try messages(field, field.replacing("\"1\"", with: "\"3\""), version) == ["updateDataModel"]
      )
      let creation =
        version == .candidate
        ? ["createSurface"] : ["createSurface", "updateComponents", "updateDataModel"]
      #expect(try messages(texts, field, version) == ["deleteSurface"] + creation)
    }
    let gone = Surface.messages(from: try surfaces(root(texts)), to: [], in: .candidate)
    #expect(gone == [["version": "v1.0", "deleteSurface": ["surfaceId": "s/root"]]])
  }
}
