#if SQLite

import BackstackStorage

/// Answers questions to a storage on a thread.
struct SQLiteReader {
  /// A question that waits, and who waits for the answer.
  struct Job: Sendable {
    let query: StorageQuery
    let completion: StorageCompletion<StorageAnswer>
  }

  let queue: WorkQueue<Job>
  let database: SQLiteDatabase
  /// Called when the files may need to be looked at by the thread that writes.
  let onFailure: @Sendable () -> Void

  /// Runs until the queue is closed and empty.
  func run() {
    while true {
      let jobs = queue.take(count: 1)
      if jobs.isEmpty { return }
      for job in jobs { job.completion(answer(job.query)) }
    }
  }

  private func answer(_ query: StorageQuery) -> Result<StorageAnswer, StorageError> {
    do throws(StorageError) {
      return .success(
        try database.withTables { (tables) throws(StorageError) in try tables.answer(query) })
    } catch {
      if !error.isRefusal { onFailure() }
      return .failure(error)
    }
  }
}

#endif
