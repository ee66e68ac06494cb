import BackstackSQLite
import BackstackService
import BackstackStorage
import FoundationEssentials
import Glibc

/// A command that works on a storage.
protocol StorageCommand: Sendable {
  /// Runs the command.
  ///
  /// - Returns: The exit code.
  /// - Throws: The error to print to the user.
  func run(on storage: any SessionStorage) async throws -> Int32
}

extension StorageCommand {
  /// Opens the storage, runs the command, and closes the storage.
  ///
  /// - Returns: The exit code: 1 when the storage can't be used, or not by this command.
  func run(on option: StorageOption) -> Int32 {
    do throws(StorageFailure) {
      guard let storage = try option.open() else {
        throw StorageFailure(message: "Nothing is stored in memory: name a file with --storage.")
      }
      return waiting {
        var code: Int32
        do {
          code = try await run(on: storage)
        } catch {
          Command.write("backstack: \(error)\n", to: STDERR_FILENO)
          code = 1
        }
        await storage.close()
        return code
      }
    } catch {
      Command.write("backstack: \(error.message)\n", to: STDERR_FILENO)
      return 1
    }
  }
}

/// Checks a storage, and prints a report.
struct DoctorCommand: StorageCommand {
  /// The features whose sessions must be readable.
  let features: [Feature]

  /// Runs the checks.
  ///
  /// - Returns: 0 when all is well; 1 when something is damaged, unreadable or quarantined.
  func run(on storage: any SessionStorage) async throws -> Int32 {
    try await storage.probe()
    print("The storage can be read and written.")
    let statistics = try await storage.statistics()
    print(
      "It has \(statistics.sessions) sessions, remembers \(statistics.ended) that ended, keeps "
        + "\(statistics.answers) answers, and takes \(statistics.bytes) bytes.")
    var damage: [String] = []
    #if SQLite
      if let file = storage as? SQLiteStorage {
        damage = try await SQLiteStorage.check(file.configuration)
      }
    #endif
    let shapes = try await SessionArchive(storage).shapes(for: features)
    for shape in shapes {
      let note = shape.isReadable ? "" : ", which this backstack can't read"
      print("\(shape.sessions) sessions of \(shape.feature) (shape \(shape.shape))\(note).")
    }
    var quarantined = 0
    try await SessionArchive(storage).visit(
      unreadable: { _ in }, readable: { if $0.crashes.quarantined != nil { quarantined += 1 } })
    if quarantined > 0 {
      print("Quarantined sessions: \(quarantined). `backstack sessions list` names them.")
    }
    for line in damage { print("Damaged: \(line)") }
    let isWell = damage.isEmpty && quarantined == 0 && shapes.allSatisfy(\.isReadable)
    print(isWell ? "All is well." : "Something needs attention; nothing was changed.")
    return isWell ? 0 : 1
  }
}

/// Copies a storage while it is in use.
struct BackupCommand: StorageCommand {
  private let path: String

  /// Creates the command.
  ///
  /// - Throws: ``CommandError`` unless there is exactly one path.
  init(words: [String]) throws(CommandError) {
    guard words.count == 1 else {
      throw CommandError(message: "backup needs the path of the file to write.")
    }
    path = words[0]
  }

  func run(on storage: any SessionStorage) async throws -> Int32 {
    #if SQLite
      if let file = storage as? SQLiteStorage {
        try await file.backUp(to: path)
        return 0
      }
    #endif
    throw StorageFailure(message: "This command can't copy this storage.")
  }
}
