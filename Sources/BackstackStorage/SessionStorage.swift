/// A closure that receives the result of a write or a query. The storage calls it once, on any
/// thread, and it must not block.
public typealias StorageCompletion<Value> = @Sendable (Result<Value, StorageError>) -> Void

/// A storage of sessions, their journals and stored answers.
///
/// A storage doesn't interpret the bytes that it stores. Every write to a session names the owner's
/// epoch and the version that the owner knows. The storage refuses a write from a previous owner or
/// with another version, so two owners can't both have their actions acknowledged.
///
/// Each implementation has to pass the checks of `BackstackStorageTesting`.
public protocol SessionStorage: AnyObject, Sendable {
  /// Submits a write.
  ///
  /// Writes to a session take effect in the order in which they are submitted, without waiting for
  /// the completions of earlier ones. The completion of a successful write is called once the write
  /// is as durable as the storage is configured to make it, and never before the completions of
  /// earlier writes to the session. This never waits for input or output, so an event loop's thread
  /// may call it.
  ///
  /// - Parameter write: The write. Its completion may be called before this returns. If too many
  ///   writes are pending, it fails with ``StorageError/overloaded``; the service then has fewer
  ///   writes pending at a time and retries later, together with the later changes of the session.
  func submit(_ write: StorageWrite)

  /// Runs a query.
  ///
  /// The result reflects all writes that completed before, and perhaps some that didn't, but never
  /// a part of a write. This never waits for input or output.
  ///
  /// - Parameter query: The query. Its completion may be called before this returns. If too many
  ///   queries are pending, it fails with ``StorageError/overloaded``.
  func ask(_ query: StorageQuery)

  /// Completes what was submitted, then releases the storage's system resources. Later writes and
  /// queries fail with ``StorageError/unavailable(_:)``.
  func close() async
}
