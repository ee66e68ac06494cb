#if SQLite

import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackSQLite

@Suite struct FreshRoomTests {
  /// The index of a log that has nothing yet does not say how large pages are.
  @Test("The room is known before anything is written") func theRoomIsKnownBeforeAnythingIsWritten()
    async throws
  {
    let folder = TemporaryFolder()
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    try await SQLiteStorage.open(configuration).close()
    let database = SQLiteDatabase(configuration, isWriter: true)
    try database.start()
    #expect(database.lastConnection?.logMark?.pageSize == 0)
    #expect(database.room?.pageSize == 4096)
    database.close()
  }
}

#endif
