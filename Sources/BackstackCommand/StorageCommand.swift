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
