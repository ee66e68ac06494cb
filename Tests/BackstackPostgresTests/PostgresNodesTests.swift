#if PostgreSQL

import BackstackPlatform
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackPostgres

/// Another connection that has the name of a storage's, and sends only a part of a transaction, or
/// nothing.
private final class HalfSent: Sendable {
  private let connection: Guarded<PostgresConnection>

  init(of storage: PostgresStorage, _ statement: String?) throws {
    let other = try PostgresConnection(storage.configuration, name: "test")
    try other.appendToName(storage.connections)
    if let statement {
      _ = try other.run(["BEGIN", statement].map { PostgresCommand(PostgresStatement("", $0)) })
    }
    connection = Guarded(other)
  }

  /// Whether the server has ended the connection.
  var isEnded: Bool {
    connection.withLock { connection in
      do throws(PostgresFailure) {
        _ = try connection.run([PostgresCommand(PostgresStatement("", "SELECT 1"))])
        return false
      } catch {
        return error.isLoss
      }
    }
  }
}

@Suite("Nodes in PostgreSQL")
struct PostgresNodesTests {
  private func profile(_ number: Int) -> NodeProfile {
    NodeProfile(
      name: "node \(number)\u{0}", address: "127.0.0.1:\(number)", weight: 1 + number % 100,
      shapes: ["p", "\"\n,\(number)"], secret: NodeSecret(bytes: Array(repeating: 7, count: 32)))
  }

  private func open() async throws -> PostgresStorage {
    try await PostgresStorage.open(try PostgresServer.shared.get().configuration())
  }

  private func run(_ statement: String, in storage: PostgresStorage) throws {
    _ = try PostgresConnection(storage.configuration, name: "test")
      .run([PostgresCommand(PostgresStatement("", statement))])
  }

  @Test("The table does what its value does, whatever nodes do", arguments: [1, 2, 3] as [UInt64])
  func model(seed: UInt64) async throws {
    let storage = try await open()
    try await offPool {
      let nodes = PostgresNodes(of: storage)
      var model = NodeTable()
      var random = SeededGenerator(seed: seed)
      for step in 0..<150 {
        // Also numbers that nobody has had.
        let number = UInt64(random.below(Int(model.reading.next) + 2))
        switch random.below(8) {
        case 0, 1:
          let profile = profile(step)
          let joined = try nodes.join(profile)
          let expected = model.join(profile)
          #expect(joined.number == expected)
          #expect(joined.reading == model.reading)
        case 2:
          let known = model.reading.rows.first { $0.number == number }?.beat ?? 0
          let beat = random.percent(70) ? known : known &+ 1
          let isDead = try nodes.declareDead(number, since: beat)
          let expected = model.declareDead(number, since: beat)
          #expect(isDead == expected, "\(step)")
        default:
          let states: [NodeState] = [.joining, .ready, .ready, .ready, .draining, .left]
          let state = random.pick(states)
          let reading = try nodes.beat(number, state: state)
          let expected = model.beat(number, state: state) ? model.reading : nil
          #expect(reading == expected, "\(step)")
        }
      }
    }
    await storage.close()
  }

  @Test("Nodes that join at once get numbers of their own, and each sees those before it")
  func joins() async throws {
    let storage = try await open()
    let numbers = try await withThrowingTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await offPool {
            let nodes = PostgresNodes(of: storage)
            return try (0..<10).map { number in
              let (own, reading) = try nodes.join(profile(number))
              // All of them live: a smaller number that is missing would be taken for a dead node.
              #expect(reading.rows.map(\.number) == Array(1..<reading.next))
              #expect(reading.rows.contains { $0.number == own })
              return own
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.sorted() == Array(1...80))
    await storage.close()
  }

  @Test("A node that an operator removes is dead only if it is silent")
  func removal() async throws {
    let storage = try await open()
    try await offPool {
      let nodes = PostgresNodes(of: storage)
      let (number, reading) = try nodes.join(profile(1))
      let node = try #require(reading.rows.first { $0.number == number })
      let seconds = Guarded<[Duration]>([])
      let beating = StorageClock(
        now: { .now },
        pause: { time in
          seconds.withLock { $0.append(time) }
          _ = try? PostgresNodes(of: storage).beat(number, state: .ready)
        })
      #expect(try !nodes.declareDead(node, ifSilentFor: .seconds(2), beating))
      #expect(seconds.withLock { $0 } == [.seconds(2)])
      let silent = StorageClock(now: { .now }, pause: { _ in })
      let present = try #require(try nodes.reading().rows.first { $0.number == number })
      #expect(try nodes.declareDead(present, ifSilentFor: .seconds(2), silent))
      #expect(try nodes.beat(number, state: .ready) == nil)
    }
    await storage.close()
  }

  @Test("A node that stopped amid a beat is declared dead, although its row is locked")
  func stoppedAmidBeat() async throws {
    let storage = try await open()
    let other = try await PostgresStorage.open(storage.configuration)
    try await offPool {
      let (number, _) = try PostgresNodes(of: storage).join(profile(1))
      let stopped = try HalfSent(of: storage, "UPDATE node SET beat = beat + 1")
      let nodes = PostgresNodes(of: other)
      #expect(try nodes.declareDead(number, since: 0))
      #expect(stopped.isEnded)
      #expect(try nodes.beat(number, state: .ready) == nil)
    }
    await storage.close()
    await other.close()
  }

  @Test("Ending a node's connections frees its sessions, and leaves those of other nodes alone")
  func endedConnections() async throws {
    let storage = try await open()
    let other = try await PostgresStorage.open(storage.configuration)
    let header = SessionHeader(
      id: "a", feature: "f", fingerprint: "p", created: StorageTime(milliseconds: 0),
      expires: StorageTime(milliseconds: .max), timeToLive: 1)
    _ = try await storage.create(NewSession(StoredSession(header: header, state: [1])))
    let (stopped, bystander) = try await offPool {
      let (number, _) = try PostgresNodes(of: storage).join(profile(1))
      let stopped = try HalfSent(of: storage, "UPDATE position SET version = version + 1")
      // A transaction would be ended if it stood still for long, as on a busy machine.
      let bystander = try HalfSent(of: other, nil)
      try PostgresNodes(of: other).endConnections(of: number)
      return (stopped, bystander)
    }
    let claimed = try await other.claim(SessionClaim("a", for: 2))
    #expect(claimed.session.header.version == 0)
    try await offPool {
      #expect(stopped.isEnded)
      #expect(!bystander.isEnded)
    }
    // The node itself continues with new connections.
    #expect(try await storage.load("a").header.node == 2)
    await storage.close()
    await other.close()
  }

  @Test(
    "Values that no node has are errors",
    arguments: [
      "state = -1", "beat = -1", "shapes = '{'", "shapes = '[1]'", "number = -5", "number = 0",
    ])
  func corrupted(change: String) async throws {
    let storage = try await open()
    try await offPool {
      let nodes = PostgresNodes(of: storage)
      _ = try nodes.join(profile(1))
      let (number, _) = try nodes.join(profile(2))
      try run("UPDATE node SET \(change) WHERE number = 1", in: storage)
      let error = #expect(throws: StorageError.self) { try nodes.beat(number, state: .ready) }
      guard case .corrupted = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    await storage.close()
  }

  @Test("A table without its row is an error")
  func emptyTable() async throws {
    let storage = try await open()
    try await offPool {
      try run("DELETE FROM cluster", in: storage)
      #expect(throws: StorageError.self) { try PostgresNodes(of: storage).join(profile(1)) }
    }
    await storage.close()
  }
}

#endif
