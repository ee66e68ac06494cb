import Backstack
import BackstackCoding
import Testing

@Suite("Schemas of stored values")
struct StoredSchemaTests {
  private func filled(_ json: String, as type: Any.Type) throws -> String {
    try StoredSchema(of: type).filled(JSONLiteral(decoding: Array(json.utf8))).json
  }

  private func obstacle(_ earlier: Any.Type, _ present: Any.Type) -> String? {
    StoredSchema(of: present).obstacles(reading: StoredSchema(of: earlier)).first
  }

  @Test("Missing members get their default values at any depth")
  func fill() throws {
    #expect(try filled(#"{"name":"a"}"#, as: Box.self) == #"{"name":"a","size":3}"#)
    #expect(
      try filled(
        #"{"boxes":[{"name":"a"}],"byName":{"b":{"name":"b"}},"lid":{"shut":{"name":"c"}}}"#,
        as: Store.self)
        == #"{"boxes":[{"name":"a","size":3}],"byName":{"b":{"name":"b","size":3}},"#
        + #""lid":{"shut":{"name":"c","size":3}},"limit":10}"#)
    #expect(
      try filled(#"{"boxes":[],"byName":{},"lid":"open","spare":{"name":"d"}}"#, as: Store.self)
        == #"{"boxes":[],"byName":{},"lid":"open","spare":{"name":"d","size":3},"limit":10}"#)
  }

  @Test("What is there, and what has no default value, stays as it is")
  func unchanged() throws {
    for json in [
      #"{"name":"a","size":7}"#, #"{"name":"a","size":null}"#, "null", "[1]", #""text""#,
    ] {
      #expect(try filled(json, as: Box.self) == json)
    }
    #expect(try filled("{}", as: Box.self) == #"{"size":3}"#)
    // A missing optional is nil, whatever its initial value.
    #expect(try filled(#"{"label":"a"}"#, as: Label.self) == #"{"label":"a"}"#)
    // Either alternative could be meant.
    #expect(try filled(#"[{"name":"a"}]"#, as: [Box: Box].self) == #"[{"name":"a"}]"#)
    #expect(try filled(#"{"child":{"child":{}}}"#, as: Endless.self) == #"{"child":{"child":{}}}"#)
  }

  @Test("Values as deep as JSON may be are filled and compared")
  func deep() throws {
    let depth = 255
    let json =
      String(repeating: #"{"children":["#, count: depth) + #"{"children":[]}"#
      + String(repeating: "]}", count: depth)
    let value = try JSONLiteral(decoding: Array(json.utf8))
    let filled = try StoredSchema(of: Branch.self).filled(value)
    #expect(filled.json.split(separator: #""size":1"#).count == depth + 2)
    let path = try #require(JSONKeys(of: value).firstMissing(in: filled))
    #expect(path.count == 2 * depth + 1 && path.last == .key("size"))
    #expect(JSONKeys(of: filled).firstMissing(in: value) == nil)
  }

  @Test("A default value without JSON form is an error")
  func unencodable() {
    #expect(throws: DefaultNotEncodable.self) { try filled("{}", as: Unencodable.self) }
  }

  @Test("Default values change neither fingerprints nor published schemas")
  func unpublished() {
    #expect(SchemaFingerprint(of: Box.self) == SchemaFingerprint(of: PlainBox.self))
    #expect(StoredSchema(of: Box.self).fingerprint == SchemaFingerprint(of: Box.self))
    #expect(StoredSchema(of: Box.self).document == StoredSchema(of: PlainBox.self).document)
    for audience in [SchemaAudience.reader, .sender] {
      let builder = SchemaBuilder(audience: audience, roots: ["Box": Box.self])
      #expect(!builder.definitions.contains { $0.schema.literal.json.contains("default") })
    }
  }

  @Test(
    "A document is read as the schema it was made of",
    arguments: [Store.self, Box.self, Endless.self, Int.self, Folder.State.self] as [Any.Type])
  func document(_ type: Any.Type) throws {
    let schema = StoredSchema(of: type)
    let text = schema.document.json
    let read = try #require(
      try StoredSchema(document: JSONLiteral(decoding: Array(text.utf8))), "\(text)")
    #expect(read.fingerprint == schema.fingerprint)
    #expect(read.document == schema.document)
    #expect(schema.obstacles(reading: read) == [])
    #expect(!text.contains("default"))
  }

  @Test(
    "JSON of another form is no document",
    arguments: [
      "1", "{}", #"{"$ref":"State","$defs":{}}"#, ##"{"$ref":"#/$defs/0","$defs":[]}"##,
      ##"{"$ref":"#/$defs/0","$defs":{"0":1}}"##,
    ])
  func noDocument(_ json: String) throws {
    #expect(try StoredSchema(document: JSONLiteral(decoding: Array(json.utf8))) == nil)
  }

  @Test("A document whose definitions only refer to each other ends")
  func endlessDocument() throws {
    let json =
      ##"{"$ref":"#/$defs/0","$defs":{"0":{"$ref":"#/$defs/1"},"##
      + ##""1":{"$ref":"#/$defs/0"}}}"##
    let schema = try #require(
      try StoredSchema(document: JSONLiteral(decoding: Array(json.utf8))))
    #expect(schema.obstacles(reading: schema) == [])
    #expect(try schema.filled(["a": 1]) == ["a": 1])
  }

