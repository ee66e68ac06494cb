import Backstack
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import FoundationEssentials
import Testing

@testable import BackstackHost
@testable import BackstackService
@testable import BackstackSessions

@Suite("Stored sessions whose shapes cannot be read")
struct ShapeReportTests {
  private final class Lines: Sendable {
    private let lines = Guarded<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let storage = ScriptedStorage()

  @Test("A starting server logs the sessions of other shapes per feature, and doctor reports them")
  func report() async throws {
    let lines = Lines()
    let service = ErrandService(storage: storage) { $0.log = { lines.append($0) } }
    _ = await service.create()
    service.client.service.directory.shapeCheck.report()
    #expect(lines.all == [])
    for (number, (feature, shape)) in [
      ("errands", "old"), ("errands", "older"), ("errands", "old"), ("gone", "x"),
    ].enumerated() {
      let header = SessionHeader(
        id: "s\(number)", feature: feature, fingerprint: shape,
        created: StorageTime(milliseconds: 0), expires: StorageTime(milliseconds: 1),
        timeToLive: 1)
      try await storage.create(NewSession(StoredSession(header: header, state: [])))
    }
    service.client.service.directory.shapeCheck.report()
    #expect(lines.all.count == 2)
    #expect(
      lines.all.first?.contains(
        #""event":"sessions-unmigrated","feature":"errands","sessions":3,"shapes":"old,older""#)
        == true)
    #expect(
      lines.all.last?.contains(#""event":"sessions-unreadable","feature":"gone","sessions":1"#)
        == true)
    #expect(lines.all.last?.contains("There is no such feature") == true)
    // Sessions of a feature that exists may lack only properties with default values.
    #expect(lines.all.first?.contains(#""level":"info""#) == true)
    #expect(lines.all.last?.contains(#""level":"error""#) == true)

    let shapes = try await SessionArchive(storage).shapes(
      for: Array(service.client.service.directory.features.values))
    #expect(shapes.map(\.sessions) == [1, 2, 1, 1] || shapes.map(\.sessions) == [2, 1, 1, 1])
    #expect(shapes.filter(\.isReadable).map(\.feature) == ["errands"])
  }

  private func store(
    _ sessions: [(feature: String, shape: String, state: String)], from start: Int = 1000
  ) async throws {
    for (number, session) in sessions.enumerated() {
      let header = SessionHeader(
        id: String(repeating: "0", count: 28) + String(start + number), feature: session.feature,
        fingerprint: session.shape, created: StorageTime(milliseconds: 0),
        expires: StorageTime(milliseconds: 1), timeToLive: 1)
      try await storage.create(
        NewSession(
          StoredSession(
            header: header, metadata: Array(#"{"nextElementID":0}"#.utf8),
            state: Array(session.state.utf8))))
      guard session.state == "crashed" else { continue }
      let crash = SessionCrash(id: header.id, time: StorageTime(milliseconds: 1), span: 1)
      _ = try await storage.recordCrash(crash)
    }
  }

  private static let first = Feature("gallery", initialState: Gallery1.State()) { Gallery1() }
  private static let shape = first.stateShape.description
  private static let stateOfFirst =
    #"{"title":"","photos":[],"frame":{"width":1},"mode":"list","path":[],"destination":null}"#
  /// A migration that forgets the screens.
  private static let third = Feature(
    "gallery", initialState: Gallery3.State(name: ""),
    migrations: [
      StateMigration(from: shape) { json in
        json.rename("title", to: "name")
        json["frame"] = nil
        json["mode"] = nil
      }
    ]
  ) { Gallery3() }

  private static let withScreen = stateOfFirst.replacing(
    #""path":[]"#, with: #""path":[{"id":0,"state":{"detail":{"name":"a"}}}]"#)

  @Test("A starting server tries some sessions of each earlier shape, and logs those it can't read")
  func trials() async throws {
    let lines = Lines()
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.log = { lines.append($0) }
    let directory = ServiceClient([Self.third], configuration: configuration).service.directory
    let present = Self.third.stateShape.description
    try await store(
      Array(repeating: ("gallery", Self.shape, Self.stateOfFirst), count: 60)
        + Array(repeating: ("gallery", Self.shape, Self.withScreen), count: 60)
        + [("gallery", present, "damaged"), ("gone", "x", ""), ("gallery", "odd", "{}")])
    try await directory.shapeCheck.tryStates(in: storage.shapes())
    #expect(lines.all.count == 2, "\(lines.all)")
    // A hundred of the shape, the first of them by their ids.
    #expect(
      lines.all.first?.contains(
        #""level":"error","event":"sessions-unreadable","feature":"gallery","#
          + #""shapes":"\#(Self.shape)","sessions":120,"tried":100,"unreadable":40"#) == true,
      "\(lines.all)")
    #expect(lines.all.first?.contains("/path/0/state") == true, "\(lines.all)")
    #expect(lines.all.last?.contains(#""shapes":"odd","sessions":1,"tried":1,"#) == true)
  }

  @Test("A server does not try the sessions of a shape after the first that has ended a process")
  func crashed() async throws {
    let lines = Lines()
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.log = { lines.append($0) }
    let directory = ServiceClient([Self.third], configuration: configuration).service.directory
    try await store([
      ("gallery", Self.shape, Self.withScreen), ("gallery", Self.shape, "crashed"),
      ("gallery", Self.shape, Self.withScreen), ("gallery", Self.shape, Self.withScreen),
    ])
    try await directory.shapeCheck.tryStates(in: storage.shapes())
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains(#""sessions":4,"tried":1,"unreadable":1"#) == true)
  }

  @Test("The doctor reads all sessions: those that a migration is for, and those of present shape")
  func doctor() async throws {
    let present = Self.third.stateShape.description
    func check() async throws -> (code: Int32, lines: [String]) {
      var lines: [String] = []
      let code = try await DoctorCommand(host: "shop", features: [Self.third])
        .check(storage) { lines.append($0) }
      return (code, lines)
    }
    try await store([("gallery", Self.shape, Self.stateOfFirst)])
    let well = try await check()
    #expect(well.code == 0 && well.lines.last == "All is well.", "\(well.lines)")
    #expect(well.lines.contains { $0.hasPrefix("Expired sessions: 1. They end when") })
    try await store(
      [
        ("gallery", Self.shape, Self.withScreen), ("gallery", Self.shape, Self.withScreen),
        ("gallery", present, #"{"name":1}"#),
      ], from: 2000)
    let unwell = try await check()
    #expect(unwell.code == 1)
    #expect(
      unwell.lines.contains {
        $0.hasPrefix(
          "3 sessions of gallery (shape \(Self.shape)), of which shop can't read 2: ")
          && $0.contains("/path/0/state")
      }, "\(unwell.lines)")
    #expect(
      unwell.lines.contains {
        $0.hasPrefix("1 sessions of gallery (shape \(present)), of which shop can't read 1: ")
          && $0.contains("/name")
      }, "\(unwell.lines)")
  }

  @Test("A server starts even if its storage cannot be queried")
  func unreachable() async {
    let lines = Lines()
    let service = ErrandService(storage: storage) { $0.log = { lines.append($0) } }
    storage.failQuestions(.unavailable("test"))
    service.client.service.directory.shapeCheck.report()
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains(#""event":"storage-failing""#) == true)
    #expect(service.client.service.directory.storageHealth.failures == 1)
  }
}
