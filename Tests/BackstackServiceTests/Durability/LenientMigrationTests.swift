import Backstack
import BackstackCoding
import BackstackDemo
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackHost
@testable import BackstackService
@testable import BackstackSessions

@Suite("Stored sessions whose states lack properties or have too many")
struct LenientMigrationTests {
  private func server(_ feature: Feature, _ storage: any SessionStorage) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.now = ManualDate().now
    return ServiceClient([feature], configuration: configuration)
  }

  private static let first = Feature(
    "gallery", initialState: Gallery1.State(), clientInput: ClientInput(takesPushes: true)
  ) { Gallery1() }
  private static let shape = SchemaFingerprint(of: Gallery1.State.self).description

  private static func second(_ migrations: [StateMigration] = []) -> Feature {
    Feature(
      "gallery", initialState: Gallery2.State(), clientInput: ClientInput(takesPushes: true),
      migrations: migrations
    ) {
      Gallery2()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  private static func third(_ migrations: [StateMigration]) -> Feature {
    Feature(
      "gallery", initialState: Gallery3.State(name: ""),
      clientInput: ClientInput(takesPushes: true),
      migrations: migrations
    ) {
      Gallery3()
    }
  }

  /// Stores a session of the first shape at version 4, with a screen of each case on the stack.
  private func stored(in storage: any SessionStorage) async -> String {
    let before = server(Self.first, storage)
    let session = await before.create(#"{"feature": "gallery"}"#)
    for action in [
      #"{"fill":"Summer"}"#, #"{"path":{"push":{"state":{"print":{"copies":2}}}}}"#,
      #"{"path":{"push":{"state":{"detail":{"name":"sun"}}}}}"#,
      #"{"present":{"print":{"copies":5}}}"#,
    ] {
      let response = await before.act(session, action)
      #expect(response.status == 200, "\(response.text)")
    }
    before.service.directory.releaseSessions()
    return session
  }

  /// A storage of each kind.
  enum Kind: CaseIterable { case memory, sqlite }

  private func open(_ kind: Kind, in folder: TemporaryFolder) throws -> any SessionStorage {
    guard kind == .sqlite else { return MemoryStorage() }
    let options = try CommandOptions(
      arguments: ["--storage", "sqlite:\(folder.file("sessions.sqlite"))"], environment: [:])
    let host = try HostCommand.host("gallery", [], options) { _ in }
    return try #require(try host.storage(options.storage).open(creates: true))
  }

  @Test(
    "Properties that a stored state lacks get their defaults, at each depth",
    arguments: Kind.allCases)
  func defaults(_ kind: Kind) async throws {
    let folder = TemporaryFolder()
    let storage = try await offPool { try open(kind, in: folder) }
    let session = await stored(in: storage)
    let after = server(Self.second(), storage)
    let read = await after.send(.get, session)
    #expect(read.version == 5, "\(read.text)")
    let photos = #"[{"name":"sun","isStarred":false},{"name":"sea","isStarred":false}]"#
    let path =
      #"[{"id":0,"state":{"print":{"copies":2}}},"#
      + #"{"id":1,"state":{"detail":{"name":"sun","zoom":1}}}]"#
    #expect(
      read.contains(
        #""state":{"title":"Summer","color":"blue","id":"00000000-0000-0000-0000-000000000000","#
          + #""photos":\#(photos),"frame":{"width":2,"unit":"inch"},"#
          + #""mode":{"grid":{"columns":3,"gaps":[0.5,1]}},"path":\#(path),"#
          + #""destination":{"print":{"copies":5}},"sheet":null}"#), "\(read.text)")
    // The next screen gets a new id, and the earlier versions are still there.
    let pushed = await after.act(session, #"{"path":{"push":{"state":{"print":{"copies":9}}}}}"#)
    #expect(pushed.contains(#"{"id":2,"state":{"print":{"copies":9}}}]"#), "\(pushed.text)")
    let history = await after.send(.get, session + "/history").text
    #expect(history.contains(#""oldest":0,"version":6"#))
    #expect(history.contains(#""version":5,"#) && history.contains(#""cause":"resume""#))
    let restored = await after.send(.post, session + "/restore", #"{"version":1}"#)
    #expect(restored.version == 7, "\(restored.text)")
    #expect(restored.contains(#""photos":\#(photos)"#))
    // It is stored in the present shape.
    after.service.directory.releaseSessions()
    let shapes = try await SessionArchive(storage).shapes(for: [Self.second()])
    #expect(shapes.map(\.isReadable) == [true])
    let later = server(Self.second(), storage)
    #expect(await later.send(.get, session).text == restored.text)
    await storage.close()
  }

  @Test("A version with a member that the feature no longer knows is not restored without it")
  func lostOption() async {
    let storage = MemoryStorage()
    let before = server(
      Feature("switch", initialState: Switch1.State()) { Switch1() }, storage)
    let session = await before.create(#"{"feature": "switch"}"#)
    for action in [#""on""#, #""off""#] { _ = await before.act(session, action) }
    before.service.directory.releaseSessions()
    let after = server(Feature("switch", initialState: Switch2.State()) { Switch2() }, storage)
    #expect(await after.send(.get, session).version == 2)
    let refused = await after.send(.post, session + "/restore", #"{"version":1}"#)
    #expect(refused.problem == "unreadable-session")
    let restored = await after.send(.post, session + "/restore", #"{"version":2}"#)
    #expect(restored.version == 3)
  }

  @Test(
    "A migration of the JSON renames properties, and drops screens that no longer exist",
    arguments: Kind.allCases)
  func dropping(_ kind: Kind) async throws {
    let folder = TemporaryFolder()
    let storage = try await offPool { try open(kind, in: folder) }
    let session = await stored(in: storage)
    let migration = galleryMigration()
    #expect(migration.source.description == Self.shape)
    let after = server(Self.third([migration]), storage)
    let read = await after.send(.get, session)
    #expect(
      read.contains(
        #""version":5,"state":{"name":"Summer","color":"red","photos":[{"name":"sun","isStarred":false},"#
          + #"{"name":"sea","isStarred":false}],"path":[{"id":1,"state":{"picture":"#
          + #"{"name":"sun","zoom":1}}}],"destination":null}"#), "\(read.text)")
    let pushed = await after.act(
      session, #"{"path":{"push":{"state":{"picture":{"name":"","zoom":2}}}}}"#)
    #expect(pushed.contains(#"{"id":2,"state":{"picture""#), "\(pushed.text)")
    // The versions before the migration can be read, but not restored.
    #expect(await after.send(.get, session + "/history/4").contains(#""title":"Summer""#))
    let restored = await after.send(.post, session + "/restore", #"{"version":4}"#)
    #expect(restored.problem == "unreadable-session")
    await storage.close()
  }

  @Test("Migrations of types and of JSON can be chained; what is missing is added after each")
  func chain() async {
    let storage = MemoryStorage()
    let session = await stored(in: storage)
    let second = SchemaFingerprint(of: Gallery2.State.self).description
    let toSecond = StateMigration(from: Self.shape, to: second) { json in
      json["title"] = "Autumn"
    }
    let toThird = StateMigration(from: Gallery2.State.self) { old in
      Gallery3.State(name: "\(old.title), \(old.color), \(old.photos.count)")
    }
    let feature = Self.third([toThird, toSecond])
    #expect(feature.canRead(shape: Self.shape))
    let read = await server(feature, storage).send(.get, session)
    #expect(read.contains(#""name":"Autumn, blue, 2","color":"red""#), "\(read.text)")
  }

  @Test("A migration from a type also converts states that lack only properties with defaults")
  func earlierThanTheSource() async {
    let storage = MemoryStorage()
    let session = await stored(in: storage)
    // The session is from before the shape at which the migration begins.
    let toThird = StateMigration(from: Gallery2.State.self) { old in
      Gallery3.State(name: "\(old.title), \(old.color)")
    }
    let feature = Self.third([toThird])
    #expect(!feature.canRead(shape: Self.shape))
    let read = await server(feature, storage).send(.get, session)
    #expect(read.contains(#""name":"Summer, blue""#), "\(read.text)")
  }

  @Test("A migration from a type that can't be encoded converts its own shape only")
  func decodableSource() {
    let migration = StateMigration(from: Title.self) { Gallery3.State(name: $0.title) }
    let feature = Self.third([migration])
    let state = #"{"title":"a"}"#
    #expect(obstacle(feature, state, shape: migration.source.description) == nil)
    #expect(
      obstacle(feature, state)
        == #"its state does not fit the feature. The member "name" is missing."#)
  }

  @Test("Of several migrations that could convert a state, the one from the earliest shape does")
  func earliest() throws {
    let toSecond = StateMigration(from: Gallery1.State.self) { old in
      Gallery2.State(title: old.title + "!")
    }
    let toThird = StateMigration(from: Gallery2.State.self) { Gallery3.State(name: $0.title) }
    for migrations in [[toSecond, toThird], [toThird, toSecond]] {
      let all = StateMigrations(
        migrations: migrations, shape: SchemaFingerprint(of: Gallery3.State.self))
      let state = try withDependencies {
        $0.uuid = .incrementing
      } operation: {
        try all.decode(
          Gallery3.State.self, from: SavedState(json: #"{"title":"a"}"#, shared: nil), in: "0"
        ).state
      }
      #expect(state.name == "a!")
    }
  }

  /// Returns why a state in another shape can't be decoded.
  private func obstacle(_ feature: Feature, _ state: String, shape: String = "0") -> String? {
    feature.obstacle(
      reading: SavedSession(
        id: "", feature: "gallery", version: 0, principal: nil, timeToLive: 1, nextElementID: 0,
        state: state, shape: shape, history: nil))
  }

  private static let complete = #""title":"","photos":[],"frame":{},"mode":"list","path":[]"#

  @Test("A state is refused if it has what the feature does not know, lacks more, or is damaged")
  func refused() {
    let feature = Self.second()
    #expect(obstacle(feature, "{\(Self.complete)}") == nil)
    #expect(obstacle(feature, "{}") == nil)
    for (state, text) in [
      // Keys of which nothing would be left.
      (#"{"owner":"me"}"#, "does not know /owner of its state"),
      (#"{"frame":{"width":1,"depth":2}}"#, "does not know /frame/depth"),
      (
        #"{"path":[{"id":3,"state":{"detail":{"old/er":1}}}]}"#,
        "does not know /path/0/state/detail/old~1er"
      ),
      // A screen that no longer exists.
      (#"{"path":[{"id":3,"state":{"video":{}}}]}"#, #"There is no case "video""#),
      // Another type.
      (#"{"title":3}"#, "Expected a string, found a number"),
      (#"{"photos":{}}"#, "Expected an array, found an object"),
      // No default value.
      (#"{"photos":[{}]}"#, #"at /photos/0. The member "name" is missing."#),
      // Not what was stored.
      ("", "its state is not JSON"), ("{", "its state is not JSON"), ("3", "Expected an object"),
      (#"{"title":"a","title":"b"}"#, "its state is not JSON"),
      (String(repeating: #"{"a":"#, count: 100_000), "its state is not JSON"),
      (#"{"path":[{"id":-1,"state":{"print":{}}}]}"#, "An element id is an integer"),
    ] {
      let obstacle = obstacle(feature, state)
      #expect(obstacle?.contains(text) == true, "\(state.prefix(60)): \(obstacle ?? "readable")")
    }
    // In the present shape, and in an unknown one, the state is decoded as it is.
    let present = feature.stateShape.description
    #expect(obstacle(feature, "{}", shape: present)?.contains(" is missing.") == true)
  }

  @Test("Alerts, dates and ids in a state of another shape are read without loss")
  func withoutLoss() async throws {
    let client = ServiceClient(makeDemoFeatures())
    let session = await client.create(#"{"feature": "inventory"}"#)
    for action in [
      #""addButtonTapped""#, #""confirmAddItemButtonTapped""#, #""addButtonTapped""#,
    ] {
      #expect(await client.act(session, action).status == 200)
    }
    let text = await client.send(.get, session).text
    let id = try #require(text.firstMatch(of: /"id":"([0-9A-F-]{36})"/)).1
    _ = await client.act(session, #""cancelAddItemButtonTapped""#)
    _ = await client.act(session, #"{"deleteButtonTapped":{"id":"\#(id)"}}"#)
    for path in [session, await client.create(#"{"feature": "standups"}"#)] {
      let saved = try #require(try client.session(path)?.save())
      let name = path == session ? "inventory" : "standups"
      let feature = try #require(makeDemoFeatures().first { $0.name == name })
      let state = saved.state.jsonText
      #expect(state.contains("alert") || name == "standups", "\(state)")
      #expect(obstacle(feature, state) == nil)
    }
  }

  @Test("What a migration of JSON leaves must fit the feature, and its errors are reported")
  func badMigrations() async {
    struct Failure: Error {}
    func obstacle(_ migrate: @escaping @Sendable (inout JSONLiteral) throws -> Void) -> String? {
      self.obstacle(
        Self.second([StateMigration(from: Self.shape, migrate)]), "{\(Self.complete)}",
        shape: Self.shape)
    }
    #expect(obstacle { _ in } == nil)
    #expect(obstacle { _ in throw Failure() }?.contains("Failure()") == true)
    #expect(obstacle { $0["extra"] = 1 }?.contains("does not know /extra") == true)
    #expect(obstacle { $0["title"] = .number("1e") }?.contains("not JSON") == true)
    #expect(
      obstacle { try $0["title"]?.updateStack { _ in } }?.contains("A stack is an array") == true)
    #expect(
      obstacle { json in
        json["path"] = [["id": "x"]]
        try json["path"]?.updateStack { _ in }
      }?.contains("An element of a stack is an object with an id and a state") == true)
    #expect(
      obstacle { json in
        json["path"] = [["id": 1, "state": "a"]]
        try json["path"]?.updateStack { $0.append($0[0]) }
        json["path"]?.rename("x", to: "y")
      }?.contains("There is no case") == true)
    // The session is kept.
    let storage = MemoryStorage()
    let session = await stored(in: storage)
    let failing = StateMigration(from: Self.shape) { _ in throw Failure() }
    let after = server(Self.second([failing]), storage)
    #expect(await after.send(.get, session).problem == "unreadable-session")
    #expect(await server(Self.first, storage).send(.get, session).contains("Summer"))
  }

  @Test("A removed key is refused, and nothing is lost")
  func removed() async {
    let storage = MemoryStorage()
    let session = await stored(in: storage)
    let third = server(Self.third([]), storage)
    #expect(await third.send(.get, session).problem == "unreadable-session")
    #expect(await server(Self.first, storage).send(.get, session).contains("Summer"))
  }

  @Test("JSON in the wire form has case names, and renames cases and members only where they are")
  func names() {
    #expect(JSONLiteral.string("list").caseName == "list")
    #expect(JSONLiteral.object([.init("grid", [:])]).caseName == "grid")
    #expect(JSONLiteral.object([]).caseName == nil)
    #expect(JSONLiteral.array(["a"]).caseName == nil)
    var json: JSONLiteral = ["a": 1, "b": 2]
    json.rename("a", to: "b")
    json.rename("c", to: "d")
    #expect(json == ["a": 1, "b": 2])
    json.rename("a", to: "c")
    #expect(json.json == #"{"c":1,"b":2}"#)
    json = "list"
    json.rename("grid", to: "x")
    #expect(json == "list")
    json.rename("list", to: "rows")
    #expect(json == "rows")
  }

  @Test("A fingerprint that no shape can have is reported")
  func fingerprints() {
    let issues = LockIsolated<[String]>([])
    for shape in ["6079…", "6079B1D0C2A4E8F1", ""] {
      withDependencies {
        $0.issueReporter = IssueReporter { issue in issues.withValue { $0.append(issue.message) } }
      } operation: {
        _ = Self.second([StateMigration(from: shape) { _ in }])
      }
    }
    withDependencies {
      $0.issueReporter = IssueReporter { issue in issues.withValue { $0.append(issue.message) } }
    } operation: {
      _ = Self.second([StateMigration(from: Self.shape, to: "next") { _ in }])
      _ = Self.second([StateMigration(from: Self.shape, to: Self.shape) { _ in }])
    }
    #expect(issues.value.count == 4)
    #expect(issues.value.first?.contains(#"has the shape "6079…""#) == true)
  }
}

@SchemaRepresentable
private struct Title: Decodable {
  var title: String
  var subtitle = ""

  private enum CodingKeys: String, CodingKey { case title }
}
