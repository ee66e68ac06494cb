import BackstackDemo
import BackstackSQLite
import BackstackService
import BackstackStorage

/// Checks a storage, and reports.
struct DoctorCommand: StorageCommand {
  /// - Returns: 0 when all is well, 1 when something is damaged or can't go on.
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
    let shapes = try await shapes(storage)
    for (shape, count) in shapes.sorted(by: { $0.key < $1.key }) {
      print("\(count) sessions of \(shape).")
    }
    for line in damage { print("Damaged: \(line)") }
    let isWell = damage.isEmpty && !shapes.keys.contains { $0.hasSuffix(Self.unknown) }
    print(isWell ? "All is well." : "Something needs attention; nothing was changed.")
    return isWell ? 0 : 1
  }

  private static let unknown = "which this backstack can't go on with"

  /// How many sessions there are of each feature and shape.
  private func shapes(_ storage: any SessionStorage) async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    try await SessionArchive(storage).visit { header in
      let feature = demoFeatures.first { $0.name == header.feature }
      let name = "\(header.feature) (shape \(header.fingerprint))"
      let canGoOn = feature?.canRead(shape: header.fingerprint) ?? false
      counts[canGoOn ? name : "\(name), \(Self.unknown)", default: 0] += 1
    }
    return counts
  }
}
