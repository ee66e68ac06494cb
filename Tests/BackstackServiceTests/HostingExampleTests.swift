import Backstack
import BackstackHTTP
import BackstackServiceTesting
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackHost
@testable import BackstackService
@testable import BackstackSessions

@Suite("The examples of hosting")
struct HostingExampleTests {
  private static let here = URL(filePath: #filePath).deletingLastPathComponent()

  @Test(
    "Each example in a page is identical to the compiled code",
    arguments: [
      ("Hosting/FirstFeatureExample.swift", "README.md"),
      ("HostingExample.swift", "docs/hosting.md"),
      ("Hosting/GuestbookView.swift", "docs/hosting.md"),
      ("../BackstackSessionsTests/Directory/EmbeddingExample.swift", "docs/embedding.md"),
      ("Hosting/ButtonsExample.swift", "docs/hosting.md"),
      ("Hosting/BroadcastExample.swift", "docs/hosting.md"),
      ("Hosting/WebhookExample.swift", "docs/hosting.md"),
      ("Hosting/GuardedExample.swift", "docs/hosting.md"),
      ("Hosting/HostExample.swift", "docs/hosting.md"),
      ("Hosting/EssentialsExample.swift", "docs/hosting.md"),
      ("Hosting/PaymentExample.swift", "docs/hosting.md"),
      ("Hosting/LogHandlerExample.swift", "docs/operations.md"),
      ("Hosting/PathExample.swift", "docs/hosting.md"),
      ("Hosting/LibraryExample.swift", "Sources/BackstackHost/BackstackHost.docc/Hosting.md"),
      ("Hosting/SharedExample.swift", "docs/hosting.md"),
      ("Hosting/ValidatedExample.swift", "docs/hosting.md"),
      ("Hosting/GuestbookTests.swift", "docs/testing.md"),
      ("Hosting/GuestbookFuzzTests.swift", "docs/testing.md"),
      ("Hosting/GuestbookScreenTests.swift", "docs/testing.md"),
      ("Hosting/KettleTests.swift", "docs/testing.md"),
      ("Hosting/GuestbookReplayTests.swift", "docs/testing.md"),
      ("Hosting/GuestbookShapesTests.swift", "docs/testing.md"),
      ("Hosting/EditedExample.swift", "docs/storage.md"),
      ("Hosting/MigratedExample.swift", "docs/storage.md"),
    ])
  func text(file: String, page: String) throws {
    let source = try String(contentsOf: Self.here.appending(path: file), encoding: .utf8)
    // The tests have their own entry point.
    let text = try String(
      contentsOf: Self.here.appending(path: "../../\(page)"), encoding: .utf8
    ).replacing("@main\n", with: "")
    let example = source.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "// example begins" }.dropFirst().prefix { $0 != "// example ends" }
      .joined(separator: "\n")
    #expect(!example.isEmpty)
    #expect(text.contains(example))
  }

  @Test("Text is trimmed, searched and encoded without Foundation")
  func essentials() {
    #expect("\n Tomato  soup\t ".trimmed == "Tomato  soup")
    #expect("Tomato Soup".containsIgnoringCase("SOUP") && "CAFÉ".containsIgnoringCase("café"))
    #expect("/tea & ä".percentEncodedPath == "/tea%20&%20%C3%A4")
    #expect("/tea%20&%20%C3%A4".percentDecodedPath == "/tea & ä")
    #expect("/%zz".percentDecodedPath == nil)
  }

