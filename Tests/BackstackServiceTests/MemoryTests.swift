import BackstackHTTP
import BackstackSessionsTestSupport
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Servers at their limit of memory")
struct MemoryTests {
  /// The memory that the process seems to use.
  private final class Meter: Sendable {
    let bytes = Atomic(0)
    let readings = Atomic(0)

    func read() -> Int {
      readings.add(1, ordering: .relaxed)
      return bytes.load(ordering: .relaxed)
    }
  }

  private let meter = Meter()

  private func service(_ storage: ScriptedStorage? = nil) -> ErrandService {
    let configure: (inout ServiceConfiguration) -> Void = { [meter] configuration in
      configuration.maximumMemory = 1000
      configuration.sessions.usedMemory = { meter.read() }
    }
    return storage.map { ErrandService(storage: $0, configure) } ?? ErrandService(configure)
  }

  private func set(_ bytes: Int, _ service: ErrandService) {
    meter.bytes.store(bytes, ordering: .relaxed)
    service.client.service.directory.memory.check()
  }

  @Test("While memory is short, nothing is created and no state grows, and the rest continues")
  func short() async {
    let service = service()
    let session = await service.create()
    set(1000, service)
    let refused = await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#)
    #expect(refused.status == 503 && refused.problem == "over-capacity")
    #expect(refused.fields[.retryAfter] == "10" && refused.contains("memory"))
    #expect(service.client.service.directory.sessionCount == 1)

    // From 0 to 9, the state stays as large as it is.
    for _ in 1...9 { #expect(await service.client.act(session, #""add""#).status == 200) }
    for action in [#""add""#, #"["add", "add"]"#] {
      let grown = await service.client.act(session, action)
      #expect(grown.status == 503 && grown.problem == "over-capacity")
    }
    let snapshot = await service.client.send(.get, session)
    #expect(snapshot.version == 9 && snapshot.contains(#""count":9"#))

    // Measured again for each request, so that it ends by itself.
    meter.bytes.store(999, ordering: .relaxed)
    #expect(await service.client.act(session, #""add""#).version == 10)
    #expect(await service.create() != "")
    set(1000, service)
    #expect(await service.client.send(.delete, session).status == 204)
  }

  @Test("While memory is short, no larger version is restored")
  func restoring() async {
    let service = service()
    let session = await service.create()
    let large = #"{"path": {"push": {"state": {"note": "a note"}}}}"#
    #expect(await service.client.act(session, large).version == 1)
    #expect(await service.client.act(session, #"{"path": {"popFrom": {"id": 0}}}"#).version == 2)
    func restore(_ version: Int) async -> ServiceClient.Answer {
      await service.client.send(.post, session + "/restore", #"{"version": \#(version)}"#)
    }
    set(1000, service)
    #expect(await restore(1).problem == "over-capacity")
    #expect(await restore(0).version == 3)
    set(0, service)
    #expect(await restore(1).version == 4)
  }

  @Test("A state that exceeds its own limit is refused as before when memory is not short")
  func tooLarge() async {
    let service = ErrandService { $0.maximumStateBytes = 40 }
    let session = await service.create()
    let push = #"{"path": {"push": {"state": {"note": "a note that is long"}}}}"#
    #expect(await service.client.act(session, push).problem == "state-too-large")
  }

  @Test("While memory is tight, idle sessions are passivated, those used least recently first")
  func tight() async {
    let service = service(ScriptedStorage())
    let directory = service.client.service.directory
    var sessions: [String] = []
    for _ in 0..<64 {
      sessions.append(await service.create())
      service.date.advance(by: 1)
    }
    #expect(await service.client.send(.get, sessions[0]).status == 200)
    service.date.advance(by: 1)
    set(874, service)
    #expect(directory.sessionCount == 64)
    set(875, service)
    #expect(directory.sessionCount == 0)
    for session in sessions {
      #expect(await service.client.send(.get, session).status == 200)
    }
    #expect(directory.sessionCount == 64)
  }

  @Test("Sessions are passivated only until memory is not tight any more")
  func enough() async {
    let meter = meter
    let service = ErrandService(storage: ScriptedStorage()) { configuration in
      configuration.maximumMemory = 1000
      // As many bytes as readings are to be tight; one less after each of them.
      configuration.sessions.usedMemory = {
        let count = meter.bytes.load(ordering: .relaxed)
        meter.bytes.store(max(0, count - 1), ordering: .relaxed)
        return count > 0 ? 900 : 0
      }
    }
    let directory = service.client.service.directory
    var sessions: [String] = []
    for _ in 0..<160 {
      sessions.append(await service.create())
      service.date.advance(by: 1)
    }
    #expect(await service.client.send(.get, sessions[0]).status == 200)
    service.date.advance(by: 1)
    // The first reading asks for relief, the second comes after the first eighth has left.
    meter.bytes.store(1, ordering: .relaxed)
    directory.memory.check()
    let ids = sessions.map { SessionID(String($0.dropFirst("/sessions/".count))) }
    let active = ids.map { id in id.map { directory.find($0) != nil } ?? false }
    #expect(active[0] && !active[1...20].contains(true) && !active[21...].contains(false))
  }

  @Test("A full process makes room for a session by passivating others")
  func room() async {
    let service = service(ScriptedStorage())
    let directory = service.client.service.directory
    let session = await service.create()
    set(1000, service)
    // Used just now, so that it stays.
    #expect(directory.sessionCount == 1)
    #expect(await service.client.send(.get, session).status == 200)
    let creation = await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#)
    #expect(creation.problem == "over-capacity")
    service.date.advance(by: 2)
    _ = await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#)
    #expect(directory.sessionCount == 0)
    #expect(await service.client.send(.get, session).problem == "over-capacity")
    set(0, service)
    #expect(await service.client.send(.get, session).status == 200)
  }

  @Test("Memory is measured as sessions grow, not for each request")
  func rarely() async {
    let service = service()
    let session = await service.create()
    for _ in 0..<60 { _ = await service.create() }
    for _ in 0..<1000 { _ = await service.client.act(session, #""add""#) }
    #expect(meter.readings.load(ordering: .relaxed) == 0)
    for _ in 0..<3 { _ = await service.create() }
    #expect(meter.readings.load(ordering: .relaxed) == 1)
    let note = String(repeating: "n", count: 300_000)
    let push = #"{"path": {"push": {"state": {"note": "\#(note)"}}}}"#
    #expect(await service.client.act(session, push).status == 200)
    #expect(meter.readings.load(ordering: .relaxed) == 2)
  }

  @Test("Without a limit, memory is never measured")
  func unlimited() async {
    let service = ErrandService { [meter] configuration in
      configuration.maximumMemory = nil
      configuration.sessions.usedMemory = { meter.read() }
    }
    for _ in 0..<200 { #expect(await service.create() != "") }
    service.client.service.directory.sweep()
    #expect(meter.readings.load(ordering: .relaxed) == 0)
  }
}
