import BackstackPlatform
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackCluster
@testable import BackstackSessions

@Suite("Sessions in a cluster")
struct ClusterSessionsTests {
  private func isForwarded(
    _ decision: RouteDecision, _ destination: Destination
  ) -> Bool {
    if case .forward(let found) = decision { found.inCluster == destination } else { false }
  }

  private func isLocal(_ decision: RouteDecision) -> Bool {
    if case .local(.success) = decision { true } else { false }
  }

  /// The error of a refused request; `nil` if it is not refused.
  private func error(_ decision: RouteDecision) -> String? {
    if case .local(.failure(let refusal)) = decision { "\(refusal.error)" } else { nil }
  }

  private static let unknown = "\(SessionError.unknownSession)"
  private static let deleted = "\(SessionError.ended(.deleted))"

  @Test("A new session is at home where it was created, and other nodes say so")
  func home() async throws {
    let cluster = TestCluster(nodes: 3)
    for (index, node) in cluster.nodes.enumerated() {
      let number = try #require(node.number)
      #expect(number == UInt64(index + 1))
      for _ in 0..<20 {
        let id = try await node.directory.create("marks").id
        #expect(try await cluster.storage.load(id).header.node == number)
        #expect(isLocal(await node.receive(id)))
        for other in cluster.nodes where other !== node {
          #expect(isForwarded(await other.receive(id), .node(number, .home)))
        }
      }
    }
  }

