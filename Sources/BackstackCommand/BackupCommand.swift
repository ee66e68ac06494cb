import BackstackSQLite
import BackstackStorage

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
