import Backstack
import BackstackHTTP
import BackstackService
import BackstackStorage
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackServiceTesting
@testable import BackstackSessions

/// `ExportedRaffle.swift` is what `sessions test` writes of a session: it is compiled here, and passes.
@Suite("Exported tests of features that take ids, dates and random numbers")
struct ExportedMadeValuesTests {
  /// Runs a session, and returns it as `sessions test` reads it from the storage, or as the inspector
  /// does from memory, with the latest versions.
  private func stored(
    _ feature: Feature = Raffle.feature(), latest entries: Int? = nil,
    _ use: (HostedSession<Raffle.State, Raffle.Action>, HostedService, String) async throws -> Void
  ) async throws -> SavedSession {
    let storage = MemoryStorage()
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    if let entries { configuration.journalLimits.entries = entries }
    let service = try HostedService([feature], configuration: configuration)
    let session = try await service.session(of: Raffle.self, "raffle")
    let id = try #require(try await storage.sessions(limit: 2).sessions.first?.id)
    try await use(session, service, id)
    if entries != nil { return try #require(service.savedSessions.first) }
    return try await SessionArchive(storage).session(id)
  }

  /// Returns the problems of an exported test.
  private func problems(_ text: String) throws -> [String] {
    let literals = text.components(separatedBy: "\"\"\"")
    try #require(literals.count == 7)
    let history = try SessionHistory<Raffle.Action>(json: literals[1].utf8)
    let version = try #require(history.entries.last?.version)
    return try history.problems(
      replayedFrom: literals[3].utf8, to: literals[5].utf8, at: version
    ) {
      Raffle()
    }
  }

  @discardableResult
  private func play(
    _ session: HostedSession<Raffle.State, Raffle.Action>
  ) async throws -> Raffle.State {
    let bought = try await session.send(.buy(3)).state
    try await session.send(.giveBack(bought.tickets[1].id))
    try await session.send(.draw)
    try await session.send(.pay)
    try await session.wait { $0.receipt != nil }
    let open = try await session.send(.open).state
    try await session.send(.path(.element(id: open.path.ids[0], action: .mark)))
    return try await session.snapshot().state
  }

  @Test("The export is the test that is compiled here")
  func text() async throws {
    let saved = try await stored { session, _, _ in try await play(session) }
    let text = try #require(saved.test(of: Raffle.feature()))
      .replacing(saved.id.prefix(8), with: "1234abcd")
      .replacing("@testable import BackstackServiceTests\n", with: "")
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "ExportedRaffle.swift")
    let head = "// swift-format-ignore-file\n"
    if ProcessInfo.processInfo.environment["WRITE_EXPORTED"] == "1" {
      try (head + text).write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try head + text == String(contentsOf: file, encoding: .utf8), "\(text)")
  }

  @Test("The export of a session passes whose values are others in each run")
  func live() async throws {
    let feature = Raffle.feature(isRepeatable: false)
    let saved = try await stored(feature) { session, _, _ in try await play(session) }
    #expect(saved.history?.first { $0.cause == "start" }?.made?.uuids.count == 1)
    #expect(try problems(try #require(saved.test(of: feature))) == [])
  }

  @Test("Each action of a batch has its own values, and those of a refused one are not recorded")
  func batch() async throws {
    let feature = Raffle.feature(isRepeatable: false)
    let saved = try await stored(feature) { session, service, id in
      let state = try await session.send(.open).state
      let mark = #"{"path":{"element":{"id":\#(state.path.ids[0]),"action":"mark"}}}"#
        .replacing("#", with: "")
      let refused = #"[{"buy":1},{"path":{"element":{"id":99,"action":"mark"}}}]"#
      for (json, status) in [(refused, 409), (#"[{"buy":1},"open",\#(mark),{"buy":2}]"#, 200)] {
        let response = try await service.send(.post, "/sessions/\(id)/actions", json: json)
        #expect(response.status == status, "\(response.text)")
      }
    }
    let made = (saved.history ?? []).suffix(4).map { $0.made?.uuids.count }
    #expect(made == [1, nil, 1, 2])
    #expect(try problems(try #require(saved.test(of: feature))) == [])
  }

  @Test("An export has nothing of what an agent has proposed")
  func proposals() async throws {
    let feature = Raffle.feature(isRepeatable: false)
    let saved = try await stored(feature) { session, service, id in
      try await session.send(.buy(1))
      let proposal = #"{"control":"Buy","send":{"buy":7}}"#
      for (path, json) in [("proposals", proposal), ("actions", "[]"), ("proposals", proposal)] {
        let asked = try await service.send(.post, "/sessions/\(id)/\(path)", json: json)
        #expect(asked.status == 200)
      }
      try await session.send(.buy(2))
    }
    let text = try #require(saved.test(of: feature))
    #expect(try problems(text) == [])
    #expect(!text.contains("proposal"))
  }

  @Test("A replay continues with the ids of elements where the session did")
  func elements() async throws {
    let saved = try await stored(latest: 3) { session, _, _ in
      for _ in 0..<3 {
        let state = try await session.send(.open).state
        let id = try #require(state.path.ids.last)
        try await session.send(.path(.element(id: id, action: .mark)))
        try await session.send(.path(.popFrom(id: id)))
      }
      let state = try await session.send(.open).state
      try await session.send(.path(.element(id: state.path.ids[0], action: .mark)))
    }
    let text = try #require(saved.test(of: Raffle.feature()))
    #expect(text.contains(#"{"nextElementID": 3, "entries": ["#), "\(text)")
    #expect(try problems(text) == [])
  }

  @Test("A version that took too many values is named, and the test begins after it")
  func tooMany() async throws {
    let saved = try await stored { session, _, _ in
      try await session.send(.buy(1))
      try await session.send(.buy(40))
      try await session.send(.draw)
    }
    #expect(
      saved.history?.map { $0.made?.isTooMany ?? false } == [false, false, false, true, false])
    let text = try #require(saved.test(of: Raffle.feature()))
    #expect(text.contains("// Version 3 can't be replayed, so the test begins after it: "))
    #expect(!text.contains(#"{"version": 3,"#) && text.contains(#"{"version": 4,"#))
    #expect(try problems(text) == [])
  }

  @Test("A session that was resumed is replayed from there, with what its effects answered since")
  func resumed() async throws {
    let feature = Raffle.feature(isRepeatable: false)
    let first = try HostedService([feature])
    try await play(try await first.session(of: Raffle.self, "raffle"))
    let saved = try #require(first.savedSessions.first)
    let second = try HostedService(
      [feature], configuration: ServiceConfiguration(), resuming: [saved])
    let path = "/sessions/\(saved.id)"
    for json in [#"{"buy":2}"#, #""draw""#] {
      #expect(try await second.send(.post, path + "/actions", json: json).status == 200)
    }
    let again = try #require(second.savedSessions.first)
    #expect(
      again.history?.prefix(saved.history?.count ?? 0).map(\.made) == saved.history?.map(\.made))
    #expect(try problems(try #require(again.test(of: feature))) == [])
  }
}
