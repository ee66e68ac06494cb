import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@testable import BackstackHost
@testable import BackstackService
@testable import BackstackSessions

@Suite("A log handler of the host's own")
struct LogHandlerTests {
  /// The events that a handler has got, in their order.
  private struct Events: Sendable {
    private let stream: AsyncStream<LogEvent>
    private let continuation: AsyncStream<LogEvent>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func handle(_ event: LogEvent) { continuation.yield(event) }

    func next() async -> LogEvent? { await stream.first { _ in true } }
  }

  private let events = Events()

  /// Configures a service whose lines would fail the test.
  private func configure(_ configuration: inout ServiceConfiguration) {
    configuration.log = { Issue.record("The line was not for the handler: \($0)") }
    configuration.logHandler = { [events] in events.handle($0) }
  }

  private static func metadata(_ event: LogEvent?) -> [String] {
    event?.metadata.map { "\($0.key)=\($0.value)" } ?? []
  }

  @Test("It gets the start of the server")
  func start() async throws {
    var configuration = ServiceConfiguration()
    configure(&configuration)
    configuration.adminAddresses = [.ip("127.0.0.1", port: 0)]
    let address = HTTPListenAddress.ip("127.0.0.1", port: 0)
    let server = BackstackServer(
      features: [], configuration: configuration,
      http: HTTPServerConfiguration(address: address))
    try server.start()
    server.logStart()
    let event = await events.next()
    let place = server.localAddresses[0].url
    #expect(event?.level == .info && event?.name == "started")
    #expect(event?.message == "The server listens on \(place).")
    #expect(
      Self.metadata(event) == [
        "addresses=\(place)", "adminAddresses=\(server.adminAddresses[0].url)",
      ])
    server.shutdown()
  }

  @Test("It gets the end of a session that exceeds a limit, with the beginning of its id")
  func end() async {
    var configuration = ServiceConfiguration()
    configure(&configuration)
    configuration.effectLimits = EffectLimits(actionsPerSecond: 500)
    configuration.settleTimeout = 3600
    configuration.now = ManualDate().now
    let feature = Feature("misbehaving", initialState: Misbehaving.State()) { Misbehaving() }
    let client = ServiceClient([feature], configuration: configuration)
    let session = await client.create(#"{"feature": "misbehaving"}"#)
    #expect(await client.act(session, #""flood""#).status == 410)
    let event = await events.next()
    #expect(event?.level == .warning && event?.name == "session-ended")
    #expect(event?.message == SessionEndReason.tooManyActions.explanation)
    #expect(
      Self.metadata(event) == [
        "session=\(session.dropFirst("/sessions/".count).prefix(8))", "feature=misbehaving",
        "reason=too-many-actions",
      ])
  }

  @Test("It gets a failure of the storage")
  func storage() async {
    let storage = ScriptedStorage()
    let service = ErrandService(storage: storage) { configure(&$0) }
    let session = await service.create()
    storage.fail(.unavailable("the disk is gone"))
    #expect(await service.client.act(session, #""add""#).problem == "storage-unavailable")
    let failing = await events.next()
    #expect(failing?.level == .error && failing?.name == "storage-failing")
    #expect(failing?.message.contains("the disk is gone") == true)
    let dropped = await events.next()
    #expect(dropped?.level == .warning && dropped?.name == "session-dropped")
    #expect(dropped?.message.contains("the disk is gone") == true)
  }

  @Test(
    "It learns that a storage has lost confirmed changes",
    arguments: [
      (StorageError.versionConflict(current: 0), "version 0 from 2"),
      (.fenced(current: 0), "epoch 0 from 1"), (.notFound, "before the session was created"),
    ])
  func wentBack(error: StorageError, earlier: String) async {
    let storage = ScriptedStorage()
    let service = ErrandService(storage: storage) { configure(&$0) }
    let session = await service.create()
    #expect(await service.client.act(session, #""add""#).status == 200)
    // As a replica that was behind does after a failover.
    storage.fail(error)
    _ = await service.client.act(session, #""add""#)
    let event = await events.next()
    #expect(event?.level == .warning && event?.name == "storage-went-back")
    #expect(event?.message.contains(earlier) == true, "\(event?.message ?? "")")
    #expect(await events.next()?.name == "session-dropped")
    #expect(service.client.metrics.contains("backstack_storage_went_back_total 1"))
  }

  @Test("A session that another process has claimed is no loss of the storage's")
  func fenced() async {
    let storage = ScriptedStorage()
    let service = ErrandService(storage: storage) { configure(&$0) }
    let session = await service.create()
    storage.fail(.fenced(current: 2))
    _ = await service.client.act(session, #""add""#)
    #expect(await events.next()?.name == "session-dropped")
    #expect(service.client.metrics.contains("backstack_storage_went_back_total 0"))
  }

  @Test("It may use the session that the event is about, and wait for that")
  func reentrance() async {
    let used = Mutex<(client: ServiceClient, session: String)?>(nil)
    var configuration = ServiceConfiguration()
    configuration.logHandler = { [events] event in
      guard let (client, session) = used.withLock({ $0 }) else { return }
      let done = DispatchSemaphore(value: 0)
      Task {
        #expect(await client.send(.get, session).status == 200)
        done.signal()
      }
      done.wait()
      events.handle(event)
    }
    let feature = Feature("misbehaving", initialState: Misbehaving.State()) { Misbehaving() }
    let client = ServiceClient([feature], configuration: configuration)
    let session = await client.create(#"{"feature": "misbehaving"}"#)
    used.withLock { $0 = (client, session) }
    #expect(await client.act(session, #""complain""#).status == 200)
    let event = await events.next()
    #expect(event?.name == "issue")
    #expect(event?.metadata.map(\.key) == ["session", "feature", "location"])
  }

  @Test("Events that find 10,000 waiting are dropped and counted; the others keep their order")
  func slow() {
    let isFree = DispatchSemaphore(value: 0)
    let names = Mutex<[String]>([])
    let queue = LogQueue { event in
      isFree.wait()
      isFree.signal()
      names.withLock { $0.append(event.name + Self.metadata(event).joined()) }
    }
    func submit(_ name: String) {
      queue.submit(LogEvent(.info, name, LogMembers(), summary: ""))
    }
    for number in 0..<(LogQueue.capacity + 3) { submit("\(number)") }
    // Blocked, it does not keep the program from ending.
    queue.finish(withinSeconds: 0)
    isFree.signal()
    queue.finish(withinSeconds: 3600)
    #expect(
      names.withLock { $0 } == (0..<LogQueue.capacity).map(String.init) + ["log-droppeddropped=3"])
    submit("next")
    queue.finish(withinSeconds: 3600)
    #expect(names.withLock { $0.last } == "next")
  }

  @Test("It may stop the service, which waits for no event then")
  func stop() async {
    let directory = Mutex<SessionDirectory?>(nil)
    var configuration = SessionConfiguration()
    configuration.logHandler = { [events] event in
      directory.withLock { $0 }?.stop()
      events.handle(event)
    }
    directory.withLock { $0 = SessionDirectory(features: [], configuration: configuration) }
    configuration.logEvent(.error, "end", summary: "It is over.") { _ in }
    #expect(await events.next()?.message == "It is over.")
  }

  @Test("What a terminal would obey is escaped in the lines of the log, which mean the same")
  func hidden() throws {
    let text = "\u{1B}[2J\u{7F}\u{9B}2J\u{202E}\u{2028}é"
    let lines = Mutex<[String]>([])
    var configuration = SessionConfiguration()
    configuration.log = { line in lines.withLock { $0.append(line) } }
    configuration.logEvent(.error, "end") { line in
      line.member("message", text)
      line.member("all", [text])
    }
    let line = try #require(lines.withLock { $0.first })
    #expect(!line.unicodeScalars.contains { $0.isHidden } && line.contains("é"), "\(line)")
    struct Line: Decodable { let message: String, all: [String] }
    let read = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    #expect(read.message == text && read.all == [text])
  }

  @Test("The example for swift-log passes everything on")
  func example() throws {
    let host = try HostCommand.host(
      "museum", [], try CommandOptions(arguments: [], environment: [:]),
      configure: Museum.configure)
    host.service.sessions.logEvent(.warning, "worn") { line in
      line.member("message", "The carpet is worn.")
      line.member("count", 3)
      line.member("rooms", ["hall", "stairs"])
    }
    host.service.finishLog()
    #expect(
      Logger.latest.withLock { $0 }
        == "museum warning Backstack The carpet is worn. count=3 event=worn rooms=hall+stairs")
  }

  @Test("The levels are those of swift-log")
  func levels() {
    #expect(LogEvent.Level.allCases.map(\.rawValue) == Logger.Level.allCases.map(\.rawValue))
  }
}
