import Glibc

/// Measures how fast sessions are stored, and how many bytes are written, compared with memory in
/// the same run.
///
///     BackstackStorageBenchmarks FOLDER [appends] [million]
///     BackstackStorageBenchmarks fill FILE COUNT
///
/// The second form stores COUNT sessions of the demo's counters in a new file, and prints their
/// ids.
@main
enum StorageBenchmark {
  static func main() async throws {
    #if SQLite
    if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "fill" {
      return try await fill(CommandLine.arguments[2], Int(CommandLine.arguments[3]) ?? 0)
    }
    let folder = CommandLine.arguments.dropFirst().first ?? "."
    let wanted = CommandLine.arguments.dropFirst(2)
    let file = "\(folder)/backstack-benchmark-\(getpid()).db"
    defer { removeFiles(file) }
    if wanted.isEmpty || wanted.contains("appends") { try await measureAppends(file) }
    if wanted.isEmpty || wanted.contains("million") { try await measureMillion(file) }
    #else
    print("Built without the trait SQLite: there is nothing to measure.")
    #endif
  }

  /// Removes a database file and the files that belong to it.
  static func removeFiles(_ file: String) {
    for end in ["", "-wal", "-shm"] { unlink(file + end) }
  }
}
