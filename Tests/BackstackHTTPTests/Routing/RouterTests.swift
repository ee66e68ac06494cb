import Testing

@testable import BackstackHTTP

@Suite("Router")
struct RouterTests {
  static func echo(_ method: HTTPMethod, _ pattern: String, _ names: String...) -> HTTPRoute {
    .returning(method, pattern) { _, parameters in
      let values = names.map { parameters[$0] ?? "nil" }
      return HTTPResponse(body: .text(([pattern] + values).joined(separator: " ")))
    }
  }

  let router = HTTPRouter([
    echo(.get, "/"),
    echo(.get, "/sessions"), echo(.post, "/sessions"),
    echo(.get, "/sessions/{id}", "id"), echo(.delete, "/sessions/{id}", "id"),
    echo(.post, "/sessions/{id}/actions", "id", "other"),
    echo(.get, "/sessions/new"), echo(.get, "/sessions/new/form"),
    echo(.get, "/sessions/{id}/screens/{screen}", "id", "screen"),
    echo(.put, "/slash/"), echo(HTTPMethod(rawValue: "LOCK"), "/slash/"),
  ])

  @Test(
    "The route is found and decoded parameters are captured",
    arguments: [
      (HTTPMethod.get, "/", "/"), (.get, "/?a=b", "/"), (.get, "/sessions", "/sessions"),
      (.post, "/sessions", "/sessions"), (.get, "/sessions/7", "/sessions/{id} 7"),
      (.get, "/sessions/a%2Fb%20c", "/sessions/{id} a/b c"),
      (.get, "/sessions/%C3%A9", "/sessions/{id} é"), (.get, "/sessions/new", "/sessions/new"),
      (.get, "/sessions/newer", "/sessions/{id} newer"),
      (.get, "/%73essions/n%65w", "/sessions/new"),
      (.post, "/sessions/new/actions", "/sessions/{id}/actions new nil"),
      (.get, "/sessions/1/screens/2", "/sessions/{id}/screens/{screen} 1 2"),
      (.get, "/sessions/new/screens/2", "/sessions/{id}/screens/{screen} new 2"),
      (.head, "/sessions/7", "/sessions/{id} 7"), (.put, "/slash/", "/slash/"),
      (.get, "http://host/sessions/8", "/sessions/{id} 8"), (.get, "http://host", "/"),
      (HTTPMethod(rawValue: "LOCK"), "/slash/", "/slash/"),
      (.get, "/sessions/..", "/sessions/{id} .."),
    ])
  func findsRoute(method: HTTPMethod, target: String, expected: String) throws {
    let response = try #require(try answer(of: router, method, target))
    #expect(response.status == .ok)
    #expect(response.text == expected)
  }

  @Test(
    "A path without routes gets 404",
    arguments: [
      "/x", "/sessions/", "/sessions/7/", "/sessions//actions", "/slash", "//", "/sessions/1/2",
      "/Sessions", "/sessions/new/", "/sessions/1/screens/", "/sessions%2F7",
    ])
  func answersNotFound(target: String) throws {
    #expect(try answer(of: router, .get, target)?.status == .notFound)
  }

  @Test(
    "Another method on a known path gets 405 with Allow",
    arguments: [
      (HTTPMethod.put, "/sessions/7", "DELETE, GET, HEAD, OPTIONS"),
      (.get, "/sessions/7/actions", "OPTIONS, POST"),
      (.head, "/slash/", "LOCK, OPTIONS, PUT"),
      (.trace, "/", "GET, HEAD, OPTIONS"),
      (HTTPMethod(rawValue: "LOCK"), "/", "GET, HEAD, OPTIONS"),
    ])
  func answersMethodNotAllowed(method: HTTPMethod, target: String, allow: String) throws {
    let response = try #require(try answer(of: router, method, target))
    #expect(response.status == .methodNotAllowed)
    #expect(response.fields[.allow] == allow)
  }

  @Test(
    "A method that is neither standard nor has a route gets 501, whatever the path",
    arguments: ["BREW", "get", "UNLOCK"], ["/", "/sessions/7", "/none"])
  func answersNotImplemented(method: String, target: String) throws {
    let response = try #require(
      try answer(of: router, HTTPMethod(rawValue: method), target))
    #expect(response.status == .notImplemented)
    #expect(response.fields[.allow] == nil)
  }

  @Test("A standard method on an unknown path gets 404")
  func answersNotFoundForKnownMethods() throws {
    for method in HTTPMethod.standard + [HTTPMethod(rawValue: "LOCK")] where method != .connect {
      #expect(try answer(of: router, method, "/none")?.status == .notFound)
    }
  }

  @Test("OPTIONS gets 204 with Allow, for a path and for the server")
  func answersOptions() throws {
    let path = try #require(try answer(of: router, .options, "/sessions"))
    #expect(path.status == .noContent)
    #expect(path.fields[.allow] == "GET, HEAD, OPTIONS, POST")
    let server = try #require(try answer(of: router, .options, "*"))
    #expect(server.status == .noContent)
    #expect(server.fields[.allow] == "DELETE, GET, HEAD, LOCK, OPTIONS, POST, PUT")
    #expect(try answer(of: router, .options, "/none")?.status == .notFound)
  }

  @Test(
    "An invalid percent-encoding gets 400",
    arguments: ["/sessions/%", "/sessions/%4", "/sessions/%g0", "/sessions/%FF", "/%C3/x"])
  func refusesInvalidEncoding(target: String) throws {
    #expect(try answer(of: router, .get, target)?.status == .badRequest)
  }

  @Test("The caller can create the error responses; Allow is added")
  func usesErrorResponse() throws {
    let response = try #require(
      try answer(of: router, .put, "/") {
        HTTPResponse(
          status: $0.status, fields: [.contentType: "application/problem+json"],
          body: .text($0.code.rawValue))
      })
    #expect(response.text == "method-not-allowed")
    #expect(response.fields[.contentType] == "application/problem+json")
    #expect(response.fields[.allow] == "GET, HEAD, OPTIONS")
  }

  @Test("The routes are listed in order")
  func listsRoutes() {
    #expect(
      router.routes.prefix(3).map { "\($0.method) \($0.pattern)" } == [
        "GET /", "GET /sessions", "POST /sessions",
      ])
  }

  @Test("An error that a returning route throws goes to the error response")
  func passesThrownErrors() throws {
    let router = HTTPRouter([
      .returning(.get, "/") { request, _ throws(HTTPError) in
        HTTPResponse(body: .text(try request.queryItems()[0].name))
      }
    ])
    #expect(try answer(of: router, .get, "/?a")?.text == "a")
    #expect(try answer(of: router, .get, "/?%")?.status == .badRequest)
  }

  @Test("A route that releases its responder gets 500")
  func answersUnanswered() throws {
    let router = HTTPRouter([HTTPRoute(.get, "/") { _, _, _ in }])
    #expect(try answer(of: router, .get, "/")?.status == .internalServerError)
  }
}
