#if PostgreSQL

import BackstackPlatform
import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackPostgres

/// A count of what has been done.
private final class Progress: Sendable {
  private let count = Guarded(0)

  /// Counts one more.
  ///
  /// - Returns: Whether the count is now a multiple of a number.
  func reaches(multipleOf number: Int) -> Bool {
    count.withLock { count in
      count += 1
      return count.isMultiple(of: number)
    }
  }
}

/// A connection beside those of a storage.
private final class OtherConnection: Sendable {
  private let connection: Guarded<PostgresConnection>

  init(_ configuration: PostgresConfiguration) throws {
    connection = Guarded(try PostgresConnection(configuration, name: "test"))
  }

  func run(_ statement: String) throws {
    try connection.withLock {
      _ = try $0.run([PostgresCommand(PostgresStatement("", statement))])
    }
  }
}

@Suite("PostgreSQL storage when the database fails")
struct PostgresFaultTests {
  private static let sessions = 8
  private static let versions: UInt64 = 60

  private static func revision(_ number: Int, _ version: UInt64) -> SessionRevision {
    SessionRevision(id: "s\(number)", epoch: 1, version: version)
  }

  private static func new(_ number: Int) -> NewSession {
    let header = SessionHeader(
      id: "s\(number)", feature: "f", fingerprint: "p", created: StorageTime(milliseconds: 0),
      expires: StorageTime(milliseconds: .max), timeToLive: 1)
    return NewSession(StoredSession(header: header, state: [0]))
  }

  private static func step(_ revision: SessionRevision) -> SessionUpdate {
    let entry = JournalEntry(
      version: revision.version + 1, time: StorageTime(milliseconds: 1), record: [1, 2, 3])
    let answer = StoredAnswer(
      key: AnswerKey(scope: revision.id, key: "\(entry.version)"),
      created: StorageTime(milliseconds: 0), expires: StorageTime(milliseconds: .max), body: [4])
    return SessionUpdate(
      revision, entries: [entry], state: [UInt8(truncatingIfNeeded: entry.version)],
      answers: entry.version.isMultiple(of: 2) ? [answer] : [])
  }

