import Testing

@testable import BackstackHTTP

@Suite("Entity tags")
struct EntityTagsTests {
  private static func tags(_ values: String...) throws -> HTTPEntityTags {
    try #require(HTTPEntityTags(values))
  }

  @Test(
    "A list contains the tags between its commas, in quotes, which may have commas themselves",
    arguments: [
      #""a""#, #"W/"a""#, #""b", "a""#, " , \"b\" ,, \"a\"\t", #""b,"a", x, "a""#, #"x"a", "a""#,
      #""b,", "a""#, #"*b, "a""#,
    ])
  func found(_ value: String) throws {
    let tags = try Self.tags(value)
    #expect(tags.lists("a") && tags.matches("a"))
    #expect(!tags.isAny && !tags.matches("z"))
  }

  @Test(
    "What is not an entity tag is ignored",
    arguments: [
      "", "a", "'a'", #""a"#, #"a""#, #""a"b"#, #"w/"a""#, #""b,a""#, #""A""#, "W/*", "W/a",
    ])
  func ignored(_ value: String) throws {
    let tags = try Self.tags(value)
    #expect(!tags.isAny && !tags.matches("a"))
  }

  @Test(
    "The first element that is no entity tag is malformed, and so is `*` beside a tag",
    arguments: [
      (#""b", *"#, "*"), (#"*, "b""#, "*"),
      ("", nil), (" , ,", nil), ("*", nil), (#""a", W/"b,", *"#, "*"), ("0", "0"),
      (#""a", 1 , 2"#, "1"), ("W/a", "W/a"), ("W/*", "W/*"), ("W/", "W/"), (#""a"#, #""a"#),
      (#""a"b, c"#, "b"), (#"w/"a""#, #"w/"a""#),
    ])
  func malformed(_ value: String, _ element: String?) throws {
    #expect(try Self.tags(value).malformed == element)
  }

  @Test("`*` matches every tag and lists none", arguments: ["*", " * ", #""b", *"#])
  func any(_ value: String) throws {
    let tags = try Self.tags(value)
    #expect(tags.isAny && tags.matches("a") && !tags.lists("a"))
  }

  @Test("Several fields are one list; without a field there is no condition")
  func fields() throws {
    let tags = try Self.tags(#""a""#, #"W/"b""#, #""c,\""#)
    #expect(tags.lists("a") && tags.lists("b") && tags.lists(#"c,\"#))
    #expect(tags.strongTexts == ["a", #"c,\"#])
    #expect(HTTPEntityTags([]) == nil)
    let request = try HTTPRequest(
      method: .get, target: "/", fields: [.ifNoneMatch: #""a""#, .ifNoneMatch: #""b""#])
    #expect(request.entityTags(in: .ifNoneMatch)?.lists("b") == true)
    #expect(request.entityTags(in: .ifMatch) == nil)
  }
}