  @Test("Earlier values can be read if they only lack optional members and those with defaults")
  func readable() {
    #expect(obstacle(Store1.self, Store.self) == nil)
    #expect(obstacle(Store.self, Store.self) == nil)
    #expect(obstacle(Int.self, Double.self) == nil)
    #expect(obstacle(Int.self, Int?.self) == nil)
    #expect(obstacle(Level1.self, Level2.self) == nil)
    #expect(obstacle(Endless.self, Endless.self) == nil)
  }

  @Test("An obstacle names the position of what can't be read")
  func obstacles() {
    #expect(obstacle(Store.self, Store1.self) == "/boxes/*/size is no longer known")
    #expect(obstacle(Box1.self, Strict.self) == "/size can be missing, and has no default value")
    #expect(obstacle(Int.self, String.self) == "the state has another type")
    #expect(obstacle([Int].self, [Bool].self) == "/* has another type")
    #expect(obstacle([String: Int].self, [String: Bool].self) == "/* has another type")
    #expect(obstacle([String: Int].self, Box.self)?.hasSuffix("is no longer known") == true)
    #expect(obstacle(Int?.self, Int.self) == "the state has another type")
    #expect(obstacle(String.self, Level1.self) == "the state could have other values")
    #expect(obstacle(Level2.self, Level1.self) == #"the state can no longer be "high""#)
    #expect(obstacle(LidWithMore.self, Lid.self) == "/torn is no longer known")
    #expect(obstacle(Anything.self, Box.self) == "the state could have any form")
    #expect(obstacle(Box.self, Anything.self) == nil)
    #expect(obstacle([Anything].self, [Box].self) == "/* could have any form")
    // Enums of one case.
    #expect(obstacle([OnlyBox].self, [OnlyBox1].self) == "/*/box/size is no longer known")
    #expect(obstacle([OnlyBox1].self, [OnlyBox].self) == nil)
  }

