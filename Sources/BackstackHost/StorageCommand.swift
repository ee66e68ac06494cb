import BackstackPlatform
import BackstackPostgres
import BackstackSQLite
import BackstackService
import BackstackStorage
import FoundationEssentials

/// A command that works on a storage.
protocol StorageCommand: Sendable {
  /// The name of the program.
  var host: String { get }

  /// Whether the command creates a storage that does not exist.
  var createsStorage: Bool { get }

  /// Reads what the command needs besides the storage, before that is opened or created.
  mutating func readInput() throws(StorageFailure)

  /// Runs the command.
  ///
  /// - Returns: The exit code.
  /// - Throws: The error to print to the user.
  func run(on storage: any SessionStorage) async throws -> Int32
}

extension StorageCommand {
  /// No: the name of a storage that does not exist is a mistake for most commands.
  var createsStorage: Bool { false }

  func readInput() {}

  /// Opens the storage, runs the command, and closes the storage.
  ///
  /// - Returns: The exit code: 1 when the storage can't be used, or not by this command.
  func run(on chosen: ChosenStorage) -> Int32 {
    do throws(StorageFailure) {
      var command = self
      try command.readInput()
      guard let storage = try chosen.open(creates: command.createsStorage) else {
        throw StorageFailure(message: "Nothing is stored in memory: name a file with --storage.")
      }
      return waiting { [command] in
        var code: Int32
        do {
          code = try await command.run(on: storage)
        } catch is OutputFailure {
          // `HostCommand.main` says so.
          code = 1
        } catch {
          complain(sentence(about: error))
          code = 1
        }
        await storage.close()
        return code
      }
    } catch {
      complain(error.message)
      return 1
    }
  }

  /// Prints a line, in which hidden characters are escaped: what clients have sent may be in it.
  func tell(_ line: String) throws(OutputFailure) {
    try StandardOutput.write(line.escapingHidden(keepsLines: true) + "\n")
  }

  /// Prints what went wrong.
  func complain(_ message: String) { StandardError.write("\(host): \(message)") }
}

/// Checks a storage, and prints a report.
struct DoctorCommand: StorageCommand {
  let host: String
  /// The features whose sessions must be readable.
  let features: [Feature]

  /// Runs the checks.
  ///
  /// - Returns: 0 when all is well; 1 when something is damaged, unreadable or quarantined.
  func run(on storage: any SessionStorage) async throws -> Int32 {
    try await storage.probe()
    try tell("The storage can be read and written.")
    return try await check(storage) { try tell($0.escapingHidden()) }
  }

  /// Checks the content of a storage.
  ///
  /// - Parameter print: Prints a line of the report.
  /// - Returns: The exit code.
  func check(_ storage: any SessionStorage, print: (String) throws -> Void) async throws -> Int32 {
    let statistics = try await storage.statistics()
    try print(
      "It has \(statistics.sessions) sessions, remembers \(statistics.ended) that ended, keeps "
        + "\(statistics.answers) answers, and takes \(statistics.bytes) bytes.")
    var damage: [String] = []
    #if SQLite
      if let file = storage as? SQLiteStorage {
        damage = try await SQLiteStorage.check(file.configuration)
      }
    #endif
    let names = Set(features.map(\.name))
    let shapes = try await SessionArchive(storage).shapes(for: features)
    let findings = try await visit(storage)
    for shape in shapes {
      let obstacles = findings.obstacles[ShapeName(shape.feature, shape.shape)]
      let note =
        if !names.contains(shape.feature) {
          ": \(host) does not host this feature, so it can't check them."
        } else if let obstacles {
          ", of which \(host) can't read \(obstacles.count): \(obstacles.first)"
        } else if shape.isReadable {
          "."
        } else {
          ": they get the default values of the properties that they lack."
        }
      try print("\(shape.sessions) sessions of \(shape.feature) (shape \(shape.shape))\(note)")
    }
    if findings.expired > 0 {
      try print(
        "Expired sessions: \(findings.expired). They end when a server opens the storage; an export and an "
          + "import into another one gives them a new time to live.")
    }
    let quarantined = findings.quarantined
    if quarantined > 0 {
      try print("Quarantined sessions: \(quarantined). `\(host) sessions list` names them.")
    }
    for line in damage { try print("Damaged: \(line)") }
    // Sessions of another program's features are no mistake; that program can check them.
    let checked = shapes.filter { names.contains($0.feature) }
    let isWell = damage.isEmpty && quarantined == 0 && findings.obstacles.isEmpty
    if !isWell {
      try print("Something needs attention; nothing was changed.")
    } else if checked.count < shapes.count {
      try print("All that \(host) can check is well.")
    } else {
      try print("All is well.")
    }
    return isWell ? 0 : 1
  }

