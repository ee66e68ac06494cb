import Glibc

/// Measures how fast sessions are stored, and how much is written for it, next to memory in the same
/// run.
///
///     BackstackStorageBenchmarks FOLDER [appends] [million]
@main
enum StorageBenchmark {
  static func main() async throws {
    #if SQLite
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

  /// Removes a file and what belongs to it.
  static func removeFiles(_ file: String) {
    for end in ["", "-wal", "-shm"] { unlink(file + end) }
  }
}
