import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Problems")
struct ProblemTests {
  /// Requests that provoke each kind of problem.
  private static let provocations:
    [(kind: Problem.Kind, provoke: @Sendable (ErrandService, String) async -> ServiceClient.Answer)] =
      [
        (.malformedJSON, { await $0.client.act($1, "{") }),
        (.invalidValue, { await $0.client.act($1, "3") }),
        (
          .contentTooLarge,
          { await $0.client.act($1, "\"" + String(repeating: "a", count: 2 << 20)) }
        ),
        (
          .contentTooComplex,
          { service, session in
            await service.client.act(session, String(repeating: "[", count: 200))
          }
        ),
        (
          .unknownFeature,
          { service, _ in
            await service.client.send(.post, "/sessions", #"{"feature": "x"}"#)
          }
        ),
        (.unknownProblem, { service, _ in await service.client.send(.get, "/problems/x") }),
        (.unknownFeatureInTarget, { service, _ in await service.client.send(.get, "/features/x") }),
        (.sessionsNotListed, { service, _ in await service.client.send(.get, "/sessions") }),
        (
          .invalidLink,
          { service, _ in
            await service.client.send(.post, "/sessions", #"{"feature": "errands", "link": "/x"}"#)
          }
        ),
        (.unknownSession, { service, _ in await service.client.send(.get, "/sessions/x") }),
        (
          .endedSession,
          { service, session in
            _ = await service.client.send(.delete, session)
            return await service.client.send(.get, session)
          }
        ),
        (.staleElement, { await $0.client.act($1, #"{"path": {"popFrom": {"id": 3}}}"#) }),
        (.invalidCondition, { await $0.client.act($1, #""add""#, [(.ifMatch, "9")]) }),
        (.versionMismatch, { await $0.client.act($1, #""add""#, [(.ifMatch, #""9""#)]) }),
        (.unsupportedMediaType, { await $0.client.act($1, "add", [(.contentType, "text/plain")]) }),
        (.notAcceptable, { await $0.client.send(.get, $1, nil, [(.accept, "image/png")]) }),
        (
          .overCapacity,
          { service, _ in
            await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#)
          }
        ),
        (.noStack, { await $0.client.send(.get, $1 + "/path?name=x") }),
        (.invalidQuery, { await $0.client.send(.get, $1 + "?wait=x") }),
        (.unknownFile, { service, _ in await service.client.send(.get, "/client/none.js") }),
        (.forgottenVersion, { await $0.client.send(.get, $1 + "/history/9") }),
        (.invalidIdempotencyKey, { await $0.client.act($1, #""add""#, [(.idempotencyKey, "")]) }),
        (
          .reusedKey,
          { service, session in
            _ = await service.client.act(session, #""add""#, [(.idempotencyKey, "k")])
            return await service.client.act(session, #"["add"]"#, [(.idempotencyKey, "k")])
          }
        ),
        (
          .requestInProgress,
          { service, session in
            let fields: [(HTTPFieldName, String)] = [(.idempotencyKey, "k"), (.prefer, "wait=9")]
            let action = #"{"begin": {"seconds": 9}}"#
            let first = service.client.begin(.post, session + "/actions", action, fields)
            let second = await service.client.act(session, action, fields)
            service.timer.advance(by: 9)
            _ = await first.answer
            return second
          }
        ),
        (
          .draining,
          { service, _ in
            service.client.service.beginDraining()
            return await service.client.send(.get, "/readyz")
          }
        ),
      ]

  @Test(
    "Each kind of problem has its status, type and detail",
    arguments: 0..<provocations.count)
  func provoke(_ number: Int) async {
    let (kind, provoke) = Self.provocations[number]
    // A full server refuses a creation before it looks at its content, so the other kinds need a
    // second reservation.
    let service = ErrandService { $0.maximumSessions = kind == .overCapacity ? 1 : 2 }
    let session = await service.create()
    let answer = await provoke(service, session)
    #expect(answer.status == kind.status.code)
    #expect(answer.problem == kind.slug)
    #expect(answer.fields[.contentType] == "application/problem+json")
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(answer.contains(#""title":"\#(kind.title)","status":\#(kind.status.code),"detail":""#))
    if kind.status == .serviceUnavailable { #expect(answer.fields[.retryAfter] != nil) }
  }

  @Test("The contract has every kind of problem once, and tests provoke each")
  func all() {
    // Provoked by other tests: those of API keys and their rights, rate limits, states, screens, storages,
    // clusters and sockets.
    let elsewhere: [Problem.Kind] = [
      .unauthorized, .tooManyRequests, .overloaded, .stateNotEncodable, .storageUnavailable,
      .unreadableSession,
      .stateNotAccepted, .invalidState, .invalidTicket, .quotaExceeded, .tooManyAtOnce,
      .quarantined, .ownerUnreachable, .stateTooLarge, .screenNotAvailable, .foreignPage,
      .upgradeRequired, .malformedHandshake, .notPermitted,
    ]
    let provoked = Self.provocations.map(\.kind) + elsewhere
    #expect(Set(provoked) == Set(Problem.Kind.all))
    // One kind has two statuses.
    #expect(Set(Problem.Kind.all.map(\.slug)).count == Problem.Kind.all.count - 1)
    let contract = BackstackServer.openAPIDocument(features: [])
    // Files for browsers are not part of the contract.
    for kind in Problem.Kind.all where kind != .unknownFile {
      #expect(contract.contains("/problems/\(kind.slug)"), "\(kind.slug)")
    }
  }

  @Test("A state that cannot be encoded is a server error, and affects no other feature")
  func notEncodable() async {
    let client = ServiceClient([
      Feature("odd", initialState: Odd.State()) { Odd() },
      Feature("errands", initialState: Errands.State()) { Errands() },
    ])
    let odd = await client.send(.post, "/sessions", #"{"feature": "odd"}"#)
    #expect(odd.status == 500)
    #expect(odd.problem == "state-not-encodable")
    #expect(await client.send(.post, "/sessions", #"{"feature": "errands"}"#).status == 201)
  }
}

/// A feature whose state has a number that JSON cannot express.
private struct Odd: Reducer {
  struct State: Codable, Sendable { var number = Double.infinity }
  @CasePathable enum Action: Codable, Sendable { case nothing }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
  }
}
