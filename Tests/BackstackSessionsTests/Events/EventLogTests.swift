import Testing

@testable import BackstackSessions

@Suite("The event log of a session")
struct EventLogTests {
  /// Returns the versions of the patches that a reader gets, or `nil` for a snapshot.
  private func patches(_ log: EventLog, after version: Int?) -> [Int]? {
    switch log.changes(after: version) {
    case .nothing: return []
    case .patches(let entries): return entries.map(\.version)
    case .snapshot, .missingSnapshot: return nil
    }
  }

  @Test("A snapshot is shared by all its readers, and needed again for the next version")
  func once() {
    func isMissing(_ changes: EventLog.Changes) -> Bool {
      if case .missingSnapshot = changes { true } else { false }
    }
    var log = EventLog()
    log.append(0, stateSize: 1) { _ in [] }
    #expect(isMissing(log.changes(after: nil)))
    log.keep([0x30])
    guard case .snapshot(let event, version: 0) = log.changes(after: nil) else {
      Issue.record("There is no snapshot.")
      return
    }
    #expect(event == [0x30])
    #expect(log.hasSnapshot(of: 0))
    log.append(1, stateSize: 1) { _ in [] }
    #expect(!log.hasSnapshot(of: 0) && !log.hasSnapshot(of: 1))
    #expect(isMissing(log.changes(after: nil)))
  }

  @Test("Patches are kept while their total size is smaller than a snapshot")
  func bound() {
    var log = EventLog()
    log.append(0, stateSize: 10) { _ in [] }
    let patch = [UInt8](repeating: 0x20, count: 1030)
    for version in 1...10 { log.append(version, stateSize: 10) { _ in patch } }
    #expect(patches(log, after: 7) == [8, 9, 10])
    #expect(patches(log, after: 6) == nil)
    #expect(patches(log, after: 10) == [])
    log.append(11, stateSize: 20_000) { _ in [] }
    for version in 12...100 { log.append(version, stateSize: 20_000) { _ in patch } }
    #expect(patches(log, after: 82) == Array(83...100))
    #expect(patches(log, after: 70) == nil)
    log.append(101, stateSize: 10) { _ in [] }
    #expect(patches(log, after: 82) == nil)
    #expect(patches(log, after: 100) == [101])
  }

  @Test(
    "Patches of exactly the size of the state are kept, and at least 4096 bytes of them",
    arguments: [(10, 4), (4096, 4), (8191, 7), (8192, 8)])
  func exactBound(stateSize: Int, count: Int) {
    var log = EventLog()
    let patch = [UInt8](repeating: 0x20, count: 1024)
    for version in 0...20 { log.append(version, stateSize: stateSize) { _ in patch } }
    #expect(patches(log, after: 20 - count)?.count == count)
    #expect(patches(log, after: 20 - count - 1) == nil)
  }

  @Test("The number of small patches is limited, too, and versions in between are unknown")
  func count() {
    var log = EventLog()
    for version in 0..<2000 { log.append(version * 2, stateSize: 1 << 20) { _ in [0x5B] } }
    #expect(patches(log, after: 3998 - 512)?.count == 256)
    #expect(patches(log, after: 3998 - 514) == nil)
    #expect(patches(log, after: 3997) == nil)
    #expect(patches(log, after: -1) == nil)
  }
}
