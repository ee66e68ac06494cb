import Testing

@testable import BackstackService

@Suite("The log of a session's events")
struct EventLogTests {
  private func snapshot(_ version: Int, bytes: Int = 10) -> Snapshot {
    Snapshot(version: version, state: [UInt8](repeating: 0x30, count: bytes), effects: 0)
  }

  /// The versions of the patches that a reader is sent; `nil` for a snapshot.
  private func patches(_ log: inout EventLog, after version: Int?) -> [Int]? {
    switch log.news(after: version, encode: \.state) {
    case .nothing: return []
    case .patches(let entries): return entries.map(\.version)
    case .snapshot: return nil
    }
  }

  @Test("A snapshot is encoded once for all who read it, and anew for the next version")
  func once() {
    var log = EventLog()
    var count = 0
    func read() {
      _ = log.news(after: nil) { snapshot in
        count += 1
        return snapshot.state
      }
    }
    log.append(snapshot(0), patch: [])
    for _ in 0..<5 { read() }
    #expect(count == 1)
    log.append(snapshot(1), patch: [])
    for _ in 0..<5 { read() }
    #expect(count == 2)
  }

  @Test("Patches are remembered as long as together they are smaller than a snapshot")
  func bound() {
    var log = EventLog()
    log.append(snapshot(0), patch: [])
    let patch = [UInt8](repeating: 0x20, count: 1000)
    for version in 1...10 { log.append(snapshot(version), patch: patch) }
    #expect(patches(&log, after: 7) == [8, 9, 10])
    #expect(patches(&log, after: 6) == nil)
    #expect(patches(&log, after: 10) == [])
    log.append(snapshot(11, bytes: 20_000), patch: [])
    for version in 12...100 { log.append(snapshot(version, bytes: 20_000), patch: patch) }
    #expect(patches(&log, after: 82) == Array(83...100))
    #expect(patches(&log, after: 70) == nil)
    log.append(snapshot(101), patch: [])
    #expect(patches(&log, after: 82) == nil)
    #expect(patches(&log, after: 100) == [101])
  }

  @Test("Many small patches are bounded, too; what is in between is not known")
  func count() {
    var log = EventLog()
    for version in 0..<2000 { log.append(snapshot(version * 2, bytes: 1 << 20), patch: [0x5B]) }
    #expect(patches(&log, after: 3998 - 512)?.count == 256)
    #expect(patches(&log, after: 3998 - 514) == nil)
    #expect(patches(&log, after: 3997) == nil)
    #expect(patches(&log, after: -1) == nil)
  }
}