  /// The shape of a feature's stored states.
  private struct ShapeName: Hashable {
    let feature: String
    let shape: String

    init(_ feature: String, _ shape: String) {
      self.feature = feature
      self.shape = shape
    }
  }

  /// The findings of a visit to all sessions.
  private struct Findings {
    var quarantined = 0
    var expired = 0
    /// The number of sessions that can't be read, and why the first one can't, by their shapes.
    var obstacles: [ShapeName: (count: Int, first: String)] = [:]
  }

  /// Visits all sessions, and reads those that are not quarantined, because to read these may end the
  /// process.
  private func visit(_ storage: any SessionStorage) async throws -> Findings {
    let archive = SessionArchive(storage)
    let hosted = Dictionary(
      features.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var findings = Findings()
    let now = StorageTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    try await archive.visit(readable: { session in
      if session.expires <= now { findings.expired += 1 }
      guard session.crashes.quarantined == nil else {
        findings.quarantined += 1
        return
      }
      guard let feature = hosted[session.feature] else { return }
      let obstacle: String?
      do throws(StorageError) {
        obstacle = try await archive.obstacle(reading: session, of: feature)
      } catch .notFound, .ended {
        // It ended meanwhile.
        return
      } catch .unreadableRecord {
        obstacle = StorageError.unreadableRecord(id: session.id).description
      }
      guard let obstacle else { return }
      let shape = ShapeName(session.feature, session.fingerprint)
      findings.obstacles[shape, default: (0, obstacle)].count += 1
    })
    return findings
  }
}

/// Copies a storage while it is in use.
struct BackupCommand: StorageCommand {
  let host: String
  private let path: String

  /// Creates the command.
  ///
  /// - Throws: ``CommandError`` unless there is exactly one path.
  init(host: String, words: [String]) throws(CommandError) {
    self.host = host
    guard words.count == 1 else {
      throw CommandError("backup needs the path of the file to write.")
    }
    path = words[0]
  }

  /// Copies a file without opening it as a storage, so that one in an earlier format stays so.
  func copy(_ chosen: ChosenStorage) -> Int32 {
    #if SQLite
      if case .file(let source) = chosen.location {
        var file = SQLiteConfiguration(path: source)
        file.isExclusive = false
        return waiting { [file] in
          do {
            try ChosenStorage.requireFile(source)
            try await copy(file)
            return 0
          } catch {
            complain(sentence(about: error))
            return 1
          }
        }
      }
    #endif
    return run(on: chosen)
  }

  func run(on storage: any SessionStorage) async throws -> Int32 {
    #if SQLite
      if let file = storage as? SQLiteStorage {
        try await copy(file.configuration)
        return 0
      }
    #endif
    #if PostgreSQL
      if storage is PostgresStorage {
        throw StorageFailure(
          message: "pg_dump copies a PostgreSQL database, and pg_basebackup the whole server.")
      }
    #endif
    throw StorageFailure(message: "This command can't copy this storage.")
  }

  #if SQLite
    private func copy(_ file: SQLiteConfiguration) async throws {
      do throws(StorageError) {
        try await SQLiteStorage.backUp(file, to: path)
      } catch .unavailable(let why) {
        // Of the storage or of the copy.
        throw StorageFailure(message: "The backup can't be made: \(why).")
      } catch .full {
        throw StorageFailure(message: "The backup can't be made: there is no room for it.")
      }
    }
  #endif
}
