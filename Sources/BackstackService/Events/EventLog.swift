import BackstackJSON

/// What has happened to a session lately, as events: each is encoded once, whoever reads it.
///
/// It has no more bytes of patches than a snapshot has, so whoever is behind it is better off with a
/// snapshot.
struct EventLog {
  /// What a reader is to be sent.
  enum News {
    case nothing
    /// The patches that it has missed, as events.
    case patches(ArraySlice<Entry>)
    case snapshot([UInt8], version: Int)
  }

  /// The way from one version to another, as an event.
  struct Entry {
    let base: Int
    let version: Int
    let event: [UInt8]
  }

  /// The newest version that is known.
  private(set) var head: Snapshot?
  private var snapshotEvent: [UInt8]?
  private var entries: [Entry] = []
  private var byteCount = 0

  /// The most patches that are kept, and the bytes of them that are whatever a snapshot has.
  private static let maximumCount = 256
  private static let minimumBytes = 4096

  /// Notes a newer version.
  ///
  /// - Parameter patch: The way from the present ``head`` there.
  mutating func append(_ snapshot: Snapshot, patch: [UInt8]) {
    defer {
      head = snapshot
      snapshotEvent = nil
    }
    guard let head else { return }
    let event = ServerSentEvent.encode("patch", id: snapshot.version, data: patch)
    entries.append(Entry(base: head.version, version: snapshot.version, event: event))
    byteCount += event.count
    var excess = 0
    let limit = max(Self.minimumBytes, snapshot.state.count)
    while byteCount > limit || entries.count - excess > Self.maximumCount {
      byteCount -= entries[excess].event.count
      excess += 1
    }
    entries.removeFirst(excess)
  }

  /// What a reader is to be sent.
  ///
  /// - Parameters:
  ///   - version: The version that the reader has, if any.
  ///   - encode: Makes the document that is sent of a snapshot.
  /// - Complexity: O(log *n*) in the number of patches, besides what `encode` does once for a version.
  mutating func news(after version: Int?, encode: (Snapshot) -> [UInt8]) -> News {
    guard let head else { return .nothing }
    if version == head.version { return .nothing }
    if let version, let index = index(of: version) { return .patches(entries[index...]) }
    let event =
      snapshotEvent
      ?? ServerSentEvent.encode("snapshot", id: head.version, data: encode(head))
    snapshotEvent = event
    return .snapshot(event, version: head.version)
  }

  /// The patch that leads away from a version.
  private func index(of version: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].base < version { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].base == version ? low : nil
  }
}