  @Test("All obstacles are named, not only the first one")
  func allObstacles() {
    #expect(
      StoredSchema(of: Shelf1.self).obstacles(reading: StoredSchema(of: Shelf.self)) == [
        "/boxes/*/size is no longer known", "/jar is no longer known",
        "/lid can be missing, and has no default value",
      ])
  }

  @Test("A value's misfits are all positions where it does not fit, without indices")
  func misfits() throws {
    func misfits(_ json: String) throws -> [String] {
      try StoredSchema(of: Shelf1.self).misfits(of: JSONLiteral(decoding: Array(json.utf8)))
    }
    #expect(try misfits(#"{"boxes":[],"lid":{"name":"a"},"x":null}"#) == [])
    #expect(try misfits("3") == ["the state has another type"])
    #expect(
      try misfits(#"{"boxes":[{"name":1,"size":2},{"name":2},{"size":0.5}],"jar":1}"#) == [
        "/boxes/*/name has another type", "/boxes/*/size is no longer known",
        "/boxes/*/name is missing, and has no default value", "/jar is no longer known",
        "/lid is missing, and has no default value",
      ])
  }

  @Test("Keys that a value lacks are found, wherever they are")
  func keys() throws {
    func missing(_ value: String, in other: String) throws -> String? {
      try JSONKeys(of: JSONLiteral(decoding: Array(other.utf8)))
        .firstMissing(in: JSONLiteral(decoding: Array(value.utf8)))?
        .map { $0.intValue.map { "/\($0)" } ?? "/\($0.stringValue)" }.joined()
    }
    #expect(try missing(#"{"a":1}"#, in: #"{"a":2,"b":3}"#) == nil)
    #expect(try missing(#"{"a":1}"#, in: #"{"b":3}"#) == "/a")
    #expect(try missing(#"{"a":null}"#, in: "{}") == nil)
    #expect(try missing(#"[{"a":1},{"b":[]}]"#, in: #"[{"a":1},{}]"#) == "/1/b")
    // The elements of a set may have another order.
    #expect(try missing(#"[{"a":1},{"b":1}]"#, in: #"[{"b":1},{"a":1}]"#) == nil)
    #expect(try missing(#"[{"a":1}]"#, in: "[]") == "/0/a")
    // A case without a payload.
    #expect(try missing(#"{"open":{}}"#, in: #""open""#) == nil)
    #expect(try missing(#"{"open":{"x":1}}"#, in: #""open""#) == "/open")
    #expect(try missing(#"{"open":{}}"#, in: #""shut""#) == "/open")
  }

  @Test("JSON is read as it is written")
  func literal() throws {
    let json = #"{"b":[1.50,-2e3,true,false,null],"a":"\"é\n","":{}}"#
    #expect(try JSONLiteral(decoding: Array(json.utf8)).json == json)
    for json in ["", "{", "[1,]", #"{"a":1,"a":2}"#, String(repeating: "[", count: 100_000)] {
      #expect(throws: JSONSyntaxError.self) { try JSONLiteral(decoding: Array(json.utf8)) }
    }
  }
}

@SchemaRepresentable
private struct Box: Codable, Hashable {
  var name: String
  var size = 3
}

@SchemaRepresentable
private struct PlainBox: Codable {
  var name: String
  var size: Int
}

@SchemaRepresentable
private struct Box1: Codable { var name: String }

@SchemaRepresentable
private struct Shelf: Codable {
  var boxes: [Box]
  var jar: Box
}

@SchemaRepresentable
private struct Shelf1: Codable {
  var boxes: [Box1]
  var lid: Box1
}

@SchemaRepresentable
private struct Strict: Codable {
  var name: String
  var size: Int
}

@SchemaRepresentable
private struct Label: Codable {
  var label: String
  var color: String? = "red"
  var shape = Optional("round")
}

@CasePathable
private enum Lid: Codable {
  case open
  case shut(Box)
}

@CasePathable
private enum Lid1: Codable {
  case open
  case shut(Box1)
}

@CasePathable
private enum LidWithMore: Codable {
  case open
  case torn(Box)
}

@SchemaRepresentable
private struct Store: Codable {
  static let usualLimit = 10
  var boxes: [Box]
  var byName: [String: Box]
  var lid: Lid
  var spare: Box?
  var limit: Int = Self.usualLimit
}

@SchemaRepresentable
private struct Store1: Codable {
  var boxes: [Box1]
  var byName: [String: Box1]
  var lid: Lid1
}

@CasePathable
private enum OnlyBox: Codable { case box(Box) }

@CasePathable
private enum OnlyBox1: Codable { case box(Box1) }

@SchemaRepresentable
private enum Level1: String, Codable { case low }

@SchemaRepresentable
private enum Level2: String, Codable { case low, high }

@SchemaRepresentable
private struct Endless: Codable {
  private var child: [Endless]?
}

@SchemaRepresentable
private struct Branch: Codable {
  var children: [Branch]
  var size = 1
}

@SchemaRepresentable
private struct Unencodable: Codable { var number = Double.infinity }

private struct Anything: Codable {}
