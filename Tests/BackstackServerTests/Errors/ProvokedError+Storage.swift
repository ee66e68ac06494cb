import BackstackCluster
import BackstackHTTP
import BackstackService
import BackstackSessions
import BackstackStorage

extension ProvokedError {
  static let ofStorages = [
    Self("storage-unavailable") { _ in try await elsewhere { $0.storage = BrokenStorage() } },
    Self("owner-unreachable") { _ in
      try await elsewhere { configuration in
        configuration.storage = MemoryStorage()
        let sessions = ClusterConfiguration(
          NodeProfile(name: "", address: ""), timing: ClusterTiming(patience: .zero))
        configuration.cluster = ClusterNode(sessions, at: .ip("127.0.0.1", port: 0)) {
          UnreachableNodes()
        }
      }
    },
    Self("unreadable-session") { _ in
      let storage = try await retired()
      return try await elsewhere { $0.storage = storage }
    },
    Self("quarantined") { _ in
      let storage = try await retired()
      for second in 0..<2 as Range<Int64> {
        let time = StorageTime(milliseconds: second * 1000)
        try await storage.recordCrash(SessionCrash(id: retiredID, time: time, span: 600_000))
      }
      return try await elsewhere { $0.storage = storage }
    },
  ]

  private static let retiredID = String(repeating: "0", count: 32)

  /// Returns a storage with a session whose feature is no longer hosted.
  private static func retired() async throws -> any SessionStorage {
    let storage = MemoryStorage()
    let header = SessionHeader(
      id: retiredID, feature: "retired", fingerprint: "", created: StorageTime(milliseconds: 0),
      expires: StorageTime(milliseconds: .max / 2), timeToLive: 3_600_000)
    let metadata = Array(#"{"nextElementID":0}"#.utf8)
    try await storage.create(
      NewSession(StoredSession(header: header, metadata: metadata, state: Array("{}".utf8))))
    return storage
  }
}

/// The table of a cluster's nodes in a database that is unavailable.
private struct UnreachableNodes: NodeDirectory {
  func join(_ profile: NodeProfile) throws(StorageError) -> (number: UInt64, reading: NodeReading) {
    throw .unavailable("test")
  }

  func beat(_ number: UInt64, state: NodeState) throws(StorageError) -> NodeReading? {
    throw .unavailable("test")
  }

  func declareDead(_ number: UInt64, since beat: UInt64) throws(StorageError) -> Bool {
    throw .unavailable("test")
  }

  func endConnections(of number: UInt64) throws(StorageError) {}
}

/// A storage that is unavailable.
private final class BrokenStorage: SessionStorage {
  func submit(_ write: StorageWrite) { write.fail(with: .unavailable("test")) }
  func ask(_ query: StorageQuery) { query.fail(with: .unavailable("test")) }

  func close() {}
}
