import BackstackCoding
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The inspector")
struct InspectorTests {
  private static let key = "0123456789abcdef"
  private let steady = ManualSteadyClock()

  private func service(
    _ mode: InspectorConfiguration.Mode = .full, hosts: [String] = [],
    storage: (any SessionStorage)? = nil, redactsTexts: Bool = false
  ) -> ErrandService {
    ErrandService { [steady] configuration in
      configuration.steadyClock = steady.now
      configuration.storage = storage
      configuration.inspector = InspectorConfiguration(
        mode: mode, key: Self.key, hosts: hosts, redactsTexts: redactsTexts)
    }
  }

  /// Sends a request to the inspector's interface.
  private func ask(
    _ service: ErrandService, _ method: HTTPMethod, _ path: String, _ content: String? = nil,
    host: String = "127.0.0.1:9090", origin: String? = nil, key: String? = Self.key
  ) async -> ServiceClient.Answer {
    var fields: [(HTTPFieldName, String)] = [(.host, host)]
    if let origin { fields.append((.origin, origin)) }
    if let key { fields.append((.authorization, "Bearer \(key)")) }
    return await service.client.administrator.send(
      method, InspectorRoutes.api + path, content, fields)
  }

  private func ask(_ service: ErrandService, _ path: String) async -> ServiceClient.Answer {
    await ask(service, .get, path)
  }

  private func id(_ path: String) -> String { String(path.dropFirst("/sessions/".count)) }

