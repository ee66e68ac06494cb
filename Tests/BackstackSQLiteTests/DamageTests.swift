#if SQLite

import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import CSQLite
import Foundation
import Testing

@testable import BackstackSQLite

/// Damaged files.
struct DamageTests {
  static let ids = ["a", "b", "c", "d", "e"]

  /// A write-ahead log that is cut or has wrong bytes yields an earlier state of the database.
  @Test("A torn write-ahead log yields an earlier state of the database", arguments: 0..<4)
  func aTornLogGivesAnEarlierMoment(part: Int) async throws {
    let folder = TemporaryFolder()
    let (database, log) = try await Self.written(in: folder, closes: false)
    var random = SeededRandom(seed: UInt64(part + 1))
    for round in 0..<12 {
      var torn = log
      let place = Int(random.next(below: UInt64(log.count)))
      if round % 2 == 0 {
        torn.removeSubrange(place...)
      } else {
        for offset in place..<min(place + 1 + part * 300, torn.count) {
          torn[offset] ^= UInt8(1 + random.next(below: 255))
        }
      }
      let copy = TemporaryFolder()
      try Data(database).write(to: URL(fileURLWithPath: copy.file("sessions.db")))
      try Data(torn).write(to: URL(fileURLWithPath: copy.file("sessions.db-wal")))
      // The log may be cut before the tables were created.
      guard
        let storage = try? await SQLiteStorage.open(
          SQLiteConfiguration(path: copy.file("sessions.db")))
      else {
        #expect(place < 100_000)
        continue
      }
      var steps: [Int?] = []
      for id in Self.ids {
        do {
          let version = try await TracedWrites.verify(id, in: storage)
          steps.append(TracedWrites.steps(to: version, of: id))
        } catch StorageError.notFound {
          steps.append(nil)
        }
      }
      // They were written in turns, so an earlier session is at most one step ahead.
      let counts = steps.map { $0.map { $0 + 1 } ?? 0 }
      #expect(counts == counts.sorted(by: >))
      #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
      await storage.close()
    }
  }

  /// A file with wrong bytes, or a cut file, is refused, or everything read from it is right.
  @Test("A damaged file yields no wrong data", arguments: 0..<4)
  func aDamagedFileGivesNoWrongAnswer(part: Int) async throws {
    let folder = TemporaryFolder()
    let (database, _) = try await Self.written(in: folder, closes: true)
    var random = SeededRandom(seed: UInt64(part + 100))
    var noticed = 0
    for round in 0..<16 {
      var damaged = database
      let place = Int(random.next(below: UInt64(database.count)))
      if round % 5 == 0 {
        damaged.removeSubrange(place...)
      } else {
        for offset in place..<min(place + 1 + round * part, damaged.count) {
          damaged[offset] ^= UInt8(1 + random.next(below: 255))
        }
      }
      let copy = TemporaryFolder()
      try Data(damaged).write(to: URL(fileURLWithPath: copy.file("sessions.db")))
      var configuration = SQLiteConfiguration(path: copy.file("sessions.db"))
      configuration.durability = .relaxed
      configuration.createsFile = false
      guard let storage = try? await SQLiteStorage.open(configuration) else {
        noticed += 1
        continue
      }
      for id in Self.ids {
        do {
          let version = try await TracedWrites.verify(id, in: storage)
          #expect(version == 58)
        } catch StorageError.notFound {
          // The index is damaged, which the check of the whole file finds.
          let damage = (try? await SQLiteStorage.check(configuration)) ?? ["unreadable"]
          #expect(damage != [])
          noticed += 1
        } catch is StorageError {
          noticed += 1
        }
      }
      await storage.close()
    }
    #expect(noticed > 0)
  }