  @Test("The payment is made once, and shown")
  func payment() async {
    let client = ServiceClient([
      Feature("payment", initialState: Payment.State(order: "1")) { Payment() }
    ])
    let session = await client.create(#"{"feature": "payment"}"#)
    let paid = await client.send(
      .post, session + "/actions", #""payButtonTapped""#, [(.prefer, "wait=60")])
    #expect(paid.contains(#""receipt":"receipt of 1","isPaying":false"#), "\(paid.text)")
    #expect(await client.act(session, #"{"charge":{"order":"2"}}"#).status == 422)
  }

  @Test("The alert's buttons are those that the page shows, and empty the cart or keep it")
  func buttons() async {
    let client = ServiceClient(CartHost.features)
    let session = await client.create(#"{"feature": "cart", "link": "/cart/tea"}"#)
    let buttons =
      #"{"label":"Empty","role":"destructive","action":{"emptyConfirmed":{}}},"#
      + #"{"label":"Keep","role":"cancel"}"#
    let asked = await client.act(session, #""emptyButtonTapped""#)
    #expect(
      asked.contains(
        #""alert":{"title":"Empty the cart?","message":null,"buttons":[\#(buttons)]}}"#),
      "\(asked.text)")
    let kept = await client.act(session, #"{"alert": "dismiss"}"#)
    #expect(kept.contains(#""state":{"items":["tea"],"alert":null}"#), "\(kept.text)")
    _ = await client.act(session, #""emptyButtonTapped""#)
    let emptied = await client.act(session, #"{"alert": {"presented": "emptyConfirmed"}}"#)
    #expect(emptied.contains(#""state":{"items":[],"alert":null}"#), "\(emptied.text)")
    let unknown = #"{"feature": "cart", "link": "/basket/tea"}"#
    #expect(await client.send(.post, "/sessions", unknown).problem == "invalid-link")
  }

  @Test("The first feature pushes a photo, which can be liked")
  func firstFeature() async {
    let client = ServiceClient(AlbumHost.features)
    let session = await client.create(#"{"feature": "album"}"#)
    let pushed = await client.act(session, #""photoTapped""#)
    #expect(pushed.contains(#""path":[{"id":0,"state":{"isLiked":false}}]"#))
    let liked = await client.act(
      session, #"{"path": {"element": {"id": 0, "action": "likeButtonTapped"}}}"#)
    #expect(liked.contains(#""path":[{"id":0,"state":{"isLiked":true}}]"#))
    let screen = await client.send(.get, session + "/screen")
    #expect(screen.contains(#""title":"Photo""#) && screen.contains(#""text":"Liked""#))
  }

  @Test("In the chat example, messages and announcements reach the room, and those who come later")
  func chat() async throws {
    let messages = Messages()
    let features = ChatHost.features.map { feature in
      feature.overridingDependencies { $0[Messages.self] = messages }
    }
    let server = BackstackServer(features: features)
    let service = HostedService(server)
    let ada = try await service.session(of: Chat.self, "chat")
    let bob = try await service.session(of: Chat.self, "chat")
    try await ada.send(.say("Hello"))
    #expect(try await announce("Tea is ready", in: "lobby", of: messages, on: server) == 2)
    #expect(try await announce("Tea is ready", in: "cellar", of: messages, on: server) == 0)
    let carol = try await service.session(of: Chat.self, "chat")
    for session in [ada, bob, carol] {
      #expect(try await session.snapshot().state.messages == ["Hello", "Tea is ready"])
    }
    // Sent by the test, as the program that hosts the sessions.
    messages.append("Bye", to: "lobby")
    #expect(try await bob.sendFromHost(.messagesChanged).state.messages.last == "Bye")
    #expect(try await service.broadcast(Chat.Action.messagesChanged, to: "chat") == 3)
    // As in the page's requests.
    let client = ServiceClient(features)
    let session = await client.create(#"{"feature": "chat"}"#)
    #expect(await client.act(session, #"{"say": "Hello"}"#).contains("Bye"))
  }

  @Test("The guestbook example greets each signer")
  func behaviour() async {
    let client = ServiceClient([
      Feature("guestbook", initialState: Guestbook.State()) { Guestbook() }
    ])
    let session = await client.create(#"{"feature": "guestbook"}"#)
    let signed = await client.act(session, #"{"sign": {"name": "Ada"}}"#)
    #expect(signed.contains(#""names":["Ada"]"#))
    #expect(signed.contains("Welcome, Ada!"))
    let closed = await client.act(session, #"{"welcome": "dismiss"}"#)
    #expect(closed.contains(#""welcome":null"#))
  }

  @Test("The example of a program has an option, a storage and a command")
  func host() async throws {
    func code(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Int32 {
      // It blocks its thread.
      try await offPool {
        HostCommand.run(
          name: "reception", features: Reception.features, arguments: arguments,
          environment: environment, configure: Reception.configure)
      }
    }
    #expect(try await code(["greet", "Ada"]) == 0)
    #expect(try await code(["greet"]) == 2)
    #expect(try await code(["doctor", "--storage", "scratch:a", "--ids", "counted"]) == 0)
    #expect(try await code(["doctor", "--storage", "scratch:a"], ["IDS": "any"]) == 2)
  }

  @Test("The library's program limits keys, and lets its own page and proxy use it")
  func library() async throws {
    let options = try CommandOptions(
      arguments: ["--api-keys", "ada=0123456789abcdef0123456789abcdef", "--shelf", "Novels"],
      environment: [:])
    let host = try HostCommand.host(
      "library", LibraryHost.features, options, configure: LibraryHost.configure)
    try options.given.check(host.options.map(\.flag))
    let proxies = try #require(HTTPTrustedProxies(["10.0.0.0/8"]))
    #expect(host.http.trustedProxies == proxies)
    #expect(host.http.addresses.map(\.description).last == "unix:/run/library/library.sock")
    let service = HostedService(
      BackstackServer(features: host.features, configuration: host.service))
    let creation = #"{"feature": "library"}"#
    #expect(try await service.send(.post, "/sessions", json: creation).status == 401)
    let key: HTTPFields = [
      .authorization: "Bearer 0123456789abcdef0123456789abcdef",
      .origin: "https://library.example",
    ]
    let created = try await service.send(.post, "/sessions", json: creation, fields: key)
    #expect(created.status == 201)
    #expect(created.text.contains(#""shelf":"Novels""#))
    #expect(created.fields["Access-Control-Allow-Origin"] == "https://library.example")
    let features = try await service.send(.get, "/features", fields: key)
    #expect(features.text.contains(#""presentationStyles":{"book":"push","notice":"alert"}"#))
  }

  @Test("The settings that the article shows are those of the program")
  func settings() throws {
    let options = try CommandOptions(arguments: [], environment: [:])
    let host = try HostCommand.host("library", LibraryHost.features, options) { host in
      try set(&host)
    }
    #expect(host.service.adminAddresses == [.ip("127.0.0.1", port: 9090)])
    #expect(host.service.quotas.storedBytes == 16 << 20)
    #expect(host.service.rateLimit == RateLimit(requestsPerSecond: 20, burst: 100))
    #expect(host.storages.map(\.scheme) == ["scratch"])
  }

  @Test("The article lists exactly the options of the code, with their variables")
  func options() throws {
    let article = try String(
      contentsOf: Self.here.appending(
        path: "../../Sources/BackstackHost/BackstackHost.docc/Hosting.md"), encoding: .utf8)
    let documented = article.matches(of: /(?m)^\| `(--[a-z0-9-]+)` \| `([A-Z0-9_]+)` \| .+ \|$/)
      .map { "\($0.output.1) \($0.output.2)" }
    let options = CommandOption.all.map { "\($0.description.flag) \($0.description.variable)" }
    #expect(documented == options)
  }

  @Test("The shared example lets others read what only its owner can change")
  func shared() async throws {
    let service = HostedService(sharedServer())
    let created = try await service.send(
      .post, "/sessions", json: #"{"feature": "guestbook"}"#, fields: [.authorization: "ada"])
    let session = try #require(created.fields[.location])
    #expect(try await service.send(.get, session, fields: [.authorization: "bob"]).status == 200)
    for (name, status) in [("bob", 404), ("ada", 200)] {
      let answer = try await service.send(
        .post, session + "/actions", json: #"{"sign": {"name": "Ada"}}"#,
        fields: [.authorization: name])
      #expect(answer.status == status)
    }
  }

  @Test("The validated example accepts short names only")
  func validated() async {
    let client = ServiceClient([validatedGuestbook()])
    func create(_ name: String) async -> ServiceClient.Answer {
      await client.send(
        .post, "/sessions", #"{"feature": "guestbook", "state": {"names": ["", "\#(name)"]}}"#)
    }
    #expect(await create(String(repeating: "a", count: 100)).status == 201)
    let refusal = await create(String(repeating: "a", count: 101))
    #expect(refusal.problem == "invalid-state")
    #expect(refusal.contains(#""pointer":"/state/names/1""#))
  }

  @Test("The guarded example accepts requests with a name, and follows its link")
  func guarded() async throws {
    let service = HostedService(guardedServer())
    let creation = #"{"feature": "guestbook", "link": "/ada"}"#
    let refusal = try await service.send(.post, "/sessions", json: creation)
    #expect(refusal.status == 401 && refusal.text.contains("A name is needed."))
    let created = try await service.send(
      .post, "/sessions", json: creation, fields: [.authorization: "tester"])
    #expect(created.status == 201)
    #expect(created.text.contains(#""names":["Ada"]"#))
  }
}
