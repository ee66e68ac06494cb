#if SQLite

import BackstackStorage

/// A thread that runs the queries of a storage.
struct SQLiteReader {
  let queue: WorkQueue<StorageQuery>
  let database: SQLiteDatabase
  /// A closure that is called when the writing thread should inspect the files.
  let onFailure: @Sendable () -> Void

  /// Runs until the queue is closed and empty.
  func run() {
    while true {
      let queries = queue.take(count: 1)
      if queries.isEmpty { return }
      for query in queries { completion(of: query)() }
    }
  }

  /// Runs a query.
  ///
  /// - Returns: A closure that calls the query's completion.
  private func completion(of query: StorageQuery) -> @Sendable () -> Void {
    do throws(StorageError) {
      return try database.withTables { (tables) throws(StorageError) in try tables.run(query) }
    } catch {
      if !error.isRefusal { onFailure() }
      return { query.fail(with: error) }
    }
  }
}

#endif
