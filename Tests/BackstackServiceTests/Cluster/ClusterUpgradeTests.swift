import Backstack
import BackstackHTTP
import BackstackStorage
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackCluster
@testable import BackstackService
@testable import BackstackSessions

/// The feature ``Marks`` as a later version of its program has it.
@Reducer
private struct RenamedMarks {
  struct State: Codable, Equatable, Sendable { var numbers: [Int] = [] }

  @CasePathable
  enum Action: Codable, Sendable {
    case mark(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .mark(let number) = action { state.numbers.append(number) }
      return .none
    }
  }

  static let feature = Feature(
    "marks", initialState: State(),
    migrations: [StateMigration(from: Marks.State.self) { State(numbers: $0.marks) }]
  ) { RenamedMarks() }
}

@Suite("Upgrades of a cluster")
struct ClusterUpgradeTests {
  @Test(
    "Nodes are replaced one after the other by a later version, amid requests, and none is lost")
  func rolling() async throws {
    let cluster = try await ServerCluster(2)
    let old = cluster.servers
    let ids = [try await cluster.create(at: old[0]), try await cluster.create(at: old[1])]
    var marks: [Int] = []
    /// Sends each session an action by each server.
    func use(_ servers: [BackstackServer]) async throws {
      for server in servers {
        let mark = marks.count
        for id in ids {
          let response = try await cluster.send(
            .post, "/sessions/\(id)/actions", #"{"mark": \#(mark)}"#,
            fields: ["Idempotency-Key": "\"\(id)\(mark)\""], to: server)
          #expect(response.status == .ok, "\(response.text)")
        }
        marks.append(mark)
      }
    }
    func expectAll(at servers: [BackstackServer]) async throws {
      for (id, server) in ids.flatMap({ id in servers.map { (id, $0) } }) {
        let response = try await cluster.send(.get, "/sessions/\(id)", to: server)
        let list = marks.map(String.init).joined(separator: ",")
        #expect(response.text.contains("[\(list)]"), "\(response.text)")
      }
    }
    try await use(old)

    let first = try await cluster.add(RenamedMarks.feature)
    try await use(old + [first])
    try await expectAll(at: old + [first])
    // The sessions that are used at the first new node are stored in the new shape by now. An old
    // node that is asked for one sends the request there.
    _ = try await offPool { old[0].shutdown(graceSeconds: Double(patience)) }
    try await use([old[1], first])
    try await expectAll(at: [old[1], first])
    // Both pass through memory once more.
    for server in [old[1], first] { server.service.directory.passivation.passivateIdle(for: 0) }
    try await use([old[1], first])

    let second = try await cluster.add(RenamedMarks.feature)
    _ = try await offPool { old[1].shutdown(graceSeconds: Double(patience)) }
    try await use([first, second])
    try await expectAll(at: [first, second])
    let shape = RenamedMarks.feature.stateShape.description
    for id in ids {
      #expect(try await cluster.storage.load(id).header.fingerprint == shape)
      #expect(try await cluster.send(.get, "/sessions/\(id)", to: first).text.contains("numbers"))
    }
    try await cluster.shutDown()
  }

  @Test("A node tells the shapes that its migrations read, and those only")
  func shapes() async throws {
    let cluster = try await ServerCluster(1)
    _ = try await cluster.add(RenamedMarks.feature)
    let member = ServerCluster.member(cluster.servers[0])
    while member.view.members.count < 2 { await letOthersWork() }
    let old = Feature("marks", initialState: Marks.State()) { Marks() }.stateShape.description
    let new = RenamedMarks.feature.stateShape.description
    let shapes = member.view.members.sorted { $0.key < $1.key }.map(\.value.profile.shapes)
    #expect(shapes == [[old], [old, new]])
    try await cluster.shutDown()
  }
}
