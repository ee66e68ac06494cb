import BackstackPlatform

/// A storage in memory; its content is lost when the process ends.
///
/// Writes take effect before ``submit(_:completion:)`` returns.
public final class MemoryStorage: SessionStorage {
  private struct State: Sendable {
    var tables = MemoryTables()
    var isClosed = false
  }

  private let state = Guarded(State())

  /// Creates an empty storage.
  public init() {}

  public func submit(
    _ write: StorageWrite, completion: @escaping StorageCompletion<StorageReceipt>
  ) {
    let result = state.withLock { state -> Result<StorageReceipt, StorageError> in
      do throws(StorageError) {
        if state.isClosed { throw .closed }
        return .success(try state.tables.apply(write))
      } catch {
        return .failure(error)
      }
    }
    completion(result)
  }

  public func ask(_ query: StorageQuery, completion: @escaping StorageCompletion<StorageResult>) {
    let result = state.withLock { state -> Result<StorageResult, StorageError> in
      do throws(StorageError) {
        if state.isClosed { throw .closed }
        return .success(try state.tables.result(of: query))
      } catch {
        return .failure(error)
      }
    }
    completion(result)
  }

  public func close() async { state.withLock { $0.isClosed = true } }
}

extension StorageError {
  /// The error of a storage that was closed.
  package static let closed = Self.unavailable("it was closed")
}
