#if SQLite

import BackstackPlatform
import BackstackSQLite
import BackstackStorage
import Glibc

extension StorageBenchmark {
  /// Stores a million sessions, and measures the cost of starting with them.
  static func measureMillion(_ file: String) async throws {
    print("\n### A million sessions: states of 256 bytes, a journal of one entry\n")
    var configuration = SQLiteConfiguration(path: file)
    configuration.durability = .relaxed
    var storage = try await SQLiteStorage.open(configuration)
    let count = 1_000_000
    let filling = Measure.now()
    await store(count, in: storage) { newSession(id($0), stateSize: 256) }
    print("- stored in \(milliseconds(since: filling)), 8,000 at a time")
    await storage.close()
    var status = stat()
    stat(file, &status)
    print("- bytes per session, with its journal: \(status.st_size / count)")

    let memory = Measure.residentBytes()
    let opening = Measure.now()
    storage = try await SQLiteStorage.open(configuration)
    print("- opened in \(milliseconds(since: opening))")
    try await time("first session loaded") { _ = try await storage.load(id(count / 2)) }
    try await time("first claimed") { _ = try await storage.claim(id(count / 3)) }
    try await time("a thousand loaded, one after the other") {
      for number in 0..<1000 { _ = try await storage.load(id(number * 997)) }
    }
    try await time("counted") { _ = try await storage.count() }
    try await time("a hundred listed by expiry") {
      _ = try await storage.sessions(by: .expiry, limit: 100)
    }
    try await time("a thousand expired") {
      let now = StorageTime(milliseconds: 3_600_000)
      _ = try await storage.expire(.init(now: now, rememberedUntil: now, limit: 1000))
    }
    print("- memory since it was opened: \((Measure.residentBytes() - memory) / 1024) KB")
    await storage.close()
  }

  /// Stores sessions of the demo's counters that a server can resume.
  static func fill(_ file: String, _ count: Int) async throws {
    var configuration = SQLiteConfiguration(path: file)
    configuration.durability = .relaxed
    let storage = try await SQLiteStorage.open(configuration)
    let now = Int64(Glibc.time(nil)) * 1000
    await store(count, in: storage) { number in
      let screens = (0..<5).map { #"{"id":\#($0),"state":{"counter":{"count":0}}}"# }
      var session = newSession(id(number), stateSize: 0)
      session.session.header.fingerprint = ""
      session.session.header.expires = StorageTime(milliseconds: now + 86_400_000)
      session.session.header.timeToLive = 86_400_000
      session.session.metadata = Array(#"{"nextElementID":5}"#.utf8)
      session.session.state = Array(#"{"path":[\#(screens.joined(separator: ","))]}"#.utf8)
      session.journal[0].record = Array("{\"cause\":\"creation\",\"effects\":0}\n".utf8)
      return session
    }
    await storage.close()
    for number in 0..<count { print(id(number)) }
  }

  private static func store(
    _ count: Int, in storage: SQLiteStorage, _ make: (Int) -> NewSession
  ) async {
    for start in stride(from: 0, to: count, by: 8000) {
      let numbers = start..<min(start + 8000, count)
      await withCheckedContinuation { continuation in
        let left = Guarded(numbers.count)
        for number in numbers {
          let write = StorageWrite.create(make(number)) { result in
            guard case .success = result else { fatalError("\(result)") }
            let isLast = left.withLock { left in
              left -= 1
              return left == 0
            }
            if isLast { continuation.resume() }
          }
          storage.submit(write)
        }
      }
    }
  }

  /// Returns an id that, like a random one, has no order.
  private static func id(_ number: Int) -> String {
    let word = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
    let digits = String(word, radix: 16)
    let half = String(repeating: "0", count: 16 - digits.count) + digits
    return half + half
  }

  private static func time(_ name: String, _ body: () async throws -> Void) async rethrows {
    let start = Measure.now()
    try await body()
    print("- \(name): \(milliseconds(since: start))")
  }

  private static func milliseconds(since start: Double) -> String {
    let milliseconds = (Measure.now() - start) * 1000
    return milliseconds < 10
      ? "\((milliseconds * 100).rounded() / 100) ms" : "\(Int(milliseconds)) ms"
  }
}

#endif
