import Backstack
import BackstackStorage
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackSessions

@Suite("The journal")
struct SessionJournalTests {
  private func journal(
    entries: Int = 100, bytes: Int = 1000, earning: Int = 10
  ) -> SessionJournal {
    var limits = JournalLimits()
    limits.entries = entries
    limits.bytes = bytes
    limits.snapshotBytesPerAction = earning
    return SessionJournal(limits: SharedConstant(limits))
  }

  @Test("Actions earn no snapshot credit beyond what the journal would keep")
  func cappedCredit() {
    var journal = journal(bytes: 100, earning: 30)
    for _ in 0..<10 { journal.record(.effect(of: nil), effects: 0, time: 0) }
    #expect(journal.hasEarnedSnapshot(of: 100))
    #expect(!journal.hasEarnedSnapshot(of: 101))
  }

  @Test("The journal stays within its limits, drops the oldest entries first, and keeps the latest")
  func limits() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var journal = journal(
        entries: .random(in: 1...20, using: &generator),
        bytes: .random(in: 0...500, using: &generator))
      for version in 0..<100 {
        let action = [UInt8](repeating: 0, count: .random(in: 0...50, using: &generator))
        journal.record(.client, action, effects: 0, time: 0)
        if Bool.random(using: &generator) {
          journal.keep(
            [UInt8](repeating: 1, count: .random(in: 0...200, using: &generator)), of: version)
        }
        let kept = journal.page(after: -1, limit: .max)
        #expect(journal.latest == version)
        #expect(kept.map(\.version) == Array(journal.oldest...version))
        #expect(kept.count <= journal.limits.entries)
        let size = kept.reduce(0) { $0 + $1.action.count + ($1.snapshotSize ?? 0) }
        #expect(journal.byteCount == size)
        #expect(size <= journal.limits.bytes || kept.count == 1)
      }
    }
  }

  @Test("Snapshots are dropped before entries")
  func order() {
    var journal = journal(bytes: 100)
    for version in 0..<5 {
      journal.record(.effect(of: nil), [1], effects: 0, time: 0)
      journal.keep([UInt8](repeating: 0, count: 40), of: version)
    }
    let kept = journal.page(after: -1, limit: .max)
    #expect(kept.map(\.version) == [0, 1, 2, 3, 4])
    #expect(kept.map { $0.snapshotSize != nil } == [false, false, false, true, true])
  }

  @Test("A snapshot at the byte limit is kept, and a larger one is not")
  func largestSnapshot() {
    for (size, isKept) in [(40, true), (41, false)] {
      var journal = journal(bytes: 40)
      journal.record(.creation, effects: 0, time: 0)
      journal.keep([UInt8](repeating: 0, count: size), of: 0)
      #expect((journal.snapshot(of: 0) != nil) == isKept)
      #expect(journal.lacksSnapshot != isKept)
    }
  }

  @Test(
    "The history of a saved session is kept only if no version is missing",
    arguments: [
      ([0, 1, 2, 3], [0, 1, 2, 3]), ([2, 3], [2, 3]), ([0, 1, 3], [3]), ([0, 1, 2], [3]),
      ([1, 2, 2, 3], [3]), ([], [3]),
    ] as [([Int], [Int])])
  func saved(_ versions: [Int], _ kept: [Int]) {
    let history = versions.map { version in
      SavedVersion(
        version: version, time: 1, cause: "client", restored: nil, causedBy: nil, action: nil,
        effects: 0, snapshot: nil)
    }
    let session = SavedSession(
      id: String(repeating: "0", count: 32), feature: "f", version: 3, principal: nil,
      timeToLive: 1, nextElementID: 0, state: "{}", shape: nil, history: history)
    let journal = SessionJournal(limits: SharedConstant(JournalLimits()), saved: session)
    #expect(journal.latest == 3)
    #expect(journal.page(after: -1, limit: .max).map(\.version) == kept)
  }

  @Test("A snapshot is made without a request once the actions have earned it")
  func credit() {
    var journal = journal(earning: 10)
    journal.record(.effect(of: nil), effects: 0, time: 0)
    #expect(journal.hasEarnedSnapshot(of: 10))
    #expect(!journal.hasEarnedSnapshot(of: 11))
    journal.record(.effect(of: nil), effects: 0, time: 0)
    #expect(journal.hasEarnedSnapshot(of: 20))
    journal.keep([1], of: 1)
    #expect(!journal.hasEarnedSnapshot(of: 1))
  }

  @Test("A page starts after a version, including dropped and future ones")
  func pages() {
    var journal = journal(entries: 3)
    for _ in 0..<6 { journal.record(.client, effects: 0, time: 0) }
    for (after, limit, versions) in [
      (-1, 2, [3, 4]), (0, 9, [3, 4, 5]), (3, 9, [4, 5]), (4, 1, [5]), (5, 9, []), (99, 9, []),
      (Int.max, 9, []),
    ] {
      #expect(journal.page(after: after, limit: limit).map(\.version) == versions)
    }
  }

  @Test("Versions are read with the states that are kept, from any position")
  func versions() {
    var journal = journal(bytes: 30)
    for version in 0..<8 {
      journal.record(.client, [1], effects: 0, time: 0)
      if version != 5 { journal.keep(Array("state \(version)".utf8), of: version) }
    }
    for after in -1..<8 {
      for limit in [1, 2, 9] {
        let versions = journal.versions(after: after, limit: limit)
        #expect(versions.map(\.entry.version) == Array((0..<8).dropFirst(after + 1).prefix(limit)))
        #expect(versions.map(\.snapshot) == versions.map { journal.snapshot(of: $0.entry.version) })
      }
    }
    #expect(journal.versions(after: -1).map { $0.snapshot != nil }.filter(\.self).count == 3)
  }

  @Test("The stored entries are those after a version, with placeholders for dropped ones")
  func stored() {
    var journal = journal(entries: 3)
    journal.record(.creation, effects: 0, time: 1)
    journal.record(.client, Array(#""a""#.utf8), effects: 0, time: 2)
    journal.record(.client, Array(#"{"b":1}"#.utf8), effects: 2, time: 3)
    journal.keep(Array("7".utf8), of: 2)
    journal.record(.restore(of: 1), effects: 0, time: 4)
    journal.record(.effect(of: 2), Array("null".utf8), effects: -1, time: 5.0004)
    let all = journal.stored(after: -1) { Date(timeIntervalSince1970: 9) }
    #expect(all.map(\.version) == [0, 1, 2, 3, 4])
    #expect(all.map(\.time.milliseconds) == [9000, 9000, 3000, 4000, 5000])
    #expect(all.map(\.snapshot) == [nil, nil, Array("7".utf8), nil, nil])
    let records = all.map { String(decoding: $0.record, as: UTF8.self) }
    #expect(
      records == [
        "{\"cause\":\"effect\",\"effects\":0}\n",
        "{\"cause\":\"effect\",\"effects\":0}\n",
        "{\"cause\":\"client\",\"effects\":2}\n{\"b\":1}",
        "{\"cause\":\"restore\",\"restored\":1,\"effects\":0}\n",
        "{\"cause\":\"effect\",\"causedBy\":2,\"effects\":-1}\nnull",
      ])
    // The date is read only if it is needed.
    let latest = journal.stored(after: 3) {
      Issue.record("No entry is dropped.")
      return Date()
    }
    #expect(latest == [all[4]])
    #expect(journal.stored(after: 4) { Date() } == [])
  }

  @Test("What dependencies made is stored with its version, and read with it again")
  func made() throws {
    let made = MadeValues(uuids: [UUID(1)], numbers: [.max])
    var journal = journal(entries: 3)
    journal.record(.creation, effects: 0, time: 1)
    journal.record(.client, Array(#""a""#.utf8), made: made, effects: 1, time: 2)
    journal.record(.client, Array(#""b""#.utf8), effects: 0, time: 3)
    let records = journal.stored(after: 0) { Date() }.map {
      String(decoding: $0.record, as: UTF8.self)
    }
    let json = #"{"uuids":["00000000-0000-0000-0000-000000000001"],"numbers":[\#(UInt64.max)]}"#
    #expect(
      records == [
        "{\"cause\":\"client\",\"effects\":1,\"made\":\(json)}\n\"a\"",
        "{\"cause\":\"client\",\"effects\":0}\n\"b\"",
      ])
    #expect(journal.page(after: 0, limit: 9).map(\.made) == [made, nil])
    #expect(
      journal.page(after: 0, limit: 9).map(\.action) == ["\"a\"", "\"b\""].map { Array($0.utf8) })
    let again = SessionJournal(
      limits: SharedConstant(JournalLimits()), versions: journal.versions(after: -1))
    #expect(again.stored(after: -1) { Date() } == journal.stored(after: -1) { Date() })
  }
}
