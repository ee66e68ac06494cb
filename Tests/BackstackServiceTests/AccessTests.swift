import BackstackHTTP
import BackstackSessionsTestSupport
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Access to the service")
struct AccessTests {
  private static let secret = "0123456789abcdef-a"

  private func keyed() throws -> ErrandService {
    let keys = [
      try #require(APIKey(name: "a", secret: Self.secret)),
      try #require(APIKey(name: "b", secret: "0123456789abcdef-b")),
    ]
    return ErrandService { $0.apiKeys = keys }
  }

  @Test("A bucket returns the time until it has a number of tokens, which may be zero")
  func waits() throws {
    let limit = try #require(RateLimit(requestsPerSecond: 4, burst: 2))
    var bucket = TokenBucket(limit, at: 0)
    var takes: [Bool] = []
    for waits in [[0, 0], [0, 0.25], [0.25, 0.5]] {
      #expect([1, 2].map { bucket.wait(for: $0, limit) } == waits)
      takes.append(bucket.take(limit, at: 0))
    }
    #expect(takes == [true, true, false])
    // A clock that goes back removes no tokens.
    let taken = [0.25, 0.5, 0.25, 0.25].map { bucket.take(limit, at: $0) }
    #expect(taken == [true, true, false, false])
  }

  @Test("With API keys configured, sessions require one of them")
  func keys() async throws {
    let client = try keyed().client
    let content = #"{"feature": "errands"}"#
    let none = await client.send(.post, "/sessions", content)
    #expect(none.status == 401)
    #expect(none.problem == "unauthorized")
    #expect(none.fields[.wwwAuthenticate] == #"Bearer realm="backstack""#)
    for credentials in [
      "Bearer 0123456789abcdef-c", "Bearer 0123456789abcdef-", "Bearer 0123456789abcdef-aa",
      "Basic 0123456789abcdef-a", "Bearer", "", "0123456789abcdef-a",
    ] {
      let wrong = await client.send(.post, "/sessions", content, [(.authorization, credentials)])
      #expect(wrong.status == 401, "\(credentials)")
      // Only a token can be invalid (RFC 6750 §3.1).
      let isToken = credentials.hasPrefix("Bearer ")
      #expect(wrong.fields[.wwwAuthenticate]?.contains("invalid_token") == isToken)
    }
    #expect(client.service.directory.registry.sessionCount == 0)
    for credentials in ["Bearer \(Self.secret)", "bearer  0123456789abcdef-b"] {
      let created = await client.send(.post, "/sessions", content, [(.authorization, credentials)])
      #expect(created.status == 201)
      let session = created.fields[.location] ?? ""
      #expect(await client.send(.get, session).status == 401)
      #expect(await client.send(.get, session, nil, [(.authorization, credentials)]).status == 200)
    }
  }

  @Test("Every way of writing a path requires a key unless the path is open")
  func paths() async throws {
    let client = try keyed().client
    for path in [
      "/", "/features", "/openapi.yaml", "/openapi.json", "/healthz", "/livez", "/metrics",
    ] {
      #expect(await client.send(.get, path).status == 200, "\(path)")
    }
    for path in ["/sessions/x", "/%73essions/x", "/nothing", "/features/../sessions/x/%2e%2e"] {
      let status = await client.send(.get, path).status
      #expect(status == 401 || status == 404, "\(path)")
      #expect(!path.contains("essions/x") || path.hasPrefix("/features") || status == 401)
    }
  }

  @Test(
    "A key needs a name and a secret that can be sent in a header field",
    arguments: [
      ("", "0123456789abcdef"), ("a", "0123456789abcde"), ("a", "0123456789abcde,"),
      ("a", "0123456789abcde ü"),
    ])
  func invalidKeys(name: String, secret: String) {
    #expect(APIKey(name: name, secret: secret) == nil)
  }

