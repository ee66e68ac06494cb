import BackstackCoding
import Testing

@Suite("JSON Patches of JSON values")
struct LiteralPatchTests {
  private func literal(_ json: String) throws -> JSONLiteral {
    try JSONLiteral(decoding: Array(json.utf8))
  }

  @Test(
    "A patch leads from one value to the other",
    arguments: [
      ("1", "[]"), (#"{"a":1,"b":[1,2,3]}"#, #"{"b":[1,3],"c":{"d~/":null}}"#),
      (#"[{"id":1,"t":"a"},{"id":2,"t":"b"}]"#, #"[{"id":2,"t":"c"},{"id":3,"t":"d"}]"#),
      (#"{"a~/b":{"":[true]}}"#, #"{"a~/b":{"":[true,false]}}"#), ("[]", #"["x"]"#),
    ])
  func leads(old: String, new: String) throws {
    let patch = try JSONPatch.make(from: Array(old.utf8), to: Array(new.utf8))
    let patched = try literal(old)
      .applying(try literal(String(decoding: patch, as: UTF8.self)))
    #expect(patched == (try literal(new)))
  }

  @Test(
    "A patch of another form, or that leads nowhere, is none",
    arguments: [
      "1", "{}", "[1]", "[{}]", #"[{"op":"replace","path":"/a"}]"#,
      #"[{"op":"remove","path":""}]"#, #"[{"op":"remove","path":"/b"}]"#,
      #"[{"op":"replace","path":"/b","value":1}]"#, #"[{"op":"add","path":"/a/2","value":1}]"#,
      #"[{"op":"add","path":"/a/-1","value":1}]"#, #"[{"op":"remove","path":"/a/1"}]"#,
      #"[{"op":"remove","path":"/a/-"}]"#, #"[{"op":"move","from":"/a","path":"/c"}]"#,
      #"[{"op":"add","path":"/a/0/x","value":1}]"#,
      #"[{"op":"add","path":"/a/99999999999999999999","value":1}]"#,
    ])
  func refused(patch: String) throws {
    #expect(try literal(#"{"a":[1]}"#).applying(try literal(patch)) == nil)
  }
}
