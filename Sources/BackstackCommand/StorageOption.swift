import BackstackHTTP
import BackstackPlatform
import BackstackSQLite
import BackstackService
import BackstackStorage
import Dispatch
import Glibc

/// The storage that the command line selects.
struct StorageOption: Sendable, CustomStringConvertible {
  enum Location: Sendable, Hashable {
    case memory
    case file(String)
  }

  var location: Location
  var isRelaxed = false
  /// The number of seconds for which a server waits for another one that uses the file.
  var wait = 30.0

  #if SQLite
    static let hasSQLite = true
    static let standard = Self(location: .file("backstack.sqlite"))
  #else
    static let hasSQLite = false
    static let standard = Self(location: .memory)
  #endif

  var description: String {
    switch location {
    case .memory: "memory"
    case .file(let path): "sqlite:\(path)"
    }
  }

  /// The path of the file that records crashes, next to the database file; `nil` without a database
  /// file.
  var crashPath: String? {
    guard case .file(let path) = location else { return nil }
    return path + "-crashes"
  }

  /// Opens the storage.
  ///
  /// - Parameter signals: The signals that end the wait for another server; `nil` for commands that
  ///   can run at the same time as a server.
  /// - Returns: `nil` for memory, in which nothing is stored.
  /// - Throws: ``StorageFailure`` when the storage can't be opened.
  func open(
    forServer signals: HTTPStopSignals? = nil
  ) throws(StorageFailure) -> (any SessionStorage)? {
    guard case .file(let path) = location else { return nil }
    #if SQLite
      var configuration = SQLiteConfiguration(path: path)
      configuration.durability = isRelaxed ? .relaxed : .full
      configuration.isExclusive = signals != nil
      configuration.serverTimeout = Int((wait * 1000).rounded())
      let result = waiting(until: signals) { [configuration, wait] in
        do throws(StorageError) {
          return Result<any SessionStorage, StorageError>.success(
            try await SQLiteStorage.open(configuration) {
              ServiceConfiguration().logMessage(
                "storage-in-use",
                "\(path) is used by another server; waiting \(wait) s for it to stop.")
            })
        } catch {
          return .failure(error)
        }
      }
      switch result {
      case .success(let storage): return storage
      case .failure(let error):
        throw StorageFailure(message: "\(path) can't be used. \(error)")
      }
    #else
      throw StorageFailure(message: "\(path) can't be used without SQLite.")
    #endif
  }
}

/// The error for a storage that can't be used.
struct StorageFailure: Error {
  let message: String
}

/// Waits for an asynchronous closure on the main thread, which has nothing else to do.
///
/// - Parameter signals: The signals of which the first cancels the closure's task.
func waiting<Value: Sendable>(
  until signals: HTTPStopSignals? = nil, _ body: @escaping @Sendable () async -> Value
) -> Value {
  let result = Guarded<Value?>(nil)
  let done = DispatchSemaphore(value: 0)
  let task = Task {
    let value = await body()
    result.withLock { $0 = value }
    done.signal()
  }
  signals?.whenFirst { task.cancel() }
  defer { signals?.end() }
  while true {
    done.wait()
    if let value = result.withLock({ $0 }) { return value }
  }
}
