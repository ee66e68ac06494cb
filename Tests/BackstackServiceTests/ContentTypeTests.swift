import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The media type of content")
struct ContentTypeTests {
  @Test(
    "JSON is recognized with or without parameters, in upper or lower case",
    arguments: [
      ("application/json", true), ("Application/JSON", true),
      ("application/json;charset=utf-8", true),
      ("application/json ; a=b", true), ("application/json \t; a=b", true),
      ("application/json ", true), ("application/jsonx", false), ("application/json x", false),
      ("application/jso", false), ("application/json-patch+json", false), ("", false),
    ])
  func json(value: String, isJSON: Bool) {
    let found = MediaType.isJSON(Array(value.utf8).span)
    #expect(found == isJSON)
  }

  @Test("A plain Accept is only the media type, or any type")
  func plain() {
    for (value, isPlain) in [
      ("*/*", true), ("application/json", true), ("application/json;q=1", false),
      ("*/*;q=1", false),
      ("*/", false), ("text/*", false),
    ] {
      let found = MediaType.isPlainlyJSON(Array(value.utf8).span)
      #expect(found == isPlain, "\(value)")
    }
    let isPatch = MediaType.isPlainly(
      MediaType.plainPatch, Array("application/json-patch+json".utf8).span)
    #expect(isPatch)
    let isShort = MediaType.isPlainly(
      MediaType.plainPatch, Array("application/json-patch+jso".utf8).span)
    #expect(!isShort)
  }
}
