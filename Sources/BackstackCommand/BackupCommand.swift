import BackstackSQLite
import BackstackStorage

/// Copies a storage while it is used.
struct BackupCommand: StorageCommand {
  private let path: String

  /// - Throws: ``CommandError`` when it is not told where to.
  init(words: [String]) throws(CommandError) {
    guard words.count == 1 else {
      throw CommandError(message: "backup is followed by the file to be made.")
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
    throw StorageFailure(message: "This storage can't be copied by this command.")
  }
}
