/// Gets what came of a write or a question, once, on any thread; it must not wait for anything.
public typealias StorageCompletion<Value> = @Sendable (Result<Value, StorageError>) -> Void

/// Where sessions, their journals and kept answers are stored.
///
/// What it stores are bytes to it. Every write to a session names the owner's epoch and the version
/// that the owner knows: who is not the owner any more, or does not know the latest version, is
/// refused, and so no two owners can both have their actions acknowledged.
///
/// Each implementation has to pass the checks of `BackstackStorageTesting`.
public protocol SessionStorage: AnyObject, Sendable {
  /// Has a write done.
  ///
  /// Writes to a session take effect in the order in which they are submitted, without waiting for the
  /// completions of earlier ones. The completion of one that was done is called when it is as durable
  /// as the storage was told to make it, and so never before those of earlier writes to the session.
  /// Never waits for input or output, so that it can be called on the thread of an event loop.
  ///
  /// - Parameters:
  ///   - write: The write. It is refused with ``StorageError/overloaded`` when too much waits; the
  ///     service then gives the storage fewer at a time, and what has happened to the session later.
  ///   - completion: May be called before this returns.
  func submit(_ write: StorageWrite, completion: @escaping StorageCompletion<StorageReceipt>)

  /// Has a question answered.
  ///
  /// The answer knows all writes that were completed before, and perhaps some that were not. It never
  /// has a part of a write. Never waits for input or output.
  ///
  /// - Parameters:
  ///   - query: The question. It is refused with ``StorageError/overloaded`` when too much waits.
  ///   - completion: May be called before this returns.
  func ask(_ query: StorageQuery, completion: @escaping StorageCompletion<StorageAnswer>)

  /// Does what was submitted, then gives back what the storage holds of the system; whatever comes
  /// later is ``StorageError/unavailable(_:)``.
  func close() async
}