  @Test("A passive session is claimed at home, whichever node is asked")
  func passive() async throws {
    let cluster = TestCluster(nodes: 3)
    let owner = cluster.nodes[1]
    let id = try await owner.directory.create("marks").id
    _ = try await owner.directory.send(#"{"mark": 7}"#, to: id)
    owner.directory.passivation.passivateIdle(for: 0)
    #expect(owner.sessions.isEmpty && owner.cluster.ownership.count == 0)
    let found = try #require(try await cluster.direct(id, from: cluster.nodes[2]))
    #expect(found.node === owner)
    #expect(try await owner.directory.snapshot(of: id).state.contains("[7]"))
    #expect(try await cluster.storage.load(id).header.epoch == 2)
  }

  @Test("A dead node's sessions are claimed by others, and it drops them before it continues")
  func takeover() async throws {
    let cluster = TestCluster(nodes: 2)
    let (stopped, other) = (cluster.nodes[0], cluster.nodes[1])
    let id = try await stopped.directory.create("marks").id
    _ = try await stopped.directory.send(#"{"mark": 1}"#, to: id)
    stopped.isStopped = true
    let began = cluster.now
    let found = try #require(try await cluster.direct(id, from: other))
    #expect(found.node === other)
    #expect(cluster.now <= began.advanced(by: .milliseconds(1_600)))
    _ = try await other.directory.send(#"{"mark": 2}"#, to: id)

    // The stopped node wakes with the session in memory, and answers nothing from it.
    #expect(stopped.sessions == [id])
    #expect(isForwarded(await stopped.receive(id), .anywhere))
    let late = await #expect(throws: SessionError.self) {
      try await stopped.directory.snapshot(of: id)
    }
    #expect("\(try #require(late))".contains("no node has the session now"))
    stopped.isStopped = false
    cluster.turn()
    #expect(stopped.sessions.isEmpty && stopped.cluster.ownership.count == 0)
    #expect(stopped.number == 3)
    cluster.advance(by: .milliseconds(250))
    #expect(try #require(try await cluster.direct(id, from: stopped)).node.sessions == [id])
    for node in cluster.nodes where node.sessions.contains(id) {
      #expect(try await node.directory.snapshot(of: id).state.contains("[1,2]"))
    }
  }

  @Test("A node that could not beat for a while answers from memory only after its next beat")
  func lease() async throws {
    let cluster = TestCluster(nodes: 1)
    let node = cluster.nodes[0]
    let id = try await node.directory.create("marks").id
    node.isStopped = true
    cluster.advance(by: .milliseconds(850))
    #expect(isLocal(await node.receive(id)))
    cluster.advance(by: .milliseconds(50))
    #expect(isForwarded(await node.receive(id), .anywhere))
    await #expect(throws: SessionError.self) { try await node.directory.create("marks") }
    node.isStopped = false
    cluster.turn()
    #expect(isLocal(await node.receive(id)))
  }

  @Test("Idle sessions follow a new home when they are used, and busy ones are handed over")
  func newNode() async throws {
    let cluster = TestCluster(nodes: 1)
    let first = cluster.nodes[0]
    var idle: [String] = []
    var busy: [String] = []
    for number in 0..<40 {
      let id = try await first.directory.create("marks").id
      if number.isMultiple(of: 2) {
        idle.append(id)
      } else {
        try begin(.wait, id, at: first)
        busy.append(id)
      }
    }
    let second = cluster.start()
    cluster.advance(by: .milliseconds(500))
    let homes = Dictionary(
      uniqueKeysWithValues: (idle + busy).map { id in
        (id, first.member.view.home(of: SessionID(id)!.words.high))
      })
    // The idle ones have left the memory at once.
    let moved = busy.filter { homes[$0] == second.number }
    #expect(!moved.isEmpty && idle.contains { homes[$0] == second.number })
    // The busy ones go at a pace, and are active there without a request.
    await cluster.advance { second.sessions == Set(moved) }
    #expect(first.sessions == Set((busy + idle).filter { homes[$0] == first.number }))
    for id in moved {
      let header = try await cluster.storage.load(id).header
      #expect(header.epoch == 2 && header.node == second.number)
    }
    for id in idle + busy {
      for entry in cluster.nodes {
        let found = try #require(try await cluster.direct(id, from: entry))
        #expect(found.node.number == homes[id])
      }
    }
    #expect(first.sessions.isDisjoint(with: second.sessions))
    for node in cluster.nodes { node.directory.releaseSessions() }
  }

  @Test(
    "A node that leaves hands its busy sessions over; what can't be offered stays until it has left"
  )
  func drain() async throws {
    let cluster = TestCluster(nodes: 2)
    let (leaving, other) = (cluster.nodes[0], cluster.nodes[1])
    let busy = try await leaving.directory.create("marks").id
    try begin(.mark(1), busy, at: leaving)
    try begin(.wait, busy, at: leaving)
    let idle = try await leaving.directory.create("marks").id
    cluster.unreachable.withLock { $0 = [2] }
    leaving.cluster.drain()
    // The offer fails, and a claim takes the session back.
    await cluster.advance { leaving.sessions == [busy] }
    while try await cluster.storage.load(busy).header.epoch == 1 { await letOthersWork() }
    #expect(try await cluster.storage.load(busy).header.node == 1)
    cluster.unreachable.withLock { $0 = [] }
    // Its effects ended when it was offered, so that it is idle now.
    await cluster.advance {
      leaving.directory.sweep()
      return leaving.sessions.isEmpty
    }
    for id in [busy, idle] {
      let found = try #require(try await cluster.direct(id, from: leaving))
      #expect(found.node === other)
    }
    #expect(try await other.directory.snapshot(of: busy).state.contains("[1]"))
    try begin(.wait, busy, at: other)
    // Nobody is left to take it.
    other.cluster.drain()
    cluster.advance(by: .seconds(10))
    #expect(other.sessions.contains(busy))
    for node in cluster.nodes { node.directory.releaseSessions() }
  }

  @Test("Requests that come while a session is handed over are processed once, where it goes")
  func handOver() async throws {
    let cluster = TestCluster(nodes: 2)
    let (leaving, other) = (cluster.nodes[0], cluster.nodes[1])
    let id = try await leaving.directory.create("marks").id
    try begin(.wait, id, at: leaving)
    let offered = Guarded<[@Sendable (Bool) -> Void]>([])
    leaving.cluster.ownership.onOffer { _, _, _, completion in
      offered.withLock { $0.append(completion) }
    }
    leaving.cluster.drain()
    await cluster.advance { !offered.withLock { $0.isEmpty } }
    let decisions = Guarded<[RouteDecision]>([])
    for _ in 0..<3 {
      leaving.directory.find(SessionID(id)!, for: .anyone) { decision in
        decisions.withLock { $0.append(decision) }
      }
    }
    #expect(decisions.withLock { $0.isEmpty })
    let isTaken = await withCheckedContinuation { continuation in
      other.cluster.take(SessionID(id)!, .consent(of: 1, epoch: 1)) {
        continuation.resume(returning: $0)
      }
    }
    #expect(isTaken)
    for completion in offered.withLock({ $0 }) { completion(true) }
    #expect(decisions.withLock { $0.count } == 3)
    for decision in decisions.withLock({ $0 }) {
      #expect(isForwarded(decision, .node(2, .owner(epoch: 2))))
    }
    // An offer of what belongs to another one by now is refused.
    let isTakenAgain = await withCheckedContinuation { continuation in
      leaving.cluster.take(SessionID(id)!, .consent(of: 2, epoch: 1)) {
        continuation.resume(returning: $0)
      }
    }
    #expect(!isTakenAgain)
    // Where it went is known for a while.
    #expect(leaving.cluster.ownership.count == 1)
    cluster.advance(by: ClusterTiming.forwardingTime)
    leaving.directory.sweep()
    #expect(leaving.cluster.ownership.count == 0)
    for node in cluster.nodes { node.directory.releaseSessions() }
  }

  /// Has a session process an action.
  private func begin(_ action: Marks.Action, _ id: String, at node: TestCluster.Node) throws {
    let entry = try #require(node.directory.find(SessionID(id)!))
    _ = try entry.session.process(HostAction(action), if: .any)
  }

  @Test("A session that another node has claimed leaves the memory with its next write")
  func fenced() async throws {
    let cluster = TestCluster(nodes: 1)
    let node = cluster.nodes[0]
    let id = try await node.directory.create("marks").id
    // An operator's command, say.
    _ = try await cluster.storage.claim(SessionClaim(id, for: 9))
    await #expect(throws: SessionError.self) {
      try await node.directory.send(#"{"mark": 1}"#, to: id)
    }
    // It is dropped on another thread.
    while !node.sessions.isEmpty { await letOthersWork() }
    let decision = await node.receive(id)
    #expect(isForwarded(decision, .node(9, .owner(epoch: 2))) || isForwarded(decision, .anywhere))
  }

  @Test("A request that may not use a session does not claim it")
  func access() async throws {
    let cluster = TestCluster(nodes: 1)
    let node = cluster.nodes[0]
    let id = try await node.directory.create("marks", for: SessionPrincipal(id: "ada")).id
    node.directory.passivation.passivateIdle(for: 0)
    #expect(error(await node.receive(id, for: .principal("bob"))) == Self.unknown)
    #expect(try await cluster.storage.load(id).header.epoch == 1)
    #expect(node.cluster.ownership.count == 0)
    #expect(isLocal(await node.receive(id, for: .principal("ada"))))
    #expect(error(await node.receive(id, for: .principal("bob"))) == Self.unknown)
    let unknown = await node.receive(String(repeating: "0", count: 32))
    #expect(error(unknown) == Self.unknown)
    #expect(node.cluster.ownership.count == 1)
  }

  @Test("A session that has ended has ended at all nodes")
  func ended() async throws {
    let cluster = TestCluster(nodes: 2)
    let (owner, other) = (cluster.nodes[0], cluster.nodes[1])
    let id = try await owner.directory.create("marks").id
    try await owner.directory.end(id)
    #expect(owner.cluster.ownership.count == 0)
    #expect(error(await owner.receive(id)) == Self.deleted)
    #expect(isForwarded(await other.receive(id), .node(1, .home)))
    // As if the owner had forgotten it.
    owner.isStopped = true
    cluster.advance(by: .seconds(2))
    #expect(error(await other.receive(id)) == Self.deleted)
    #expect(other.cluster.ownership.count == 0)
  }

  @Test("A claim that fails leaves nothing behind, and is tried again with the next request")
  func failedClaim() async throws {
    let cluster = TestCluster(nodes: 1)
    let node = cluster.nodes[0]
    let id = try await node.directory.create("marks").id
    node.directory.passivation.passivateIdle(for: 0)
    // A state that nobody can read.
    let claimed = try await cluster.storage.claim(SessionClaim(id, for: 1))
    _ = try await cluster.storage.update(
      SessionUpdate(claimed.session.header.revision, metadata: [1, 2, 3]))
    for _ in 1...2 {
      #expect(error(await node.receive(id))?.contains("can't be decoded") == true)
      #expect(node.cluster.ownership.count == 0 && node.sessions.isEmpty)
    }
  }

  @Test(
    "Each action is applied once, and none is lost, while nodes stop, wake, come and go",
    arguments: 1...20 as ClosedRange<UInt64>)
  func story(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let cluster = TestCluster(nodes: 3)
    var ids: [String] = []
    for node in cluster.nodes {
      for _ in 0..<2 { ids.append(try await node.directory.create("marks").id) }
    }
    var acknowledged = [String: [Int]]()
    var refused = 0
    for mark in 0..<300 {
      if random.percent(6) {
        let node = random.pick(cluster.nodes)
        // At least one runs.
        node.isStopped = !node.isStopped && cluster.nodes.filter { !$0.isStopped }.count > 1
      }
      if random.percent(2), cluster.nodes.count < 5 { cluster.start() }
      if random.percent(10) {
        random.pick(cluster.nodes).directory.passivation.passivateIdle(for: 0)
      }
      if random.percent(30) { cluster.advance(by: .milliseconds(random.below(600))) }
      let id = random.pick(ids)
      // Nodes that can't beat, but are asked.
      for node in cluster.nodes where node.isStopped && random.percent(30) {
        guard case .local(let result) = await node.receive(id) else { continue }
        let state = try result.get().session.snapshot(.state).content
        #expect(String(decoding: state, as: UTF8.self) == Self.state(acknowledged[id] ?? []))
      }
      let entry = random.pick(cluster.nodes.filter { !$0.isStopped })
      guard let found = try await cluster.direct(id, from: entry) else {
        refused += 1
        continue
      }
      let snapshot = try await found.node.directory.send(#"{"mark": \#(mark)}"#, to: id)
      acknowledged[id, default: []].append(mark)
      // What was read has all that was acknowledged before.
      #expect(snapshot.state == Self.state(acknowledged[id] ?? []))
    }
    #expect(refused < 30)
    for id in ids {
      let stored = try await cluster.storage.load(id)
      #expect(String(decoding: stored.state, as: UTF8.self) == Self.state(acknowledged[id] ?? []))
      let epochs = try await cluster.storage.journal(of: id, limit: 1000).entries.map(\.epoch)
      #expect(epochs == epochs.sorted())
    }
  }

  private static func state(_ marks: [Int]) -> String {
    #"{"marks":[\#(marks.map(String.init).joined(separator: ","))]}"#
  }
}