  @Test(
    "A session whose id has a wrong bit, in the index of ids or in its row, is not unknown",
    arguments: 0..<3)
  func wrongBitInID(number: Int) async throws {
    let folder = TemporaryFolder()
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    let storage = try await SQLiteStorage.open(configuration)
    let ids = (0..<40).map { "session-\($0 * 7919 % 1000 + 1000)" }
    for id in ids { try await storage.create(NewSession(session(id))) }
    await storage.close()
    let id = ids[1 + number * 13]
    let file = URL(fileURLWithPath: configuration.path)
    let whole = try Data(contentsOf: file)
    let places = whole.indices.dropLast(id.utf8.count).filter {
      whole[$0...].starts(with: id.utf8)
    }
    #expect(places.count == 2)
    for place in places {
      for offset in 0..<id.utf8.count {
        var damaged = whole
        damaged[place + offset] ^= 1 << UInt8(offset % 8)
        try damaged.write(to: file)
        let storage = try await SQLiteStorage.open(configuration)
        do throws(StorageError) {
          _ = try await storage.load(id)
        } catch {
          #expect(error == .unreadableRecord(id: id), "byte \(offset)")
        }
        await #expect(throws: StorageError.notFound) { try await storage.load("another") }
        await storage.close()
      }
    }
  }

  @Test("A check finds damage outside of sessions")
  func damageElsewhere() async throws {
    let folder = TemporaryFolder()
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    let storage = try await SQLiteStorage.open(configuration)
    try await storage.create(NewSession(session("a")))
    let other = try Locker(configuration.path)
    for statement in [
      "CREATE TABLE filler (bytes)", "INSERT INTO filler VALUES (NULL)",
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE filler (bytes NOT NULL)' WHERE name = 'filler'",
    ] {
      try await other.run(statement)
    }
    #expect(try await SQLiteStorage.check(configuration) == ["NULL value in filler.bytes"])
    await storage.close()
  }

  /// The checksum covers each column of a session's metadata.
  @Test(
    "A wrong column is noticed",
    arguments: [
      "session SET feature = 'x'", "session SET owner = 'x'", "session SET fingerprint = 'x'",
      "session SET created = created + 1", "session SET ttl = ttl + 1",
      "session SET expires = expires + 1", "session SET metadata = x'07'",
      "session SET crashed = 1",
      "session SET quarantined = 1", "position SET version = version + 1",
      "position SET epoch = epoch + 1", "position SET oldest = oldest + 1",
      "position SET bytes = bytes + 1", "position SET state_checksum = state_checksum + 1",
      "position SET state_row = coalesce(state_row, 0) + 1",
      "position SET last_first = last_first + 1",
      "position SET last_gaps = x'07'",
    ])
  func aWrongColumnIsNoticed(change: String) async throws {
    let folder = TemporaryFolder()
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    let storage = try await SQLiteStorage.open(configuration)
    let entry = JournalEntry(version: 0, time: StorageTime(milliseconds: 0), record: [7])
    try await storage.create(NewSession(session("a"), journal: [entry]))
    await storage.close()
    try await Locker(folder.file("sessions.db")).run("UPDATE " + change)
    let damaged = try await SQLiteStorage.open(configuration)
    await #expect(throws: StorageError.unreadableRecord(id: "a")) { try await damaged.load("a") }
    await damaged.close()
  }

