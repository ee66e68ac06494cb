#if SQLite

import BackstackSQLite
import BackstackStorage
import Glibc

extension StorageBenchmark {
  /// The size of a state and of the record of an action, in bytes.
  static let stateSize = 4096
  static let recordSize = 100

  /// Stores one action at a time for each of several sessions, for some seconds.
  static func measureAppends(_ file: String) async throws {
    print("\n### Actions stored per second: states of 4 KB, one action at a time of each session\n")
    print("| | sessions | actions/s | memory = 1 | p50 | p99 | written : acknowledged |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for count in [1, 64, 1000] {
      let memory = try await appends(to: MemoryStorage(), sessions: count)
      row("memory", count, memory, memory)
      for durability in [SQLiteConfiguration.Durability.full, .relaxed] {
        var configuration = SQLiteConfiguration(path: file)
        configuration.durability = durability
        let storage = try await SQLiteStorage.open(configuration)
        let result = try await appends(to: storage, sessions: count)
        await storage.close()
        removeFiles(file)
        row("SQLite, \(durability)", count, result, memory)
      }
    }
  }

  private struct Appends {
    var perSecond: Double
    var latencies: [Double]
    var writtenPerAcknowledged: Double

    func latency(_ part: Double) -> String {
      let index = min(latencies.count - 1, Int(Double(latencies.count) * part))
      return index < 0 ? "" : "\((latencies[index] * 100_000).rounded() / 100) ms"
    }
  }

  private static func row(_ name: String, _ count: Int, _ result: Appends, _ memory: Appends) {
    let ratio = (result.perSecond / memory.perSecond * 1000).rounded() / 1000
    let written = (result.writtenPerAcknowledged * 10).rounded() / 10
    print(
      "| \(name) | \(count) | \(Int(result.perSecond)) | \(ratio) | \(result.latency(0.5))"
        + " | \(result.latency(0.99)) | \(written) |")
  }

  private static func appends(
    to storage: any SessionStorage, sessions: Int
  ) async throws -> Appends {
    var revisions: [SessionRevision] = []
    for number in 0..<sessions {
      revisions.append(try await storage.create(newSession("s\(number)", stateSize: stateSize)))
    }
    let start = revisions
    return await withCheckedContinuation { continuation in
      StorageLoad.run { continuation.resume(returning: drive(storage, start, seconds: 4)) }
    }
  }

  /// Submits the next action of each session when its previous one is stored.
  private static func drive(
    _ storage: any SessionStorage, _ start: [SessionRevision], seconds: Double
  ) -> Appends {
    let load = StorageLoad()
    var revisions = start
    var submitted = Array(repeating: 0.0, count: start.count)
    var latencies: [Double] = []
    let bytes = Measure.writtenBytes()
    let begin = Measure.now()
    var running = start.count
    var ready = Array(start.indices)
    while true {
      for index in ready {
        let now = Measure.now()
        guard now < begin + seconds else {
          running -= 1
          continue
        }
        let update = action(revisions[index])
        revisions[index] = update.result
        submitted[index] = now
        let write = StorageWrite.update(update) { result in
          guard case .success = result else { fatalError("\(result)") }
          load.add(index)
        }
        storage.submit(write)
      }
      if running == 0 { break }
      ready = load.take()
      let now = Measure.now()
      for index in ready { latencies.append(now - submitted[index]) }
    }
    let took = Measure.now() - begin
    let acknowledged = Double(latencies.count * (stateSize + recordSize))
    return Appends(
      perSecond: Double(latencies.count) / took, latencies: latencies.sorted(),
      writtenPerAcknowledged: Double(Measure.writtenBytes() - bytes) / acknowledged)
  }

  private static func action(_ revision: SessionRevision) -> SessionUpdate {
    let version = revision.version + 1
    let byte = UInt8(truncatingIfNeeded: version)
    return SessionUpdate(
      revision,
      entries: [
        JournalEntry(
          version: version, time: StorageTime(milliseconds: 0),
          record: Array(repeating: byte, count: recordSize))
      ],
      state: Array(repeating: byte, count: stateSize),
      expires: StorageTime(milliseconds: Int64(version) * 10 + 3_600_000),
      retention: version % 50 == 0 ? JournalRetention(count: 200) : nil)
  }

  static func newSession(_ id: String, stateSize: Int) -> NewSession {
    NewSession(
      StoredSession(
        header: SessionHeader(
          id: id, feature: "counters", fingerprint: "0123456789abcdef",
          created: StorageTime(milliseconds: 0), expires: StorageTime(milliseconds: 3_600_000),
          timeToLive: 3_600_000),
        state: Array(repeating: 1, count: stateSize)),
      journal: [
        JournalEntry(
          version: 0, time: StorageTime(milliseconds: 0),
          record: Array(repeating: 1, count: recordSize))
      ])
  }
}

#endif
