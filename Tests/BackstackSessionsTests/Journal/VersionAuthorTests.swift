import BackstackDependencies
import BackstackStorage
import FoundationEssentials
import Testing

@testable import BackstackSessions

@Suite("Who made a version")
struct VersionAuthorTests {
  private static let authors: [VersionAuthor?] = [
    nil, VersionAuthor(principal: "ada"), VersionAuthor(principal: "ada", isAgent: true),
    VersionAuthor(principal: nil, isAgent: true),
    VersionAuthor(principal: "\u{1F}\u{1E}\"Ж\n", isAgent: false),
    VersionAuthor(principal: String(repeating: "a", count: 300)),
  ]

  @Test("It stands beside the action, in memory", arguments: authors)
  func journaled(_ author: VersionAuthor?) throws {
    for (json, made) in [
      (Array(#""add""#.utf8), nil), ([], nil), (Array("{}".utf8), MadeValues(dates: [.init()])),
    ] as [([UInt8], MadeValues?)] {
      let action = JournaledAction(bytes: JournaledAction.bytes(json, made, by: author)[...])
      #expect(Array(action.json) == json)
      #expect(action.author == author)
      #expect((action.madeJSON != nil) == (made != nil))
    }
    #expect(JournaledAction.bytes([1], nil, by: nil) == [1])
  }

  @Test("An id that is longer than any id should be is cut")
  func long() {
    let author = VersionAuthor(principal: String(repeating: "a", count: 70_000), isAgent: true)
    let action = JournaledAction(bytes: JournaledAction.bytes([1], nil, by: author)[...])
    #expect(Array(action.json) == [1])
    #expect(action.author?.isAgent == true)
    #expect(action.author?.principal?.utf8.count == (1 << 15) - 1)
  }

  @Test("It is stored with the version, and comes back", arguments: authors)
  func stored(_ author: VersionAuthor?) throws {
    var journal = SessionJournal(limits: SharedConstant(JournalLimits()))
    journal.record(.creation, by: author, effects: 0, time: 1)
    journal.record(.client, Array(#""add""#.utf8), by: author, effects: 0, time: 2)
    journal.record(.restore(of: 0), by: author, effects: 0, time: 3)
    let entries = journal.stored(after: -1, now: { .init() })
    let stored = StoredSession(
      header: SessionHeader(
        id: String(repeating: "0", count: 32), feature: "f", owner: nil, fingerprint: "",
        created: StorageTime(seconds: 0), expires: StorageTime(seconds: 9), timeToLive: 1000,
        version: 2, isPending: false),
      metadata: Array(#"{"nextElementID":0}"#.utf8), state: Array("{}".utf8))
    let saved = try StoredRecord.saved(stored, journal: entries)
    let resumed = SessionJournal(limits: SharedConstant(JournalLimits()), saved: saved)
    #expect(resumed.page(after: -1, limit: .max).map(\.author) == [author, author, author])
    #expect(resumed.stored(after: -1, now: { .init() }).map(\.record) == entries.map(\.record))
  }

  @Test("A version without one is stored as before")
  func unchanged() {
    var journal = SessionJournal(limits: SharedConstant(JournalLimits()))
    journal.record(.client, Array(#""add""#.utf8), effects: 2, time: 1)
    let record = journal.stored(after: -1, now: { .init() })[0].record
    #expect(
      String(decoding: record, as: UTF8.self) == "{\"cause\":\"client\",\"effects\":2}\n\"add\"")
    let saved = SavedVersion(
      version: 0, time: 1, cause: "client", restored: nil, causedBy: nil, action: nil, effects: 0,
      snapshot: nil)
    #expect(saved.author == nil)
  }
}