  /// Sends actions to sessions while something happens to the database after each so many of them, and
  /// checks that each action was stored once.
  private func story(
    _ configuration: PostgresConfiguration, after count: Int,
    _ disturb: @escaping @Sendable () throws -> Void
  ) async throws {
    var configuration = configuration
    configuration.retryTime = 120_000
    let storage = try await PostgresStorage.open(configuration)
    let progress = Progress()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<Self.sessions {
        group.addTask {
          var revision = try await storage.create(Self.new(number))
          while revision.version < Self.versions {
            let next = try await storage.update(Self.step(revision))
            #expect(next == Self.revision(number, revision.version + 1))
            revision = next
            if progress.reaches(multipleOf: count) { try await offPool { try disturb() } }
          }
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<Self.sessions {
      let session = try await storage.load("s\(number)")
      #expect(session.header.revision == Self.revision(number, Self.versions))
      #expect(session.state == [UInt8(Self.versions)])
      let page = try await storage.journal(of: "s\(number)", limit: 1000)
      #expect(page.entries.map(\.version) == Array(1...Self.versions))
      #expect(page.entries.allSatisfy { $0.epoch == 1 })
    }
    #expect(try await storage.statistics().answers == Self.sessions * Int(Self.versions) / 2)
    await storage.close()
  }

  @Test("Writes continue when the database is restarted, and take effect once")
  func restarts() async throws {
    let server = try PostgresServer(isDurable: true)
    var configuration = server.configuration()
    configuration.durability = .full
    try await story(configuration, after: 150) { try server.control("restart") }
  }

  @Test("Writes continue when their connections are ended amid them, and take effect once")
  func lostConnections() async throws {
    let server = try PostgresServer()
    let configuration = server.configuration()
    let other = try OtherConnection(configuration)
    try await story(configuration, after: 10) {
      try other.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'backstack writer %'
        """)
    }
  }

  @Test("Nothing that was acknowledged is lost when a synchronous standby takes over")
  func failover() async throws {
    let (primary, standby) = try await offPool {
      let primary = try PostgresServer(
        // It waits for the standby from the beginning, except for what makes the standby.
        settings: "synchronous_standby_names = '*'\nwal_level = replica", isDurable: true)
      let standby = try PostgresServer(
        settings: "synchronous_standby_names = ''", isDurable: true, standbyOf: primary)
      return (primary, standby)
    }
    var configuration = primary.configuration()
    configuration.durability = .full
    configuration.url = "host=\(primary.path),\(standby.path) user=backstack dbname=postgres"
    // Once: there are 480 actions.
    try await story(configuration, after: 300) {
      try primary.control("stop")
      try standby.control("promote")
    }
  }

  @Test("A transaction of which the database never gets the end holds no session for long")
  func halfSent() async throws {
    let server = try await offPool { try PostgresServer() }
    let proxy = try CuttingProxy(to: server.path)
    var configuration = server.configuration()
    configuration.url = proxy.address
    // The test waits for it. On a slow machine it may pass several times before the database responds.
    configuration.silenceTime = 1000
    configuration.retryTime = patience * 1000
    configuration.writerCount = 1
    let storage = try await PostgresStorage.open(configuration)
    let revision = try await storage.create(Self.new(0))
    proxy.cutBeforeCommit()
    // Its first attempt has the row's lock, and the database waits for the rest of it.
    let next = try await storage.update(Self.step(revision))
    #expect(next == Self.revision(0, 1))
    #expect(try await storage.journal(of: "s0", limit: 9).entries.map(\.version) == [1])
    await storage.close()
  }

  @Test("While the database is away, writes and queries fail; then they work again")
  func away() async throws {
    let server = try PostgresServer(isDurable: true)
    var configuration = server.configuration()
    configuration.durability = .full
    configuration.retryTime = 0
    configuration.openTime = 0
    let storage = try await PostgresStorage.open(configuration)
    var revision = try await storage.create(Self.new(0))
    try await offPool { try server.control("stop") }
    await #expect { try await storage.update(Self.step(revision)) } throws: { error in
      guard case .unavailable = error as? StorageError else { return false }
      return true
    }
    await #expect { try await storage.load("s0") } throws: { error in
      guard case .unavailable = error as? StorageError else { return false }
      return true
    }
    await #expect(throws: StorageError.self) { try await PostgresStorage.open(configuration) }
    try await offPool { try server.control("start") }
    revision = try await storage.update(Self.step(revision))
    #expect(try await storage.load("s0").header.version == 1)
    await storage.close()
  }

  @Test("A database that can lose what it confirms is refused, unless that is asked for")
  func undurable() async throws {
    var configuration = try PostgresServer.shared.get().configuration()
    configuration.durability = .full
    await #expect { try await PostgresStorage.open(configuration) } throws: { error in
      "\(error)".contains("fsync or full_page_writes off")
    }
  }

  @Test("Tables of another format are refused")
  func format() async throws {
    let configuration = try PostgresServer.shared.get().configuration()
    try await PostgresStorage.open(configuration).close()
    let other = try OtherConnection(configuration)
    try other.run("UPDATE format SET number = 99")
    try other.run("DROP TABLE node")
    let error = StorageError.unknownFormat("format 99 of PostgreSQL, this program knows 1")
    await #expect(throws: error) { try await PostgresStorage.open(configuration) }
    // Nothing is added to them.
    #expect(throws: PostgresFailure.self) { try other.run("SELECT 1 FROM node") }
  }

  @Test("A node whose clock is ahead ends no session that has not expired by the database's")
  func clocks() async throws {
    let configuration = try PostgresServer.shared.get().configuration()
    let storage = try await PostgresStorage.open(configuration)
    let now = StorageTime(seconds: Date().timeIntervalSince1970)
    for (number, hours) in [(0, -1), (1, 1)] as [(Int, Int64)] {
      var new = Self.new(number)
      new.session.header.expires = StorageTime(milliseconds: now.milliseconds + hours * 3_600_000)
      _ = try await storage.create(new)
    }
    for ahead in [0, 7_200_000] as [Int64] {
      let time = StorageTime(milliseconds: now.milliseconds + ahead)
      let expired = try await storage.expire(
        StorageWrite.Expiry(now: time, rememberedUntil: time, limit: 10))
      #expect(expired.ids == (ahead == 0 ? ["s0"] : []))
    }
    #expect(try await storage.statistics().sessions == 1)
    await storage.close()
  }

  @Test("A session that another program has locked fails alone")
  func locked() async throws {
    var configuration = try PostgresServer.shared.get().configuration()
    configuration.writerCount = 1
    let storage = try await PostgresStorage.open(configuration)
    for number in 0..<Self.sessions { _ = try await storage.create(Self.new(number)) }
    let other = try OtherConnection(configuration)
    try other.run("SET idle_in_transaction_session_timeout = 0")
    try other.run("BEGIN")
    try other.run("SELECT 1 FROM position WHERE id = 's1' FOR UPDATE")
    // The first one keeps the writer from taking the second one alone.
    let results = await withTaskGroup(of: (Int, Bool).self) { group in
      for number in 0..<Self.sessions {
        let write = Self.step(Self.revision(number, 0))
        group.addTask { (number, (try? await storage.update(write)) != nil) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<Self.sessions { #expect(results[number] == (number != 1), "\(number)") }
    try other.run("ROLLBACK")
    _ = try await storage.update(Self.step(Self.revision(1, 0)))
    await storage.close()
  }

  @Test("Several programs that open an empty database at once all get its tables")
  func concurrentOpening() async throws {
    let configuration = try PostgresServer.shared.get().configuration()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let storage = try await PostgresStorage.open(configuration)
          try await storage.create(Self.new(number))
          await storage.close()
        }
      }
      try await group.waitForAll()
    }
    let storage = try await PostgresStorage.open(configuration)
    #expect(try await storage.count() == 8)
    await storage.close()
  }
}

#endif
