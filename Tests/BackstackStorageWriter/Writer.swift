import Glibc

#if SQLite
import BackstackSQLite
import BackstackStorage
import BackstackStorageTesting
#endif

/// Writes to the sessions of a file endlessly, and prints a line for each acknowledged write: the
/// session's id and version.
///
///     BackstackStorageWriter PATH
///
/// With `--small-disk` it runs ``SmallDisk`` instead.
@main
enum Writer {
  // Not asynchronous: in release builds, the tests are linked with all executables that they start,
  // of which only one can have an asynchronous entry point.
  static func main() {
    #if SQLite
    // Detached: a task of the main actor would wait for this thread.
    Task.detached {
      if CommandLine.arguments.contains("--small-disk") {
        await fillSmallDisk()
      } else {
        await run()
      }
    }
    while true { pause() }
    #endif
  }

  #if SQLite
  private static func fillSmallDisk() async {
    do {
      try await SmallDisk(path: CommandLine.arguments[1]).run()
    } catch {
      fail(error)
    }
    exit(0)
  }

  private static func run() async {
    var configuration = SQLiteConfiguration(path: CommandLine.arguments[1])
    // Frequent, so that the kill sometimes hits a checkpoint.
    configuration.checkpointPages = 100
    do {
      let storage = try await SQLiteStorage.open(configuration)
      for number in 0..<16 {
        let id = "s\(number)"
        do throws(StorageError) {
          try await storage.create(TracedWrites.creation(id))
        } catch .exists {}
        advance(try await storage.claim(id).header.revision, in: storage)
      }
    } catch {
      fail(error)
    }
  }

  private static func advance(_ revision: SessionRevision, in storage: SQLiteStorage) {
    let step = StorageWrite.update(TracedWrites.step(revision)) { result in
      guard case .success(let next) = result else { return fail(result) }
      let line = "\(next.id) \(next.version)\n"
      // One system call, so that no line is torn.
      guard write(STDOUT_FILENO, line, line.utf8.count) == line.utf8.count else { exit(1) }
      advance(next, in: storage)
    }
    storage.submit(step)
  }

  private static func fail(_ reason: Any) {
    let text = "\(reason)\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    exit(1)
  }
  #endif
}
