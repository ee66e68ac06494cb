import BackstackPlatform

/// A storage in memory; its content is lost when the process ends.
///
/// Writes take effect before ``submit(_:)`` returns.
public final class MemoryStorage: SessionStorage {
  private struct State: Sendable {
    var tables = MemoryTables()
    var isClosed = false
  }

  private let state = Guarded(State())

  /// Creates an empty storage.
  public init() {}

  public func submit(_ write: StorageWrite) {
    let complete = state.withLock { state -> (@Sendable () -> Void) in
      do throws(StorageError) {
        if state.isClosed { throw .closed }
        return try state.tables.apply(write)
      } catch {
        return { write.fail(with: error) }
      }
    }
    complete()
  }

  public func ask(_ query: StorageQuery) {
    let complete = state.withLock { state -> (@Sendable () -> Void) in
      do throws(StorageError) {
        if state.isClosed { throw .closed }
        return try state.tables.run(query)
      } catch {
        return { query.fail(with: error) }
      }
    }
    complete()
  }

  public func close() async { state.withLock { $0.isClosed = true } }
}
