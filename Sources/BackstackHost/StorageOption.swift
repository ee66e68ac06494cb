import BackstackHTTP
import BackstackPlatform
import BackstackPostgres
import BackstackSQLite
import BackstackService
import BackstackStorage
import Dispatch
import FoundationEssentials

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

  /// Checks that a server writes its own records beside the storage, not into it.
  ///
  /// - Throws: ``StorageFailure`` for a path of one of the storage's files.
  func checkFile(_ path: String?, of option: String) throws(StorageFailure) {
    func standard(_ path: String) -> String {
      URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }
    guard case .file(let file) = location, let path else { return }
    let isOwn = ["", "-wal", "-shm", "-lock"].contains { standard(file + $0) == standard(path) }
    if isOwn { throw StorageFailure(message: "\(option): \(path) is a file of the storage.") }
  }

  /// Opens the storage.
  ///
  /// - Parameters:
  ///   - signals: The signals that end the wait for another server; `nil` for commands that can run at
  ///     the same time as a server.
  ///   - creates: Whether a storage that does not exist is created.
  /// - Returns: `nil` for memory, in which nothing is stored.
  /// - Throws: ``StorageFailure`` when the storage can't be opened.
  func open(
    forServer signals: HTTPStopSignals? = nil, creates: Bool
  ) throws(StorageFailure) -> (any SessionStorage)? {
    let request = StorageRequest(
      address: address, isForServer: signals != nil, creates: creates, wait: option.wait,
      isRelaxed: option.isRelaxed)
    switch location {
    case .memory:
      return nil
    case .file(let path):
      if !creates { try Self.requireFile(path) }
      return try Self.opened(path, until: signals) { [service] in
        try await Self.open(file: request, service)
      }
    case .database:
      // Without the URL, which may have a password.
      return try Self.opened("The PostgreSQL database", until: signals) { [service] in
        try await Self.open(database: request, service)
      }
    case .other(let storage, let address):
      return try Self.opened("\(storage.scheme):\(address)", until: signals) {
        try await storage.open(request)
      }
    }
  }

  /// - Throws: ``StorageFailure`` if there is no such file. A log without its file is damage.
  static func requireFile(_ path: String) throws(StorageFailure) {
    if FileDescriptor.isMissing(path), FileDescriptor.isMissing(path + "-wal") {
      throw StorageFailure(message: "There is no file \(path).")
    }
  }

  /// The position of the storage, as it is opened with.
  private var address: String {
    switch location {
    case .memory: ""
    case .file(let address), .database(let address), .other(_, let address): address
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
    file request: StorageRequest, _ service: ServiceConfiguration
  ) async throws -> any SessionStorage {
    #if SQLite
      var configuration = SQLiteConfiguration(path: request.address)
      configuration.durability = request.isRelaxed ? .relaxed : .full
      configuration.createsFile = request.creates
      configuration.isExclusive = request.isForServer
      configuration.serverTimeout = Int((request.wait * 1000).rounded())
      return try await SQLiteStorage.open(configuration) {
        service.logMessage(
          "storage-in-use",
          "\(request.address) is used by another server; waiting \(request.wait) s for it to stop.")
      }
    #else
      throw StorageFailure(message: "There is no SQLite.")
    #endif
  }
}

extension ChosenStorage {
  private static func open(
    database request: StorageRequest, _ service: ServiceConfiguration
  ) async throws -> any SessionStorage {
    #if PostgreSQL
      var configuration = PostgresConfiguration(url: request.address)
      configuration.durability = request.isRelaxed ? .relaxed : .full
      configuration.createsTables = request.creates
      if request.isForServer {
        configuration.openTime = Int((request.wait * 1000).rounded())
      } else {
        // A command may examine all sessions, for which nobody waits but an operator.
        configuration.silenceTime = 24 * 3_600_000
      }
      return try await PostgresStorage.open(configuration) { error in
        service.logMessage("storage-awaited", "\(error) Waiting \(request.wait) s for it.")
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
