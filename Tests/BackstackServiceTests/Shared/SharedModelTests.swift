import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Shared values compared with a model in random runs")
struct SharedModelTests {
  private static var initialState: Boards.State {
    Boards.State(
      notes: Shared(
        value: [.init(id: 1, text: "a"), .init(id: 2, text: "b"), .init(id: 3, text: "c")]))
  }

  private let clock = TestClock()

  /// Runs random steps, and compares after each.
  ///
  /// - Parameter perform: Performs a step, unless it is refused, and returns what is shown then, with its
  ///   version. Versions between, in which an effect runs, are not restored. Returns `nil` if the version
  ///   to restore is not kept any more.
  private func run(
    _ seed: UInt64, _ perform: (BoardsModel.Step) async throws -> (shown: String, version: Int)?
  ) async rethrows {
    var random = SeededGenerator(seed: seed)
    var model = BoardsModel()
    var known = [0: model]
    var log: [String] = []
    for number in 0..<60 {
      let step = model.step(&random, known: known.keys.sorted(), text: "\(number)")
      log.append("\(step)")
      let seen = try await perform(step)
      switch step {
      case .send(let actions): model.send(actions)
      case .change(let action): model.send([action])
      case .kill: model.resume()
      case .restore(let version):
        guard seen != nil, let earlier = known[version] else { continue }
        model.restore(earlier)
      }
      guard let seen else { continue }
      known[seen.version] = model
      guard seen.shown != model.json else { continue }
      Issue.record(
        "Seed \(seed): \(log.joined(separator: "\n"))\n\(seen.shown)\n\(model.json)")
      return
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try WireCoding.encode(value), as: UTF8.self)
  }

  @Test("A session shows what the model does, also after kills and restores", arguments: 0..<40)
  func session(seed: UInt64) async throws {
    let storage = MemoryStorage()
    func server() -> ServiceClient {
      var configuration = ServiceConfiguration()
      configuration.timer = ManualTimer()
      configuration.storage = storage
      return ServiceClient(
        [
          Feature("boards", initialState: Self.initialState) { [clock] in
            Boards().dependency(\.continuousClock, clock)
          }
        ], configuration: configuration)
    }
    var client = server()
    let session = await client.create(#"{"feature": "boards"}"#)
    let id = try #require(SessionID(String(session.dropFirst("/sessions/".count))))
    try await run(seed) { step in
      switch step {
      case .send(let actions): _ = await client.act(session, try json(actions))
      case .change(let action): _ = await client.act(session, try json(action))
      case .kill:
        // Else it crashes: a storage has all that was acknowledged.
        if seed.isMultiple(of: 2) { client.service.directory.releaseSessions() }
        client = server()
      case .restore(let version):
        let answer = await client.send(.post, session + "/restore", #"{"version": \#(version)}"#)
        guard answer.status == 200 else { return nil }
      }
      while client.service.directory.effectsInFlight(of: id)?.all.isEmpty == false {
        await clock.advance(by: .seconds(1))
      }
      let answer = await client.send(.get, session)
      let match = try #require(
        answer.text.firstMatch(of: /"state":(\{.*\}),"effects":.*"shared":(\{[^}]*\})/),
        "\(answer.text)")
      return ("\(match.1) \(match.2)", try #require(answer.version))
    }
  }

  @Test("A store shows what the model does, also when it is stored and resumed", arguments: 0..<40)
  func store(seed: UInt64) async throws {
    // Ids of screens are not used twice: what a session stores beside its state.
    var ids: StackElementIDGenerator?
    func make(_ initialState: () throws -> Boards.State) throws -> StoreOf<Boards> {
      try Store.hosted(initialState: initialState) {
        Boards()
      } withDependencies: { [clock] in
        if let ids {
          $0.stackElementID?.reserve(StackElementID(generation: ids.peek().generation - 1))
        }
        ids = $0.stackElementID
        $0.continuousClock = clock
        $0.issueReporter = IssueReporter { _ in }
        $0.session = SessionInfo(id: "1", feature: "boards")
      }
    }
    var store = try make { Self.initialState }
    var saved: [SavedState] = []
    func save() throws {
      saved.append(
        try store.withExclusiveAccess { try SavedState(store.state, sharing: store.shares) })
    }
    try save()
    try await run(seed) { step in
      switch step {
      case .send(let actions): _ = try? store.sendBatch(actions)
      case .change(let action):
        _ = store.sendIfReachable(action)
        await clock.advance(by: .seconds(1))
      case .kill:
        let latest = saved[saved.count - 1]
        store = try make {
          let state = try latest.decode(Boards.State.self)
          state.share()
          return state.state
        }
      case .restore(let version):
        store.replaceState(try saved[version].decode(Boards.State.self)) { _ in }
      }
      try save()
      let json = String(decoding: saved[saved.count - 1].json, as: UTF8.self)
      let named = store.withExclusiveAccess { store.shares.present?.named }
      return ("\(json) \(String(decoding: named ?? [], as: UTF8.self))", saved.count - 1)
    }
  }
}
