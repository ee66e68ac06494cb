import Backstack
import BackstackHTTP
import BackstackServiceTesting
import BackstackTesting
import Testing

@testable import BackstackHost
@testable import BackstackService
@testable import BackstackSessions

@Suite("Routes of a host")
struct HostRouteTests {
  private static let key = "Bearer 0123456789abcdef"

  private func client(
    _ routes: [HostRoute], _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.apiKeys = [try #require(APIKey(name: "a", secret: "0123456789abcdef"))]
    configuration.routes = routes
    configure(&configuration)
    return ServiceClient(configuration: configuration)
  }

  @Test("A webhook with a signature reaches a session, and needs no key")
  func webhook() async throws {
    let secret = "a secret of the kitchen"
    let keys = try CommandOptions(arguments: ["--kitchen-secret", secret], environment: [:])
    let host = try HostCommand.host(
      "restaurant", Restaurant.features, keys, configure: Restaurant.configure)
    var configuration = host.service
    configuration.apiKeys = [try #require(APIKey(name: "a", secret: "0123456789abcdef"))]
    let server = BackstackServer(features: host.features, configuration: configuration)
    let service = HostedService(server)
    let order = try await server.sessions.create("order")

    func report(_ content: String, signed signature: String) async throws -> ServiceResponse {
      try await service.send(
        .post, "/webhooks/kitchen", json: content, fields: ["X-Signature": signature])
    }
    func signed(_ content: String) -> String {
      let code = HMACSHA256(key: Array(secret.utf8)).code(of: Array(content.utf8))
      return code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let content = #"{"order":"\#(order.id)"}"#
    #expect(try await report(content, signed: signed(content)).status == 500)
    host.server.set(server)
    #expect(try await report(content, signed: signed(content + " ")).status == 401)
    #expect(try await report(content, signed: "").status == 401)
    #expect(try await server.sessions.snapshot(of: order.id).version == 0)
    #expect(try await report(content, signed: signed(content)).status == 204)
    #expect(try await server.sessions.snapshot(of: order.id).state == #"{"isReady":true}"#)
    for (content, status) in [(#"{"order":"nobody's"}"#, 404), (#"{"order":1}"#, 422), ("{", 400)] {
      let refused = try await report(content, signed: signed(content))
      #expect(refused.status == status)
      #expect(refused.fields[.contentType] == "application/problem+json")
    }
    #expect(try await service.send(.post, "/sessions", json: #"{"feature":"order"}"#).status == 401)
  }

  @Test("A route needs a key like the rest of the service, unless it is for anyone")
  func access() async throws {
    let client = try client([
      HostRoute(.get, "/reports/{day}", for: .anyone) { _, parameters in
        HTTPResponse(body: .text("report of \(parameters["day"] ?? "")"))
      },
      HostRoute(.get, "/reports/secret") { request, _ in
        HTTPResponse(body: .text("for \(request.principal?.id ?? "nobody")"))
      },
      HostRoute(.put, "/sessions/{id}", for: .anyone) { _, _ in HTTPResponse() },
    ])
    #expect(await client.send(.get, "/reports/monday").text == "report of monday")
    // The more exact route decides, however the path is spelled.
    for path in ["/reports/secret", "/reports/s%65cret"] {
      #expect(await client.send(.get, path).status == 401)
      #expect(await client.send(.get, path, nil, [(.authorization, Self.key)]).text == "for a")
    }
    #expect(await client.send(.post, "/reports/monday").status == 401)
    // The service's own routes at the same path are as they were.
    #expect(await client.send(.put, "/sessions/1").status == 200)
    #expect(await client.send(.get, "/sessions/1").status == 401)
  }

  @Test("The error of a route becomes a response; one without a reason for clients is logged")
  func errors() async throws {
    struct Mishap: Error {}
    let lines = LockIsolated<[String]>([])
    let client = try client([
      HostRoute(.get, "/http", for: .anyone) { _, _ in
        throw HTTPError(status: .conflict, code: .init(rawValue: "taken"), message: "It is taken.")
      },
      HostRoute(.get, "/session", for: .anyone) { _, _ in throw SessionError.unknownSession },
      HostRoute(.get, "/mishap", for: .anyone) { _, _ in throw Mishap() },
    ]) { configuration in
      configuration.log = { line in lines.withValue { $0.append(line) } }
    }
    let taken = await client.send(.get, "/http")
    #expect(taken.status == 409 && taken.problem == "taken")
    #expect(await client.send(.get, "/session").problem == "unknown-session")
    #expect(lines.value.isEmpty)
    #expect(await client.send(.get, "/mishap").status == 500)
    #expect(lines.value.count == 1)
    #expect(lines.value.first?.contains(#""event":"route-failed""#) == true)
    #expect(lines.value.first?.contains(#""route":"GET /mishap","message":"Mishap()""#) == true)
  }

  @Test("Content beyond a route's limit is refused", arguments: ServiceTransport.allCases)
  func limit(over transport: ServiceTransport) async throws {
    var configuration = ServiceConfiguration()
    configuration.routes = [
      HostRoute(.post, "/reports", content: 8) { request, _ in
        HTTPResponse(body: .text("\(request.body.count)"))
      }
    ]
    let service = try HostedService([], configuration: configuration, over: transport)
    #expect(try await service.send(.post, "/reports", json: "12345678").text == "8")
    #expect(try await service.send(.post, "/reports", json: "123456789").status == 413)
  }

  @Test("Outer middleware sees requests before keys are checked, other middleware afterwards")
  func middleware() async throws {
    let seen = LockIsolated<[String]>([])
    let client = try client([]) { configuration in
      configuration.outerMiddleware = [Witness(name: "outer", seen: seen)]
      configuration.middleware = [Witness(name: "inner", seen: seen)]
    }
    #expect(await client.send(.get, "/sessions/1").status == 401)
    #expect(seen.value == ["outer nobody"])
    _ = await client.send(.get, "/sessions/1", nil, [(.authorization, Self.key)])
    #expect(seen.value == ["outer nobody", "outer nobody", "inner a"])
  }

  private struct Witness: HTTPMiddleware {
    let name: String
    let seen: LockIsolated<[String]>

    func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
      let principal = request.principal?.id ?? "nobody"
      seen.withValue { $0.append("\(name) \(principal)") }
      next.respond(to: request, responder)
    }
  }
}
