#if SQLite

import BackstackStorage
import BackstackTestSupport
import CSQLite
import Testing

@testable import BackstackSQLite

@Suite struct ExpiredAnswersTests {
  private let folder = TemporaryFolder()

  private func answer(_ number: Int, expires: Int64) -> StoredAnswer {
    StoredAnswer(
      key: AnswerKey(scope: "s", key: "k\(number)"), created: StorageTime(milliseconds: 0),
      expires: StorageTime(milliseconds: expires), body: [1])
  }

  /// Returns the number of rows, expired or not.
  private func rows(_ configuration: SQLiteConfiguration) throws -> Int {
    try SQLiteConnection(
      path: configuration.path, flags: SQLITE_OPEN_READWRITE, lockTimeout: 10
    ).integer("SELECT count(*) FROM answer")
  }

  @Test("An expiry write removes at most its limit of expired answers from the file")
  func theyLeaveTheFileAsManyAsAreAskedFor()
    async throws
  {
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    let storage = try await SQLiteStorage.open(configuration)
    for number in 0..<5 {
      try await storage.create(
        NewSession(
          session("s\(number)"), answer: answer(number, expires: number < 3 ? 1000 : 5000)))
    }
    let later = StorageTime(milliseconds: 9000)
    var due = StorageWrite.Expiry(
      now: StorageTime(milliseconds: 999), rememberedUntil: later, limit: 2)
    #expect(try await storage.expire(due).hasMore == false)
    #expect(try rows(configuration) == 5)
    due.now = StorageTime(milliseconds: 1000)
    #expect(try await storage.expire(due).hasMore == true)
    #expect(try rows(configuration) == 3)
    #expect(try await storage.expire(due).hasMore == false)
    #expect(try rows(configuration) == 2)
    await storage.close()
  }
}

#endif