  @Test("A client above its rate limit gets the time after which it may retry")
  func rate() async throws {
    let service = ErrandService { $0.rateLimit = RateLimit(requestsPerSecond: 0.5, burst: 2) }
    let first = await service.client.send(.get, "/features")
    #expect(first.status == 200)
    #expect(first.fields["RateLimit-Policy"] == #""client";q=2;w=4"#)
    #expect(first.fields["RateLimit"] == #""client";r=1;t=2"#)
    #expect(await service.client.send(.get, "/nothing").fields["RateLimit"] == #""client";r=0;t=4"#)
    let refused = await service.client.send(.get, "/features")
    #expect(refused.status == 429)
    #expect(refused.problem == "too-many-requests")
    #expect(refused.fields[.retryAfter] == "2")
    #expect(refused.fields["RateLimit"] == #""client";r=0;t=4"#)
    #expect(await service.client.send(.get, "/healthz").status == 200)
    service.date.advance(by: 2)
    #expect(await service.client.send(.get, "/features").status == 200)
  }

  @Test("Each key has its own rate limit, and so has each address without a key")
  func rates() throws {
    let limiter = RateLimiter(try #require(RateLimit(requestsPerSecond: 1, burst: 1)), capacity: 4)
    #expect(limiter.take(.key("a"), at: 0).isTaken)
    #expect(!limiter.take(.key("a"), at: 0).isTaken)
    #expect(limiter.take(.key("b"), at: 0).isTaken)
    #expect(limiter.take(.address("a"), at: 0).isTaken)
    // A clock that is set back neither adds nor removes tokens.
    #expect(limiter.take(.key("a"), at: 10).isTaken)
    #expect(!limiter.take(.key("a"), at: 5).isTaken)
    #expect(limiter.take(.key("a"), at: 6).isTaken)
  }

  @Test("However many clients there are, a new one has a full bucket, and those in use stay")
  func manyClients() throws {
    let limiter = RateLimiter(
      try #require(RateLimit(requestsPerSecond: 1, burst: 3)), capacity: 1000)
    var busy: [Bool] = []
    for number in 0..<100_000 {
      let count = limiter.take(.address("\(number)"), at: 0)
      #expect(count.isTaken && count.remaining == 2)
      #expect(limiter.count <= 1000)
      if number % 100 == 0 { busy.append(limiter.take(.key("busy"), at: 0).isTaken) }
    }
    #expect(busy == (0..<1000).map { $0 < 3 })
  }

  @Test("Web pages of allowed origins may use the service")
  func origins() async {
    let client = ErrandService { $0.allowedOrigins = ["https://app.example"] }.client
    let page = [(HTTPFieldName.origin, "https://app.example")]
    let preflight = await client.send(
      .options, "/sessions", nil, page + [("Access-Control-Request-Method", "POST")])
    #expect(preflight.status == 204)
    #expect(preflight.fields["Access-Control-Allow-Origin"] == "https://app.example")
    #expect(preflight.fields["Access-Control-Allow-Methods"]?.contains("POST") == true)
    for name in [
      "Idempotency-Key", "Mcp-Method", "Accept-Language", "Backstack-Agent", "traceparent",
      "tracestate", "X-Request-Id",
    ] {
      #expect(preflight.fields["Access-Control-Allow-Headers"]?.contains(name) == true)
    }
    #expect(preflight.fields[.vary] == "Origin")

    let created = await client.send(.post, "/sessions", #"{"feature": "errands"}"#, page)
    #expect(created.status == 201)
    #expect(created.fields["Access-Control-Allow-Origin"] == "https://app.example")
    let exposed = created.fields["Access-Control-Expose-Headers"]
    #expect(exposed?.contains("Date, Delta-Base, ETag, Link, Location") == true)
    #expect(created.fields[.vary] == "Origin")
    let problem = await client.send(.get, "/nothing", nil, page)
    #expect(problem.status == 404)
    #expect(problem.fields["Access-Control-Allow-Origin"] == "https://app.example")

    for origin in ["https://app.example.evil", "http://app.example", "null", "https://APP.example"]
    {
      let other = [(HTTPFieldName.origin, origin)]
      let refused = await client.send(
        .options, "/sessions", nil, other + [("Access-Control-Request-Method", "POST")])
      #expect(refused.fields["Access-Control-Allow-Origin"] == nil)
      #expect(refused.fields[.vary] == "Origin")
      let answer = await client.send(.get, "/features", nil, other)
      #expect(answer.status == 200)
      #expect(answer.fields["Access-Control-Allow-Origin"] == nil)
      #expect(answer.fields.values(of: .vary) == ["Accept-Encoding", "Origin"])
    }
  }

  @Test("Only requests for allowed hosts are served, except for probes")
  func hosts() async {
    let client = ErrandService { $0.allowedHosts = ["app.example", "[::1]:8080"] }.client
    for (host, status) in [
      ("app.example", 200), ("APP.example:8443", 200), ("[::1]:8080", 200), ("[::1]", 421),
      ("[::1]:8081", 421), ("evil.example", 421), ("app.example.evil.example", 421), ("", 421),
      ("evil.example:80", 421), ("127.0.0.1", 421),
    ] {
      let answer = await client.send(.get, "/features", nil, [(.host, host)])
      #expect(answer.status == status, "\(host)")
      #expect(answer.problem == (status == 421 ? "misdirected-request" : nil))
      #expect(await client.send(.get, "/readyz", nil, [(.host, host)]).status == 200)
    }
    // The host of the target overrides the field.
    let target = "http://app.example/features"
    #expect(await client.send(.get, target, nil, [(.host, "evil.example")]).status == 200)
    let other = "http://evil.example/features"
    #expect(await client.send(.get, other, nil, [(.host, "app.example")]).status == 421)
    #expect(await ErrandService().client.send(.get, "/features", nil, [(.host, "x")]).status == 200)
  }

  @Test(
    "A host is a name or an address in lower case, with or without a port",
    arguments: [
      ("app.example", true), ("localhost:8080", true), ("[::1]", true), ("[::1]:80", true),
      ("App.example", false), ("https://app.example", false), ("app.example/", false), ("", false),
      ("*", false), ("::1", false), ("a:b", false),
    ])
  func host(text: String, isHost: Bool) {
    #expect(ServiceConfiguration.isHost(text) == isHost)
  }

  @Test("A preflight needs no key and does not count toward the rate limit")
  func preflight() async throws {
    let keys = [try #require(APIKey(name: "a", secret: Self.secret))]
    let client = ErrandService {
      $0.allowedOrigins = ["https://app.example"]
      $0.apiKeys = keys
      $0.rateLimit = RateLimit(requestsPerSecond: 1, burst: 1)
    }.client
    let page = [(HTTPFieldName.origin, "https://app.example")]
    for _ in 0..<3 {
      let preflight = await client.send(
        .options, "/sessions", nil, page + [("Access-Control-Request-Method", "POST")])
      #expect(preflight.status == 204)
    }
    let unauthorized = await client.send(.get, "/sessions/x", nil, page)
    #expect(unauthorized.status == 401)
    #expect(unauthorized.fields["Access-Control-Allow-Origin"] == "https://app.example")
    #expect(await client.send(.get, "/sessions/x", nil, page).status == 429)
  }

  @Test(
    "An origin is a scheme, a host and a port that is not the default one",
    arguments: [
      ("https://app.example", true), ("http://localhost:3000", true), ("http://[::1]:80", false),
      ("https://[::1]:8443", true), ("https://app.example/", false), ("https://App.example", false),
      ("*", false), ("null", false), ("https://app.example:443", false),
      ("ftp://app.example", false),
    ])
  func origin(text: String, isOrigin: Bool) {
    #expect(ServiceConfiguration.isOrigin(text) == isOrigin)
  }
}
