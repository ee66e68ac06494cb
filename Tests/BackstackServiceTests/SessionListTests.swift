import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The list of a client's sessions")
struct SessionListTests {
  private struct List: Decodable {
    struct Session: Decodable {
      let id: String
      let feature: String
      let expiresAt: Date
      let href: String
    }

    let sessions: [Session]
    let next: String?
  }

  /// Creates sessions; returns their paths in order.
  private static func create(
    _ count: Int, by name: String, in service: ErrandService
  ) async -> [String] {
    var paths: [String] = []
    for _ in 0..<count {
      let answer = await service.client.send(
        .post, "/sessions", #"{"feature": "errands"}"#, ErrandService.key(name))
      paths.append(answer.fields[.location] ?? "")
    }
    return paths.sorted()
  }

  private static func list(
    _ target: String = "/sessions", by name: String = "alice", in service: ErrandService
  ) async throws -> List {
    let answer = await service.client.send(.get, target, nil, ErrandService.key(name))
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.fields[.cacheControl] == "no-store")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let list = try decoder.decode(List.self, from: Data(answer.text.utf8))
    #expect(answer.fields[.link] == list.next.map { "<\($0)>; rel=\"next\"" })
    return list
  }

  @Test("A key lists its own sessions and no others, without a storage and with one")
  func own() async throws {
    for storage in [nil, MemoryStorage()] as [(any SessionStorage)?] {
      for isShared in [false, true] {
        let service = ErrandService.withKeys {
          $0.storage = storage
          $0.sharesSessions = isShared
        }
        #expect(try await Self.list(by: "bob", in: service).sessions.isEmpty)
        let alices = await Self.create(3, by: "alice", in: service)
        let bobs = await Self.create(1, by: "bob", in: service)
        let list = try await Self.list(in: service)
        #expect(Set(list.sessions.map(\.href)).isSuperset(of: alices))
        #expect(list.sessions.allSatisfy { $0.href == "/sessions/\($0.id)" })
        #expect(list.sessions.allSatisfy { $0.feature == "errands" })
        #expect(Set(list.sessions.map(\.href)).isDisjoint(with: bobs))
        #expect(list.next == nil)
        #expect(try await Self.list(by: "bob", in: service).sessions.map(\.href).contains(bobs[0]))
        _ = await service.client.send(.delete, alices[1], nil, ErrandService.key("alice"))
        let rest = try await Self.list(in: service).sessions.map(\.href)
        #expect(!rest.contains(alices[1]) && rest.contains(alices[0]))
        // The storage is shared with the next server.
        for path in [alices[0], alices[2]] {
          _ = await service.client.send(.delete, path, nil, ErrandService.key("alice"))
        }
        _ = await service.client.send(.delete, bobs[0], nil, ErrandService.key("bob"))
      }
    }
  }

  @Test("The list has pages in the order of the ids, without a storage and with one")
  func pages() async throws {
    for storage in [nil, MemoryStorage()] as [(any SessionStorage)?] {
      let service = ErrandService.withKeys { $0.storage = storage }
      let paths = await Self.create(7, by: "alice", in: service)
      _ = await Self.create(3, by: "bob", in: service)
      for (limit, counts) in [(3, [3, 3, 1]), (7, [7]), (1, Array(repeating: 1, count: 7))] {
        var found: [String] = []
        var sizes: [Int] = []
        var target: String? = "/sessions?limit=\(limit)"
        while let page = target, sizes.count < 9 {
          let list = try await Self.list(page, in: service)
          found += list.sessions.map(\.href)
          sizes.append(list.sessions.count)
          target = list.next
        }
        #expect(found == paths)
        #expect(sizes == counts)
      }
    }
  }

  @Test("Sessions that are only stored are listed, and stay as they are")
  func stored() async throws {
    let storage = MemoryStorage()
    let paths = await Self.create(
      2, by: "alice", in: ErrandService.withKeys { $0.storage = storage })
    let other = ErrandService.withKeys { $0.storage = storage }
    let list = try await Self.list(in: other)
    #expect(list.sessions.map(\.href) == paths)
    #expect(list.sessions.allSatisfy { $0.expiresAt > other.date.now() })
    #expect(other.client.service.directory.sessionCount == 0)
    // The storage has yet to be told that they have expired.
    other.date.advance(by: 5000)
    #expect(try await Self.list(in: other).sessions.isEmpty)
  }

