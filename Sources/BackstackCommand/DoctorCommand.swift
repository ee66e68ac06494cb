import BackstackSQLite
import BackstackService
import BackstackStorage

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
