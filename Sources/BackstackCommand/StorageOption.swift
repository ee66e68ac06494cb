import BackstackHTTP
import BackstackLocking
import BackstackSQLite
import BackstackService
import BackstackStorage
import Dispatch
import Glibc

/// Which storage was asked for.
struct StorageOption: Sendable, CustomStringConvertible {
  enum Place: Sendable, Hashable {
    case memory
    case file(String)
  }

  var place: Place
  var isRelaxed = false
  /// How long a server waits for another one that has the file, in seconds.
  var wait = 30.0

  #if SQLite
    static let hasSQLite = true
    static let standard = Self(place: .file("backstack.sqlite"))
  #else
    static let hasSQLite = false
    static let standard = Self(place: .memory)
  #endif

  var description: String {
    switch place {
    case .memory: "memory"
    case .file(let path): "sqlite:\(path)"
    }
  }

  /// Where crashes are recorded: beside the file, if there is one.
  var crashPath: String? {
    guard case .file(let path) = place else { return nil }
    return path + "-crashes"
  }

  /// Opens it.
  ///
  /// - Parameter signals: What ends the wait for another server; `nil` for what works beside a server.
  /// - Returns: `nil` for memory, in which nothing is stored.
  /// - Throws: ``StorageFailure`` when it can't be opened.
  func open(
    forServer signals: HTTPStopSignals? = nil
  ) throws(StorageFailure) -> (any SessionStorage)? {
    guard case .file(let path) = place else { return nil }
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
                "\(path) is used by another server, which is waited for \(wait) s.")
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

/// Why a storage can't be used.
struct StorageFailure: Error {
  let message: String
}

/// Waits for something on the thread of the command line, which nothing else needs.
///
/// - Parameter signals: What cancels the task at the first one.
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
