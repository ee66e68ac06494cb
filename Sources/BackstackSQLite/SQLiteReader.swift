#if SQLite

import BackstackStorage

/// A thread that runs the queries of a storage.
struct SQLiteReader {
  /// A pending query with its completion.
  struct Job: Sendable {
    let query: StorageQuery
    let completion: StorageCompletion<StorageResult>
  }

  let queue: WorkQueue<Job>
  let database: SQLiteDatabase
  /// A closure that is called when the writing thread should inspect the files.
  let onFailure: @Sendable () -> Void

  /// Runs until the queue is closed and empty.
  func run() {
    while true {
      let jobs = queue.take(count: 1)
      if jobs.isEmpty { return }
      for job in jobs { job.completion(result(of: job.query)) }
    }
  }

  private func result(of query: StorageQuery) -> Result<StorageResult, StorageError> {
    do throws(StorageError) {
      return .success(
        try database.withTables { (tables) throws(StorageError) in try tables.result(of: query) })
    } catch {
      if !error.isRefusal { onFailure() }
      return .failure(error)
    }
  }
}

#endif
