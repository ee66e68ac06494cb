import BackstackStorage
import FoundationEssentials
import Glibc

/// A command that works on a storage.
protocol StorageCommand: Sendable {
  /// Does its work.
  ///
  /// - Returns: The exit code.
  /// - Throws: Whatever is to be told to who gave the command.
  func run(on storage: any SessionStorage) async throws -> Int32
}

extension StorageCommand {
  /// Opens the storage, does the work, and closes it.
  ///
  /// - Returns: The exit code: 1 when the storage can't be used, or not for this.
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
