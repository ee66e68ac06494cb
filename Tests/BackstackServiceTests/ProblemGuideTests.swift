import BackstackHTTP
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("What a problem's type leads to")
struct ProblemGuideTests {
  private struct Guide: Decodable {
    let type: String
    let title: String
    let statuses: [Int]
    let cause: String
    let remedy: String
  }

  private struct Guides: Decodable {
    let problems: [Guide]
  }

  private let client = ServiceClient([])
  private static let html: [(HTTPFieldName, String)] = [(.accept, "text/html,*/*;q=0.8")]

  private func read<Value: Decodable>(_ path: String, as type: Value.Type) async throws -> Value {
    let answer = await client.send(.get, path)
    #expect(answer.status == 200)
    #expect(answer.fields[.contentType] == "application/json")
    return try JSONDecoder().decode(type, from: Data(answer.text.utf8))
  }

  @Test("Every kind of problem has a guide at the path in its type", arguments: Problem.Kind.all)
  func guide(_ kind: Problem.Kind) async throws {
    let guide = try await read("/problems/\(kind.slug)", as: Guide.self)
    #expect(guide.type == "/problems/\(kind.slug)")
    #expect(guide.title == kind.title)
    #expect(guide.statuses.contains(kind.status.code))
    #expect(guide.cause.hasSuffix(".") && guide.remedy.hasSuffix("."))
  }

  @Test("A guide is a page for browsers, which runs nothing", arguments: ProblemGuide.all)
  func page(_ guide: ProblemGuide) async {
    let answer = await client.send(.get, "/problems/\(guide.slug)", nil, Self.html)
    #expect(answer.status == 200)
    #expect(answer.fields[.contentType] == "text/html; charset=utf-8")
    #expect(answer.fields[.vary] == "Accept")
    #expect(answer.fields["Content-Security-Policy"]?.hasPrefix("default-src 'none'; ") == true)
    #expect(answer.fields["Referrer-Policy"] == "no-referrer")
    #expect(answer.contains("<h1>\(ProblemGuide.escaped(guide.title))</h1>"))
    #expect(answer.contains(#"<meta name="color-scheme" content="light dark">"#))
    #expect(answer.contains(#"<a href="../problems">"#))
    // Code spans have become elements.
    #expect(!answer.contains("`"))
    #expect(guide.cause.count { $0 == "`" }.isMultiple(of: 2))
    #expect(guide.remedy.count { $0 == "`" }.isMultiple(of: 2))
  }

  @Test("The list has every guide, for programs and for browsers")
  func list() async throws {
    let guides = try await read("/problems", as: Guides.self).problems
    #expect(guides.map(\.type) == ProblemGuide.all.map { "/problems/\($0.slug)" })
    #expect(guides.map(\.type) == guides.map(\.type).sorted())
    #expect(guides.first { $0.type.hasSuffix("/unknown-feature") }?.statuses == [404, 422])
    let page = await client.send(.get, "/problems", nil, Self.html)
    for guide in ProblemGuide.all { #expect(page.contains(#"<a href="problems/\#(guide.slug)">"#)) }
  }

  @Test("Text is escaped in pages")
  func escaping() {
    #expect(ProblemGuide.escaped(#"<b>&"'"#) == "&lt;b&gt;&amp;&quot;'")
    let guide = ProblemGuide(
      slug: "a", title: "<i>", statuses: [.notFound], cause: "<script> `<b>`", remedy: "&")
    #expect(guide.page.contains("<h1>&lt;i&gt;</h1>"))
    #expect(guide.page.contains("<p>&lt;script&gt; <code>&lt;b&gt;</code></p>\n<p>&amp;</p>"))
  }

  @Test("Unknown kinds and media types are refused; no key is needed, also for administrators")
  func access() async throws {
    let unknown = await client.send(.get, "/problems/%3Cscript%3E", nil, Self.html)
    #expect(unknown.status == 404 && unknown.problem == "unknown-problem")
    #expect(!unknown.contains("<script"))
    let picture = await client.send(.get, "/problems", nil, [(.accept, "image/png")])
    #expect(picture.status == 406)
    let keys = [try #require(APIKey(name: "a", secret: "0123456789abcdef"))]
    let keyed = ErrandService { $0.apiKeys = keys }.client
    for client in [keyed, keyed.administrator] {
      #expect(await client.send(.get, "/problems").status == 200)
      #expect(await client.send(.get, "/problems/unauthorized").status == 200)
    }
  }

  @Test(
    "A client that accepts HTML, but no JSON, gets the page",
    arguments: ["text/*", "application/json;q=0, */*", "text/html", "*/*;q=0.1, text/html"])
  func onlyHTML(_ accept: String) async {
    let client = ServiceClient([])
    for path in ["/problems", "/problems/ended-session"] {
      let answer = await client.send(.get, path, nil, [(.accept, accept)])
      #expect(answer.fields[.contentType]?.hasPrefix("text/html") == true, "\(answer.text)")
    }
  }
}