  @Test("The list tells when a session expires that is used, and extends no life")
  func expiry() async throws {
    for storage in [nil, MemoryStorage()] as [(any SessionStorage)?] {
      let service = ErrandService.withKeys { $0.storage = storage }
      let path = await Self.create(1, by: "alice", in: service)[0]
      let first = try #require(try await Self.list(in: service).sessions.first?.expiresAt)
      service.date.advance(by: 100)
      #expect(try await Self.list(in: service).sessions.first?.expiresAt == first)
      _ = await service.client.send(.get, path, nil, ErrandService.key("alice"))
      let second = try #require(try await Self.list(in: service).sessions.first?.expiresAt)
      #expect(second == first.addingTimeInterval(100))
    }
  }

  @Test("A session that the host denies its owner is left out, and the pages continue")
  func decision() async throws {
    for storage in [nil, MemoryStorage()] as [(any SessionStorage)?] {
      let service = ErrandService.withKeys {
        $0.storage = storage
        $0.mayUse = { _, session, operation in
          operation == .read && session.principal?.id == "alice"
            && session.id.utf8.last.map { $0 % 2 == 0 } == true
        }
      }
      let paths = await Self.create(9, by: "alice", in: service)
      let visible = paths.filter { $0.utf8.last.map { $0 % 2 == 0 } == true }
      var found: [String] = []
      var target: String? = "/sessions?limit=2"
      while let page = target {
        let list = try await Self.list(page, in: service)
        found += list.sessions.map(\.href)
        target = list.next
      }
      #expect(found == visible)
    }
  }

  @Test("Without a principal the list is refused, which says why; with keys, one is needed")
  func anonymous() async throws {
    let answer = await ErrandService().client.send(.get, "/sessions")
    #expect(answer.status == 403 && answer.problem == "sessions-not-listed")
    #expect(answer.contains("no API key"))
    #expect(await ErrandService.withKeys().client.send(.get, "/sessions").status == 401)
  }

  @Test(
    "A limit, a cursor or a parameter that is not valid is refused",
    arguments: [
      "limit=0", "limit=201", "limit=x", "cursor=x", "cursor=", "page=2", "limit=1&limit=1",
    ])
  func queries(_ query: String) async {
    let answer = await ErrandService.withKeys().client.send(
      .get, "/sessions?\(query)", nil, ErrandService.key("bob"))
    #expect(answer.status == 400 && answer.problem == "invalid-query")
  }

  @Test(
    "Without a storage, each session is looked at: a client's requests for that have their limit")
  func manySessions() async {
    var configuration = ServiceConfiguration()
    configuration.apiKeys = [APIKey(name: "alice", secret: "alice-0123456789abcdef")!]
    var limits = LargeWorkLimits()
    limits.requests = 0
    let client = ServiceClient(
      configuration: configuration, large: LargeWork(limits: limits) { _, work in work() })
    for _ in 0...4096 {
      _ = await client.send(
        .post, "/sessions", #"{"feature": "counters"}"#, ErrandService.key("alice"))
    }
    let answer = await client.send(.get, "/sessions?limit=1", nil, ErrandService.key("alice"))
    #expect(answer.status == 503 && answer.problem == "overloaded", "\(answer.text)")
    #expect(answer.fields[.retryAfter] == "1")
  }

  @Test("A storage that does not answer is a problem that passes, and a media type is checked")
  func failures() async throws {
    let storage = MemoryStorage()
    let service = ErrandService.withKeys { $0.storage = storage }
    await storage.close()
    let answer = await service.client.send(.get, "/sessions", nil, ErrandService.key("alice"))
    #expect(answer.status == 503 && answer.problem == "storage-unavailable")
    let page = await service.client.send(
      .get, "/sessions", nil, ErrandService.key("alice") + [(.accept, "text/html")])
    #expect(page.status == 406)
  }
}
