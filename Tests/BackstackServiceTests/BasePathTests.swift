import BackstackCoding
import BackstackHTTP
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("A service below a proxy's path")
struct BasePathTests {
  private let service = ErrandService {
    $0.basePath = "/shop"
    $0.apiKeys = [APIKey(name: "a", secret: "0123456789abcdef")].compactMap(\.self)
  }
  private static let key: (HTTPFieldName, String) = (.authorization, "Bearer 0123456789abcdef")
  private static let creation = #"{"feature": "errands"}"#

  private func send(
    _ method: HTTPMethod, _ target: String, _ content: String? = nil,
    _ fields: [(HTTPFieldName, String)] = []
  ) async -> ServiceClient.Answer {
    await service.client.send(method, target, content, fields + [Self.key])
  }

  @Test(
    "Requests come with the path or without; locations and links have it", arguments: ["", "/shop"])
  func sessions(passed: String) async throws {
    let created = await send(
      .post, passed + "/sessions", Self.creation, [(.idempotencyKey, "k")])
    let location = try #require(created.fields[.location])
    #expect(location.wholeMatch(of: /\/shop\/sessions\/[0-9a-f]{32}/) != nil)
    #expect(created.fields[.contentLocation] == location)
    let again = await send(.post, "/sessions", Self.creation, [(.idempotencyKey, "k")])
    #expect(again.fields[.location] == location)
    #expect(await send(.get, location).status == 200)
    #expect(await send(.get, String(location.dropFirst(5))).status == 200)
    for _ in 0..<3 { #expect(await send(.post, location + "/actions", #""add""#).status == 200) }
    let history = await send(.get, passed + location.dropFirst(5) + "/history?limit=2")
    let next = "\(location)/history?after=1&limit=2"
    #expect(history.fields[.link] == "<\(next)>; rel=\"next\"")
    #expect(history.contains("\"next\":\"\(next)\""))
    #expect(await send(.get, next).status == 200)
    _ = await send(.post, "/sessions", Self.creation)
    let list = await send(.get, passed + "/sessions?limit=1")
    #expect(list.contains("\"href\":\"/shop/sessions/"))
    #expect(list.contains("\"next\":\"/shop/sessions?cursor="))
    #expect(list.fields[.link]?.hasPrefix("</shop/sessions?cursor=") == true)
  }

  @Test("The index, the guides and the types of problems have the path", arguments: ["", "/shop"])
  func resources(passed: String) async throws {
    let index = await send(.get, passed + "/")
    for path in ["app/", "features", "sessions", "problems", "openapi.yaml", "healthz"] {
      #expect(index.contains("\"/shop/\(path)\""))
    }
    for (method, target, status) in [
      (HTTPMethod.get, "/nowhere", 404), (.get, "/sessions/x", 404), (.put, "/sessions", 405),
      (.get, "/%zz", 400), (.get, "/features/x", 404),
    ] {
      let answer = await send(method, passed + target)
      #expect(answer.status == status)
      #expect(answer.text.hasPrefix(#"{"type":"/shop/problems/"#), "\(answer.text)")
      let type = try #require(answer.text.firstMatch(of: /"type":"([^"]+)"/)).1
      let guide = await send(.get, String(type))
      #expect(guide.status == 200 && guide.contains("{\"type\":\"\(type)\""))
      #expect(guide.text.utf8.count { $0 == UInt8(ascii: "{") } == 1)
    }
    let mismatch = await send(
      .post, await send(.post, "/sessions", Self.creation).fields[.location]! + "/actions",
      #""add""#, [(.ifMatch, #""9""#)])
    #expect(mismatch.status == 412 && mismatch.text.hasPrefix(#"{"type":"/shop/problems/"#))
    #expect(mismatch.contains(#""snapshot":{"id":""#))
    let malformed = service.client.service.errorResponse(
      HTTPError(status: .badRequest, code: .malformedRequest, message: "No."))
    #expect(String(decoding: malformed.body.bytes, as: UTF8.self).contains("/shop/problems/malf"))
  }

  @Test("The contract names the path as the server's, and the types of problems with it")
  func contract() async throws {
    let answer = await send(.get, "/openapi.json")
    let document = try JSONLiteral(decoding: Array(answer.text.utf8))
    #expect(document["servers"] == [["url": "/shop"]])
    let refusals = try #require(document["components"]?["responses"]).json
    #expect(refusals.contains(#""/shop/problems/unknown-session""#))
    #expect(!refusals.contains(#""/problems/"#))
    #expect(document["paths"]?["/sessions/{id}"] != nil)
    // The inspector is not below the path.
    let inspector = InspectorRoutes(InspectorConfiguration(mode: .full), of: service.client.service)
    #expect(!inspector.openAPI.json.contains("/shop"))
  }

  @Test("The page of the app refers to its files below the path", arguments: ["", "/shop"])
  func page(passed: String) async throws {
    let files = WebFilesProbe(await send(.get, passed + "/app/", nil, []).text)
    #expect(files.paths.count >= 4)
    for path in files.paths {
      #expect(path.hasPrefix("/shop/app/assets/"))
      #expect(await service.client.send(.get, path).status == 200, "\(path)")
    }
    let page = await send(.get, passed + "/", nil, [(.accept, "text/html")])
    #expect(page.text == (await send(.get, "/app/")).text)
    #expect(page.fields["Content-Security-Policy"] != nil)
    let elsewhere = ErrandService().client
    #expect(page.fields[.eTag] != (await elsewhere.send(.get, "/app/")).fields[.eTag])
    #expect(await send(.get, passed + "/app").fields[.location] == "/shop/app/")
    #expect(await send(.get, "/shop").fields[.location] == "/shop/")
    #expect(await send(.get, "/shopping").status == 404)
    // Files need no key, and probes are probes.
    for path in ["/client/backstack.js", "/healthz", "/features", "/problems/not-found"] {
      #expect(await service.client.send(.get, passed + path).status == 200, "\(path)")
    }
    #expect(await service.client.send(.get, passed + "/sessions").status == 401)
  }

  @Test("Without a path, nothing is removed and nothing is added")
  func none() async {
    let client = ErrandService().client
    #expect(await client.send(.get, "/shop/features").status == 404)
    #expect(await client.create(Self.creation).hasPrefix("/sessions/"))
  }

  @Test("Only paths that can't be mistaken are base paths")
  func validation() {
    for path in ["/shop", "/a/b", "/~me/x.y-z_1", "/sessions-of-mine"] {
      #expect(ServiceConfiguration.isBasePath(path), "\(path)")
    }
    for path in [
      "", "/", "shop", "/shop/", "//shop", "/a//b", "/a b", "/ä", "/%41", "/..", "/a/.",
      "/sessions",
      "/app/x", "/problems", "/shop?x", "/shop\r\nX: y",
    ] {
      #expect(!ServiceConfiguration.isBasePath(path), "\(path)")
    }
  }
}

/// The paths that a page refers to.
private struct WebFilesProbe {
  let paths: [String]

  init(_ page: String) {
    paths = page.matches(of: /(?:src|href)="([^"]+)"/).map { String($0.1) }
  }
}
