import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackSessions

@Suite("A directory that shares its storage")
struct PlacingTests {
  /// Keeps sessions with even ids here, and says so of every other one.
  private final class EvenIDs: SessionPlacing {
    let log = Guarded<[String]>([])

    private func isHere(_ id: SessionID) -> Bool { id.words.low.isMultiple(of: 2) }

    func find(
      _ id: SessionID, for access: SessionAccess, _ referral: SessionReferral?,
      in directory: SessionDirectory,
      _ body: @escaping @Sendable (RouteDecision) -> Void
    ) {
      guard isHere(id) else {
        let content = referral?.content ?? "nothing"
        return body(.forward(SessionDestination(content, .storage(.owned(node: 8, epoch: 1)))))
      }
      body(.local(directory.find(id, access).result(else: .passivated)))
    }

    var anywhere: SessionDestination { SessionDestination("anywhere", .passivated) }

    func newID(from make: () -> SessionID) throws(SessionError) -> SessionID {
      while true {
        let id = make()
        if isHere(id) { return id }
      }
    }

    func creating(
      _ id: SessionID, _ create: () throws(SessionError) -> SessionRegistry.Entry
    ) throws(SessionError) -> SessionRegistry.Entry {
      log.withLock { $0.append("create") }
      return try create()
    }

    func owner(of id: SessionID) -> UInt64? { 7 }

    func didRemove(_ id: SessionID) { log.withLock { $0.append("remove") } }

    func sweep(_ directory: SessionDirectory) { log.withLock { $0.append("sweep") } }
  }

  private let placing = EvenIDs()
  private let storage = MemoryStorage()
  private let directory: SessionDirectory

  init() {
    var configuration = SessionConfiguration()
    configuration.storage = storage
    configuration.log = { _ in }
    directory = SessionDirectory(
      features: [Feature("errands", initialState: Errands.State()) { Errands() }],
      configuration: configuration, streams: EventStreams(),
      large: LargeWork(limits: configuration.largeWorkLimits), placing: placing)
  }

  @Test("New sessions get ids that the placing accepts, and are stored as its own")
  func creations() async throws {
    for _ in 0..<8 {
      let id = try await directory.create("errands").id
      #expect(try #require(SessionID(id)).words.low.isMultiple(of: 2))
      #expect(try await storage.load(id).header.node == 7)
    }
    #expect(placing.log.withLock { $0 } == Array(repeating: "create", count: 8))
  }

  @Test("The placing finds the session of each request, and says where another one goes")
  func requests() async throws {
    let id = try await directory.create("errands").id
    #expect(try await directory.send(#""add""#, to: id).version == 1)
    let other = try #require(SessionID(String(repeating: "1", count: 32)))
    var request = SessionRequest(.read, of: other, for: .anyone)
    request.referral = SessionReferral("sent")
    let outcome = await withCheckedContinuation { continuation in
      directory.perform(request) { continuation.resume(returning: $0) }
    }
    guard case .forward(let destination) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(destination.content as? String == "sent")
    let error = await #expect(throws: SessionError.self) {
      try await directory.snapshot(of: other.description)
    }
    guard case .storage(.owned(node: 8, epoch: 1)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // An inspector sees what is in memory here, and nothing else.
    let inspection = await withCheckedContinuation { continuation in
      directory.perform(SessionRequest(.read, of: other, for: .inspection)) {
        continuation.resume(returning: $0)
      }
    }
    guard case .refused = inspection else {
      Issue.record("\(inspection)")
      return
    }
  }

  @Test("A request whose session leaves the memory before it was processed goes elsewhere")
  func left() async throws {
    let id = try await directory.create("errands").id
    let entry = try #require(directory.find(SessionID(id)!))
    directory.passivation.passivateIdle(for: 0)
    let outcome = await withCheckedContinuation { continuation in
      RequestInProgress(
        SessionRequest(.end, of: SessionID(id)!, for: .anyone), at: directory
      ) { continuation.resume(returning: $0) }.loadReplay(entry)
    }
    guard case .forward(let destination) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(destination.content as? String == "anywhere")
  }

  @Test("The placing is told of each session that leaves the memory, and of each sweep")
  func memory() async throws {
    let id = try await directory.create("errands").id
    _ = try await directory.create("errands")
    try await directory.end(id)
    directory.passivation.passivateIdle(for: 0)
    directory.sweep()
    #expect(
      placing.log.withLock { $0 } == ["create", "create", "remove", "remove", "sweep"])
  }
}
