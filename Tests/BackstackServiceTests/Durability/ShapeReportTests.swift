import BackstackPlatform
import BackstackStorage
import Testing

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
    service.client.service.directory.reportShapes()
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
    service.client.service.directory.reportShapes()
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

  @Test("A server starts even if its storage cannot be queried")
  func unreachable() async {
    let lines = Lines()
    let service = ErrandService(storage: storage) { $0.log = { lines.append($0) } }
    storage.failQuestions(.unavailable("test"))
    service.client.service.directory.reportShapes()
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains(#""event":"storage-failing""#) == true)
    #expect(service.client.service.directory.storageHealth.failures == 1)
  }
}
