import BackstackHTTP
import Testing

@testable import BackstackService

@Suite("Parameters of the query")
struct QueryTests {
  @Test("A parameter that a route does not know is refused on every route but those to files")
  func unknown() async {
    var configuration = ServiceConfiguration()
    configuration.webFiles = .builtIn
    let client = ServiceClient(configuration: configuration)
    let session = await client.create()
    let id = String(session.dropFirst("/sessions/".count))
    var count = 0
    for route in client.service.routes {
      let pattern = route.http.pattern
      let path = pattern.replacing("{id}", with: id).replacing("{version}", with: "0")
        .replacing("{name}", with: "counters").replacing("{file}", with: "backstack.js")
        .replacing("{problem}", with: "stale-element")
      let content = route.http.method == .post ? "{}" : nil
      let answer = await client.send(route.http.method, path + "?foo=1", content)
      if route.operation == nil {
        #expect(answer.problem != "invalid-query", "\(pattern)")
      } else {
        count += 1
        #expect(answer.status == 400 && answer.problem == "invalid-query", "\(pattern)")
        #expect(answer.contains(#"no parameter \"foo\" here"#), "\(answer.text)")
      }
    }
    #expect(count > 15)
    #expect(await client.send(.get, session).version == 0)
  }

  @Test("A query without a parameter is none, and a page for browsers ignores parameters")
  func none() async {
    var configuration = ServiceConfiguration()
    configuration.webFiles = .builtIn
    let client = ServiceClient(configuration: configuration)
    #expect(await client.send(.get, "/features?").status == 200)
    #expect(await client.send(.get, "/?utm=1", nil, [(.accept, "text/html")]).status == 200)
    #expect(await client.send(.get, "/?utm=1").status == 400)
    #expect(await client.send(.get, "/client/backstack.js?v=2").status == 200)
  }
}