  @Test("Looking at a session does not lengthen its life, sending to it does not either")
  func life() async {
    let service = service()
    let session = await service.client.create(#"{"feature": "errands", "ttl": 60}"#)
    steady.advance(by: 59)
    for path in ["", "/history", "/history/0"] {
      #expect(await ask(service, "sessions/\(id(session))\(path)").status == 200, "\(path)")
    }
    #expect(await ask(service, "sessions").contains(id(session)))
    #expect(await ask(service, .post, "sessions/\(id(session))/actions", #""add""#).status == 200)
    steady.advance(by: 1)
    #expect(await ask(service, "sessions/\(id(session))").status == 410)
  }

  @Test("Only requests with the key, for this machine and from its own pages are served")
  func access() async {
    let service = service(hosts: ["admin.example"])
    #expect(await ask(service, .get, "server", key: nil).status == 401)
    #expect(await ask(service, .get, "server", key: Self.key + "0").status == 401)
    for (host, status) in [
      ("127.0.0.1", 200), ("[::1]:80", 200), ("localhost:9090", 200), ("admin.example:1", 200),
      ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("localhost.evil.example", 421),
      ("", 421),
    ] {
      #expect(await ask(service, .get, "server", host: host).status == status, "\(host)")
    }
    for (origin, status) in [
      ("http://127.0.0.1:9090", 200), ("http://127.0.0.1:8080", 403), ("null", 403),
      ("http://evil.example", 403),
    ] {
      #expect(await ask(service, .get, "server", origin: origin).status == status, "\(origin)")
    }
    // Probes and metrics need no key, as without an inspector.
    #expect(await service.client.administrator.send(.get, "/metrics").status == 200)
    // The service's own addresses have no inspector.
    #expect(await service.client.send(.get, "/inspector/").status == 404)
    #expect(await service.client.send(.get, "/inspector/api/server").status == 404)
    let without = ErrandService().client.administrator
    #expect(await without.send(.get, "/inspector/api/server").status == 404)
  }

  @Test("An inspector that reads changes nothing")
  func reading() async {
    let service = service(.read)
    let session = "sessions/\(id(await service.create()))"
    #expect(await ask(service, "server").contains(#""mode":"read""#))
    for (method, path, content) in [
      (HTTPMethod.post, session + "/actions", #""add""#), (.delete, session, nil),
      (.post, session + "/restore", #"{"version": 0}"#),
      (.post, "sessions", #"{"feature": "errands"}"#),
      (.post, "stored/\(session.dropFirst(9))/activate", nil),
    ] as [(HTTPMethod, String, String?)] {
      let status = await ask(service, method, path, content).status
      #expect(status == 404 || status == 405, "\(method) \(path)")
    }
    #expect(await ask(service, session).contains(#""version":0"#))
  }

  @Test("The list has what was used last at the top, in pages without gaps")
  func list() async throws {
    let service = service()
    var ids: [String] = []
    for _ in 0..<5 {
      ids.insert(id(await service.create()), at: 0)
      steady.advance(by: 1)
    }
    _ = await service.client.act("/sessions/" + ids[3], #""add""#)
    ids.insert(ids.remove(at: 3), at: 0)
    var listed: [String] = []
    var query = "?limit=2"
    for _ in 0..<3 {
      let page = await ask(service, "sessions" + query)
      listed += page.text.matches(of: /"id":"([0-9a-f]+)"/).map { String($0.1) }
      guard let next = page.text.firstMatch(of: /"next":"([^"]+)"/) else { break }
      query = "?limit=2&before=\(next.1)"
    }
    #expect(listed == ids)
    let one = await ask(service, "sessions?id=\(ids[2].prefix(8))&feature=errands")
    #expect(one.text.matches(of: /"id":/).count == 1 && one.contains(ids[2]))
    #expect(one.contains(#""version":0,"depth":0,"effects":0,"readers":0,"bytes":"#), "\(one.text)")
    #expect(await ask(service, "sessions?feature=nothing").status == 404)
    for query in ["before=1", "before=x-y", "limit=0", "limit=201", "unknown=1"] {
      #expect(await ask(service, "sessions?" + query).status == 400, "\(query)")
    }
  }

  @Test("The list is searched for what states contain, in pages without gaps")
  func search() async {
    let service = service()
    for count in 0..<5 {
      _ = await service.client.create(
        #"{"feature": "errands", "state": {"count": \#(count % 2), "path": []}}"#)
      steady.advance(by: 1)
    }
    var counts: [Int] = []
    var query = "?limit=2&state=%22count%22%3A0"
    for _ in 0..<4 {
      let page = await ask(service, "sessions" + query)
      counts.append(page.text.matches(of: /"id":/).count)
      guard let next = page.text.firstMatch(of: /"next":"([^"]+)"/) else { break }
      query = "?limit=2&state=%22count%22%3A0&before=\(next.1)"
    }
    #expect(counts == [2, 1])
    let hidden = self.service(redactsTexts: true)
    #expect(await ask(hidden, "sessions?state=secret").status == 400)
  }

  @Test("The list is searched for the names of owners")
  func owners() async {
    let service = ErrandService { configuration in
      configuration.inspector = InspectorConfiguration(mode: .read, key: Self.key)
      configuration.apiKeys = ["alice", "bob"].compactMap {
        APIKey(name: $0, secret: "\($0)-0123456789abcdef")
      }
    }
    let creation = await service.client.send(
      .post, "/sessions", #"{"feature": "errands"}"#,
      [(.authorization, "Bearer alice-0123456789abcdef")])
    #expect(creation.status == 201)
    #expect(await ask(service, "sessions?owner=lic").contains(#""principal":"alice""#))
    #expect(await ask(service, "sessions?owner=bob").contains(#""sessions":[]"#))
  }

  @Test("The list tells effects and readers, and the screen on top of a stack")
  func outline() async {
    let service = service()
    let session = await service.client.create(
      #"{"feature": "errands", "state": {"count": 0, "path": [{"id": 0, "state": {"note": ""}}]}}"#)
    _ = await service.client.act(session, #"{"begin": {"seconds": 1000}}"#)
    let reader = await service.client.events(session)
    _ = reader.read()
    let list = await ask(service, "sessions")
    #expect(list.contains(#""depth":1,"effects":1,"readers":1,"#), "\(list.text)")
  }

  @Test("Effects in flight are told with their screen, their ids, and since when they run")
  func effects() async throws {
    let service = service(redactsTexts: false)
    let session = await service.client.create(
      #"{"feature": "errands", "state": {"count": 0, "path": [{"id": 4, "state": {"note": ""}}]}}"#)
    let path = "sessions/\(id(session))/effects"
    #expect(await ask(service, path).contains(#""version":0,"#))
    #expect(await ask(service, path).contains(#""count":0,"effects":[]"#))
    _ = await service.client.act(session, #""add""#)
    _ = await service.client.act(session, #"{"begin": {"seconds": 1000}}"#)
    _ = await service.client.act(session, #""add""#)
    let list = await ask(service, path)
    #expect(list.contains(#""version":3,"#) && list.contains(#""count":1,"effects":[{"#))
    #expect(list.text.contains(/"source":"BackstackSessionsTestSupport\/[A-Za-z]+\.swift:[0-9]+"/))
    // Of the root, so there is no action; started by the second action.
    #expect(list.text.contains(/"startedAt":"[0-9T:.-]+Z","version":2,"elementIDs":\[\]/))
    _ = await service.client.act(session, #"{"path": {"element": {"id": 4, "action": "wait"}}}"#)
    #expect(
      await ask(service, path).contains(
        #""version":4,"action":{"path":{"popFrom":{"id":4}}},"elementIDs":[]}]"#))
    #expect(await ask(service, path + "?limit=1").contains(#""count":2,"effects":[{"#))
    for query in ["limit=0", "limit=201", "unknown=1"] {
      #expect(await ask(service, "\(path)?\(query)").status == 400, "\(query)")
    }
    #expect(
      await ask(service, "sessions/\(String(repeating: "0", count: 32))/effects").status == 404)
    #expect(await ask(service, "sessions/x/effects").status == 404)
  }

  @Test("Stored sessions are listed and shown where they are, and are activated only on demand")
  func stored() async {
    let service = service(storage: MemoryStorage())
    let session = await service.create()
    _ = await service.client.act(session, #""add""#)
    #expect(await ask(service, "stored").contains(#""active":true"#))
    service.client.service.directory.passivation.passivateIdle(for: 0)
    #expect(service.client.service.directory.sessionCount == 0)
    let list = await ask(service, "stored")
    #expect(list.contains(id(session)) && list.contains(#""active":false"#), "\(list.text)")
    // The interface for sessions in memory does not activate it.
    #expect(await ask(service, "sessions/\(id(session))").status == 404)
    let shown = await ask(service, "stored/\(id(session))")
    #expect(shown.contains(#""version":1,"state":{"count":1,"path":[]}"#), "\(shown.text)")
    #expect(service.client.service.directory.sessionCount == 0)
    let activated = await ask(service, .post, "stored/\(id(session))/activate")
    #expect(activated.status == 204)
    #expect(await ask(service, "sessions/\(id(session))").contains(#""count":1"#))
    let unknown = String(repeating: "0", count: 32)
    #expect(await ask(service, "stored/\(unknown)").status == 404)
    #expect(await ask(service, .post, "stored/\(unknown)/activate").status == 404)
    #expect(await ask(service, .post, "stored/x/activate").status == 404)
    #expect(await ask(self.service(), "stored").status == 404)
  }

  @Test("A page of a history has what each version has changed, in memory and in the storage")
  func changes() async {
    let service = service(storage: MemoryStorage())
    let session = await service.create()
    for _ in 0..<3 { _ = await service.client.act(session, #""add""#) }
    let path = id(session) + "/changes"
    let count = { (value: Int) in #""patch":[{"op":"replace","path":"/count","value":\#(value)}]"# }
    let whole = await ask(service, "sessions/" + path)
    #expect(whole.contains(#""snapshot":true,"state":{"count":0,"path":[]}}"#), "\(whole.text)")
    #expect(whole.contains(#""oldest":0,"version":3,"#) && whole.contains(#""from":2,"# + count(3)))
    // The first version of a page has its state, unless the reader tells which one it has.
    let page = await ask(service, "sessions/\(path)?after=1&limit=1")
    #expect(page.contains(#""snapshot":true,"state":{"count":2,"path":[]}}]"#), "\(page.text)")
    let next = await ask(service, "sessions/\(path)?after=1&limit=1&from=1")
    #expect(next.contains(#""from":1,"# + count(2)) && !next.contains(#""state""#), "\(next.text)")
    #expect(await ask(service, "sessions/\(path)?after=2&from=9").contains(#""state":{"count":3"#))
    for query in ["from=x", "after=-1", "limit=201", "unknown=1"] {
      #expect(await ask(service, "sessions/\(path)?\(query)").status == 400, "\(query)")
    }
    service.client.service.directory.passivation.passivateIdle(for: 0)
    #expect(await ask(service, "sessions/" + path).status == 404)
    #expect(await ask(service, "stored/" + path).text == whole.text)
    #expect(await ask(service, "stored/\(path)?after=1&limit=1&from=1").text == next.text)
    #expect(await ask(service, "stored/\(path)?limit=201").status == 400)
    #expect(service.client.service.directory.sessionCount == 0)
  }

  @Test("A session's test is Swift, once there is an action to replay")
  func swiftTest() async {
    let service = service()
    let session = await service.client.create(#"{"feature": "errands"}"#)
    let path = "sessions/\(id(session))/test"
    #expect(await ask(service, path).status == 404)
    _ = await service.client.act(session, #""add""#)
    let test = await ask(service, path)
    #expect(test.status == 200 && test.fields[.contentType] == "text/plain; charset=utf-8")
    #expect(test.contains(#"{"version": 1, "cause": "client", "action": "add"}"#), "\(test.text)")
    #expect(await ask(service, "sessions/\(String(repeating: "0", count: 32))/test").status == 404)
  }

  private static let secret =
    #"{"count": 7, "path": [{"id": 0, "state": {"note": "secret"}}]}"#

  @Test("Locations and links lead to the inspector's own interface")
  func locations() async throws {
    let service = service()
    let created = await ask(service, .post, "sessions", #"{"feature": "errands"}"#)
    let location = try #require(created.fields[.location])
    #expect(location.hasPrefix("/inspector/api/sessions/"))
    #expect(created.fields[.contentLocation] == location)
    let path = String(location.dropFirst(InspectorRoutes.api.count))
    for _ in 1...2 { _ = await ask(service, .post, path + "/actions", #""add""#) }
    let history = await ask(service, path + "/history?limit=1")
    let next = "\(location)/history?after=0&limit=1"
    #expect(history.fields[.link] == "<\(next)>; rel=\"next\"")
    #expect(history.contains(#""next":"\#(next)""#))
    let rest = await ask(service, String(next.dropFirst(InspectorRoutes.api.count)))
    #expect(rest.contains(#""version":1"#))
  }

  @Test("Hidden texts are told by their kind and length, wherever they are; cases and numbers stay")
  func redaction() async {
    let service = service(storage: MemoryStorage(), redactsTexts: true)
    let session = await service.client.create(
      #"{"feature": "errands", "state": {"count": 7, "path": [{"id": 0, "state": {"note": "secret"}}]}}"#
    )
    let write = #"{"path": {"element": {"id": 0, "action": {"write": "hush"}}}}"#
    _ = await service.client.act(session, write)
    _ = await service.client.act(session, #""add""#)
    let path = "sessions/\(id(session))"
    var answers: [ServiceClient.Answer] = []
    for path in [
      path, path + "/history", path + "/history/0", path + "/history/1?from=0", path + "/changes",
    ] {
      answers.append(await ask(service, path))
    }
    answers.append(await ask(service, .post, path + "/actions", write))
    // What is refused is repeated in the explanation.
    answers.append(await ask(service, .post, path + "/actions", #"{"unknown": "hush"}"#))
    // Swift has no place in which texts could be told from others.
    #expect(await ask(service, path + "/test").status == 404)
    let proposal = #"{"control": "hush", "send": \#(write)}"#
    _ = await service.client.send(.post, session + "/proposals", proposal)
    for path in [path, path + "/history"] { answers.append(await ask(service, path)) }
    for (path, content) in [
      (path + "/actions", write),
      ("sessions", #"{"feature": "errands", "state": \#(Self.secret)}"#),
    ] {
      answers.append(
        await service.client.administrator.send(
          .post, InspectorRoutes.api + path, content,
          [
            (.host, "127.0.0.1"), (.authorization, "Bearer \(Self.key)"),
            (.accept, "application/vnd.backstack.screen+json"),
          ]))
      #expect(answers.last?.contains(#""screen":{"#) == true)
    }
    service.client.service.directory.passivation.passivateIdle(for: 0)
    answers.append(await ask(service, "stored/\(id(session))"))
    answers.append(await ask(service, "stored/\(id(session))/changes"))
    for answer in answers {
      #expect(!answer.contains("secret") && !answer.contains("hush"), "\(answer.text)")
    }
    #expect(answers[0].contains(#""count":8,"path":[{"id":0,"state":{"note":"‹4 characters›"}}]"#))
    #expect(
      answers[1].contains(
        #""action":{"path":{"element":{"id":0,"action":{"write":"‹4 characters›"}}}}"#))
    #expect(answers[1].contains(#""action":"add""#))
    #expect(answers[2].contains("‹6 characters›"))
    #expect(await ask(service, "features/errands").contains(#""write""#))
    #expect(await ask(service, "server").contains(#""redacts":true"#))
  }

  @Test(
    "The kinds of texts",
    arguments: [
      ("", "‹0 characters›"), ("é", "‹1 character›"),
      ("A1B2C3D4-0000-4000-8000-000000000000", "‹UUID›"), ("2026-11-23T23:46:00.5Z", "‹date›"),
      ("add", "add"), ("Add", "‹3 characters›"),
    ])
  func kinds(_ text: String, _ shown: String) {
    let redaction = InspectorRedaction(service().client.service.directory.features.values)
    #expect(redaction.redacted(.string(text), isHidden: true) == .string(shown))
    #expect(redaction.redacted(.string(text), isHidden: false) == .string(text))
  }

  @Test("A random key has 32 digits, and is another one each time")
  func randomKey() {
    let keys = (0..<3).map { _ in InspectorConfiguration.randomKey() }
    #expect(Set(keys).count == 3)
    #expect(keys.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
  }
}
