#if SQLite

import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackSQLite

@Suite struct FreshSpaceTests {
  /// The index of an empty log does not have the page size.
  @Test("The free space is known before anything is written")
  func theRoomIsKnownBeforeAnythingIsWritten()
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
