import BackstackHTTP
import BackstackPlatform
import BackstackPostgres
import BackstackSQLite
import BackstackService
import BackstackStorage
import Dispatch

/// The options about the storage.
struct StorageOption: Sendable {
  /// The value of `--storage`; `nil` for ``standard``.
  var location: CommandValue?
  var isRelaxed = false
  /// The number of seconds for which a server waits for another one that uses the storage.
  var wait = 30.0
  /// The path of the file that records crashes; `nil` for the storage's own.
  var crashFile: String?

  #if SQLite
    static let hasSQLite = true
    static let standard = "sqlite:backstack.sqlite"
  #else
    static let hasSQLite = false
    static let standard = "memory"
  #endif

  #if PostgreSQL
    static let hasPostgreSQL = true
  #else
    static let hasPostgreSQL = false
  #endif

  /// The schemes of a database's URL.
  static let postgresSchemes: Set = ["postgres", "postgresql"]
}

extension HostConfiguration {
  /// Returns the storage that the command line chooses.
  ///
  /// - Throws: ``CommandError`` when there is no such storage.
  func storage(_ option: StorageOption) throws(CommandError) -> ChosenStorage {
    let value = option.location ?? CommandValue(name: "--storage", text: StorageOption.standard)
    return ChosenStorage(location: try location(value), option: option, service: service)
  }

  private func location(_ value: CommandValue) throws(CommandError) -> ChosenStorage.Location {
    if value.text == "memory" { return .memory }
    let parts = value.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[1].isEmpty {
      if parts[0] == "sqlite" {
        guard StorageOption.hasSQLite else {
          throw CommandError("This \(name) was built without SQLite.")
        }
        return .file(String(parts[1]))
      }
      if StorageOption.postgresSchemes.contains(String(parts[0])) {
        guard StorageOption.hasPostgreSQL else {
          throw CommandError(
            "This \(name) was built without PostgreSQL: build it with the trait PostgreSQL.")
        }
        return .database(url: value.text)
      }
      if let storage = storages.first(where: { $0.scheme == parts[0] }) {
        return .other(storage, address: String(parts[1]))
      }
    }
    let forms =
      ["memory", "sqlite:FILE", "postgres://…"] + storages.map { "\($0.scheme):\($0.placeholder)" }
    throw value.error(forms.dropLast().joined(separator: ", ") + " or " + forms[forms.count - 1])
  }
}

/// The storage that a command works on.
struct ChosenStorage: Sendable {
  enum Location: Sendable {
    case memory
    case file(String)
    case database(url: String)
    case other(HostedStorage, address: String)
  }

  let location: Location
  fileprivate let option: StorageOption
  /// The configuration that has the log.
  fileprivate let service: ServiceConfiguration

  /// The path of the file that records crashes: next to the database file or, for a database server,
  /// in the working folder. `nil` for other storages, unless an option names one.
  var crashPath: String? {
    if let path = option.crashFile { return path }
    return switch location {
    case .file(let path): path + "-crashes"
    case .database: "backstack-crashes"
    case .memory, .other: nil
    }
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
    switch location {
    case .memory:
      return nil
    case .file(let path):
      return try Self.opened(path, until: signals) { [option, service] in
        try await Self.open(path, option, service, isForServer: signals != nil)
      }
    case .database(let url):
      // Without the URL, which may have a password.
      return try Self.opened("The PostgreSQL database", until: signals) { [option, service] in
        try await Self.open(database: url, option, service, isForServer: signals != nil)
      }
    case .other(let storage, let address):
      let request = StorageRequest(
        address: address, isForServer: signals != nil, wait: option.wait,
        isRelaxed: option.isRelaxed)
      return try Self.opened("\(storage.scheme):\(address)", until: signals) {
        try await storage.open(request)
      }
    }
  }

  private static func opened(
    _ location: String, until signals: HTTPStopSignals?,
    _ open: @escaping @Sendable () async throws -> any SessionStorage
  ) throws(StorageFailure) -> any SessionStorage {
    let result = waiting(until: signals) {
      do {
        return Result<any SessionStorage, any Error>.success(try await open())
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let storage): return storage
    case .failure(let error):
      throw StorageFailure(message: "\(location) can't be used. \(sentence(about: error))")
    }
  }

  private static func open(
    _ path: String, _ option: StorageOption, _ service: ServiceConfiguration, isForServer: Bool
  ) async throws -> any SessionStorage {
    #if SQLite
      var configuration = SQLiteConfiguration(path: path)
      configuration.durability = option.isRelaxed ? .relaxed : .full
      configuration.isExclusive = isForServer
      configuration.serverTimeout = Int((option.wait * 1000).rounded())
      return try await SQLiteStorage.open(configuration) {
        service.logMessage(
          "storage-in-use",
          "\(path) is used by another server; waiting \(option.wait) s for it to stop.")
      }
    #else
      throw StorageFailure(message: "There is no SQLite.")
    #endif
  }
}

extension ChosenStorage {
  private static func open(
    database url: String, _ option: StorageOption, _ service: ServiceConfiguration,
    isForServer: Bool
  ) async throws -> any SessionStorage {
    #if PostgreSQL
      var configuration = PostgresConfiguration(url: url)
      configuration.durability = option.isRelaxed ? .relaxed : .full
      if isForServer { configuration.openTime = Int((option.wait * 1000).rounded()) }
      return try await PostgresStorage.open(configuration) { error in
        service.logMessage("storage-awaited", "\(error) Waiting \(option.wait) s for it.")
      }
    #else
      throw StorageFailure(message: "There is no PostgreSQL.")
    #endif
  }
}

/// The error for a storage that can't be used.
struct StorageFailure: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
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
