import BackstackLocking
import BackstackSQLite
import BackstackStorage
import Dispatch

/// Which storage was asked for.
struct StorageOption: Sendable, CustomStringConvertible {
  enum Place: Sendable, Hashable {
    case memory
    case file(String)
  }

  var place: Place
  var isRelaxed = false

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

  /// Opens it.
  ///
  /// - Returns: `nil` for memory, in which nothing is stored.
  /// - Throws: ``StorageFailure`` when it can't be opened.
  func open() throws(StorageFailure) -> (any SessionStorage)? {
    guard case .file(let path) = place else { return nil }
    #if SQLite
      var configuration = SQLiteConfiguration(path: path)
      configuration.durability = isRelaxed ? .relaxed : .full
      let result = waiting { [configuration] in
        do throws(StorageError) {
          return Result<any SessionStorage, StorageError>.success(
            try await SQLiteStorage.open(configuration))
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
func waiting<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
  let result = Guarded<Value?>(nil)
  let done = DispatchSemaphore(value: 0)
  Task {
    let value = await body()
    result.withLock { $0 = value }
    done.signal()
  }
  while true {
    done.wait()
    if let value = result.withLock({ $0 }) { return value }
  }
}