  /// The checksum also covers stored answers, with their keys.
  @Test(
    "A wrong column of a stored answer is noticed",
    arguments: [
      "scope = 'other'", "key = 'other'", "created = created + 1", "expires = expires + 1",
      "body = x'02'", "checksum = checksum + 1",
    ])
  func aWrongAnswerIsNoticed(change: String) async throws {
    let folder = TemporaryFolder()
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    let storage = try await SQLiteStorage.open(configuration)
    let answer = StoredAnswer(
      key: AnswerKey(scope: "s", key: "k"), created: StorageTime(milliseconds: 1),
      expires: StorageTime(milliseconds: 2), body: [1])
    try await storage.create(NewSession(session("a"), answer: answer))
    await storage.close()
    try await Locker(folder.file("sessions.db")).run("UPDATE answer SET " + change)
    let key = AnswerKey(
      scope: change.hasPrefix("scope") ? "other" : "s",
      key: change.hasPrefix("key") ? "other" : "k")
    let connection = try SQLiteConnection(
      path: configuration.path, flags: SQLITE_OPEN_READONLY, lockTimeout: 0)
    #expect(throws: StorageError.corrupted("a stored answer is damaged")) {
      try AnswerRow.find(key, in: connection)
    }
    // Those beside it can be used.
    let zero = StorageTime(milliseconds: 0)
    let latest = try AnswerRow.latest(of: key.scope, after: zero, limit: 9, in: connection)
    #expect(latest.map(\.key) == [key] && latest.map(\.body) == [[]])
    let found = try await SQLiteStorage.check(configuration)
    #expect(found == ["The stored answer \(key.key) of \(key.scope) is damaged."])
  }

  /// The checksum also covers the row of an ended session.
  @Test(
    "A wrong column of an ended session is noticed",
    arguments: ["ended = 'x'", "expires = expires + 1"])
  func aWrongEndIsNoticed(change: String) async throws {
    let folder = TemporaryFolder()
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    let storage = try await SQLiteStorage.open(configuration)
    try await storage.create(NewSession(session("a")))
    try await storage.end(
      revision("a"), reason: "over", rememberedUntil: StorageTime(milliseconds: 9))
    await storage.close()
    try await Locker(folder.file("sessions.db")).run("UPDATE session SET " + change)
    let damaged = try await SQLiteStorage.open(configuration)
    await #expect(throws: StorageError.unreadableRecord(id: "a")) { try await damaged.load("a") }
    await damaged.close()
  }

  @Test("A damaged record is reported and kept") func aDamagedRecordIsReportedAndKept() async throws
  {
    let folder = TemporaryFolder()
    let configuration = SQLiteConfiguration(path: folder.file("sessions.db"))
    let storage = try await SQLiteStorage.open(configuration)
    let entry = JournalEntry(version: 0, time: StorageTime(milliseconds: 0), record: [7])
    for id in ["a", "b", "c", "d"] {
      try await storage.create(NewSession(session(id), journal: [entry]))
    }
    let other = try Locker(folder.file("sessions.db"))
    let key = "(SELECT key FROM session WHERE id ="
    try await other.run("UPDATE state SET state = x'01' WHERE key = \(key) 'a')")
    try await other.run("UPDATE position SET version = 3 WHERE key = \(key) 'b')")
    try await other.run("UPDATE entry SET time = 5 WHERE key = \(key) 'c')")
    await #expect(throws: StorageError.unreadableRecord(id: "a")) { try await storage.load("a") }
    await #expect(throws: StorageError.unreadableRecord(id: "b")) { try await storage.load("b") }
    await #expect(throws: StorageError.unreadableRecord(id: "b")) { try await storage.claim("b") }
    await #expect(throws: StorageError.unreadableRecord(id: "b")) {
      try await storage.update(SessionUpdate(revision("b", 3), state: [9]))
    }
    await #expect(throws: StorageError.unreadableRecord(id: "c")) {
      try await storage.journal(of: "c", limit: 1)
    }
    #expect(try await storage.load("c") == session("c"))
    #expect(try await storage.load("d") == session("d"))
    let page = try await storage.sessions(limit: 10)
    #expect(page.sessions.map(\.id) == ["a", "c", "d"])
    #expect(page.unreadable == ["b"])
    // The expiry of a damaged record cannot be trusted.
    try await other.run("UPDATE session SET expires = 0, minute = 0 WHERE id = 'b'")
    let expiry = StorageWrite.Expiry(
      now: StorageTime(milliseconds: 1), rememberedUntil: StorageTime(milliseconds: 2), limit: 1)
    var due = session("due")
    due.header.expires = StorageTime(milliseconds: 1)
    try await storage.create(NewSession(due))
    #expect(try await storage.expire(expiry).ids == ["due"])
    try await other.run("UPDATE session SET expires = 1000000, minute = 16 WHERE id = 'b'")
    let damage = try await SQLiteStorage.check(configuration)
    #expect(
      damage
        == ["a", "c", "b"].map { StorageError.unreadableRecord(id: $0).description })
    await storage.close()
  }

  @Test("A write that meets damage does not fail the other writes of its transaction")
  func damageThatAWriteMeetsDoesNotFailItsNeighbours() async throws {
    let folder = TemporaryFolder()
    let storage = try await SQLiteStorage.open(
      SQLiteConfiguration(path: folder.file("sessions.db")))
    let time = StorageTime(milliseconds: 0)
    let answer = StoredAnswer(
      key: AnswerKey(scope: "b", key: "k"), created: time, expires: time, body: [1])
    for id in ["a", "b", "c"] {
      try await storage.create(NewSession(session(id), answer: id == "b" ? answer : nil))
    }
    try await Locker(folder.file("sessions.db")).run("UPDATE answer SET body = x'02'")
    let gate = Gate()
    await gate.block(storage)
    let entry = JournalEntry(version: 1, time: time, record: [])
    let writes = ["a", "b", "c"].map { id in
      SampleWrite.update(
        SessionUpdate(
          revision(id), entries: [entry], answers: id == "b" ? [answer].compactMap(\.self) : []))
    }
    let results = await submitAll(writes, to: storage) { gate.open() }
    #expect(
      results == [
        .success(.revision(revision("a", 1))),
        .failure(.corrupted("a stored answer is damaged")),
        .success(.revision(revision("c", 1))),
      ])
    #expect(try await storage.load("b").header.version == 0)
    await storage.close()
  }

  @Test("A file that is repaired can be read again") func aFileThatIsMendedIsReadAgain()
    async throws
  {
    let folder = TemporaryFolder()
    let (database, _) = try await Self.written(in: folder, closes: true)
    let file = try #require(FileHandle(forUpdatingAtPath: folder.file("sessions.db")))
    func write(_ bytes: [UInt8]) throws {
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data(bytes))
    }
    // All but the first page, which has the file's header.
    try write(database[..<4096] + [UInt8](repeating: 0xAA, count: database.count - 4096))
    let storage = try await SQLiteStorage.open(
      SQLiteConfiguration(path: folder.file("sessions.db")))
    for _ in 0..<4 {
      let error = await #expect(throws: StorageError.self) { try await storage.load("a") }
      guard case .corrupted = error else {
        Issue.record("\(String(describing: error))")
        break
      }
      await #expect(throws: StorageError.self) { try await storage.claim("a") }
    }
    try write(database)
    for id in Self.ids { #expect(try await TracedWrites.verify(id, in: storage) == 58) }
    #expect(try await storage.claim("a").header.epoch == 2)
    await storage.close()
  }

  /// Creates five sessions, and writes to them in turns up to version 58.
  ///
  /// - Returns: The file and its write-ahead log, which is empty when the storage was closed.
  private static func written(
    in folder: TemporaryFolder, closes: Bool
  ) async throws -> (database: [UInt8], log: [UInt8]) {
    var configuration = SQLiteConfiguration.relaxed(in: folder)
    configuration.checkpointPages = 1_000_000
    let storage = try await SQLiteStorage.open(configuration)
    for id in ids { try await storage.create(TracedWrites.creation(id)) }
    var version: UInt64 = 0
    while version < 58 {
      var next = version
      for id in ids {
        next = try await storage.update(TracedWrites.step(revision(id, version))).version
      }
      version = next
    }
    #expect(version == 58)
    if closes { await storage.close() }
    let database = try Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db")))
    let log = try? Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db-wal")))
    if !closes { await storage.close() }
    return ([UInt8](database), [UInt8](log ?? Data()))
  }
}

/// A random number generator with the same numbers in each run.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next(below bound: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % bound
  }
}

#endif
