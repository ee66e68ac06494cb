import Testing

@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Excerpts of the request in problems")
struct ProblemExcerptTests {
  private static let long = String(repeating: "x", count: 5000)
  private let service = ErrandService()

  /// Returns the length of the longest run of the request's text in the content or fields of a
  /// response.
  private func longestRun(_ answer: ServiceClient.Answer) -> Int {
    let texts = [answer.text, String(decoding: answer.fields.bytes, as: UTF8.self)]
    return texts.flatMap { $0.split { $0 != "x" } }.map(\.count).max() ?? 0
  }

  @Test(
    "A problem about a creation repeats only an excerpt of its content",
    arguments: [
      #"{"feature": "LONG"}"#, #"{"feature": "errands", "link": "/LONG"}"#,
      #"{"feature": "errands", "LONG": 1}"#, #"{"LONG": "errands"}"#,
      #"{"feature": "errands", "ttl": "LONG"}"#, "LONG", #""LONG""#, #"{"feature": {"LONG": 1}}"#,
    ])
  func creation(_ content: String) async {
    let content = content.replacing("LONG", with: Self.long)
    let answer = await service.client.send(.post, "/sessions", content)
    #expect((400..<500).contains(answer.status) && answer.problem != nil)
    #expect(longestRun(answer) <= 200)
  }

  @Test(
    "A problem about an action repeats only an excerpt of its content and pointer",
    arguments: [
      #"{"LONG": {}}"#, #""LONG""#, #"{"add": {"LONG": {"LONG": 1}}}"#,
      #"{"begin": {"seconds": "LONG"}}"#, #"{"path": {"push": {"state": {"LONG": 1}}}}"#,
      #"{"path": {"LONG": {}}}"#, #"["add", {"LONG": 1}]"#,
    ])
  func action(_ action: String) async {
    let session = await service.create()
    let answer = await service.client.act(session, action.replacing("LONG", with: Self.long))
    #expect(longestRun(answer) <= 200)
  }

  @Test(
    "A problem about a target or a field repeats only an excerpt of it",
    arguments: ["/LONG", "/features/LONG", "/sessions/LONG", "/features?LONG=1"])
  func target(_ target: String) async {
    let target = target.replacing("LONG", with: Self.long)
    #expect(await longestRun(service.client.send(.get, target)) <= 200)
    let session = await service.create()
    for name in [HTTPFieldName.accept, .contentType, .ifMatch, .idempotencyKey, .prefer] {
      let answer = await service.client.act(session, #""add""#, [(name, Self.long)])
      #expect(longestRun(answer) <= 200)
    }
    let query = await service.client.send(.get, session + "?" + Self.long + "=1")
    #expect(query.problem == "invalid-query" && longestRun(query) <= 200)
  }

  @Test("An excerpt has the beginning and the end of a long text, and short texts are unchanged")
  func excerpt() {
    let whole = String(repeating: "a", count: 100) + String(repeating: "b", count: 100)
    #expect(Problem(.invalidValue, whole).detail == whole)
    let part = Problem(.invalidValue, whole + "c").detail
    #expect(part.hasPrefix("aaa") && part.hasSuffix("bbc") && part.contains(" … "))
    #expect(part.unicodeScalars.count == 200)
    // One character, but many bytes.
    let tall = "e" + String(repeating: "\u{301}", count: 5000)
    #expect(Problem(.invalidValue, tall).detail.unicodeScalars.count == 200)
  }

  @Test("A pointer that is too long is replaced by one to an enclosing value")
  func pointer() {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let keys = ["state", "a/b~c", Self.long, "d"].map { Key(stringValue: $0) }
    #expect(JSONPointer(keys).text == "/state/a~1b~0c")
    #expect(JSONPointer([keys[2]]).text == "")
    // The names may have 200 characters, with the slashes before them.
    let longest = String(repeating: "n", count: 193)
    #expect(JSONPointer([keys[0], Key(stringValue: longest)]).text == "/state/\(longest)")
    #expect(JSONPointer([keys[0], Key(stringValue: longest + "n")]).text == "/state")
  }
}
