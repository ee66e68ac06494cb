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
    /// A snapshot, which is still to be made.
    case missingSnapshot
  }

  /// The way from one version to another, as an event.
  struct Entry {
    let base: Int
    let version: Int
    let event: [UInt8]
  }

  /// The newest version that is known.
  private(set) var head: Int?
  /// Its snapshot, once it was made.
  private var snapshot: [UInt8]?
  private var entries: [Entry] = []
  private var byteCount = 0

  /// The most patches that are kept, and the bytes of them that are whatever a snapshot has.
  private static let maximumCount = 256
  private static let minimumBytes = 4096

  /// Notes a newer version.
  ///
  /// - Parameters:
  ///   - patch: The way from the present ``head`` there.
  ///   - stateSize: How many bytes the whole state has.
  mutating func append(_ version: Int, patch: [UInt8], stateSize: Int) {
    defer {
      head = version
      snapshot = nil
    }
    guard let head else { return }
    let event = ServerSentEvent.encode("patch", id: version, data: patch)
    entries.append(Entry(base: head, version: version, event: event))
    byteCount += event.count
    var excess = 0
    let limit = max(Self.minimumBytes, stateSize)
    while byteCount > limit || entries.count - excess > Self.maximumCount {
      byteCount -= entries[excess].event.count
      excess += 1
    }
    entries.removeFirst(excess)
  }

  /// Whether this is the newest version and its snapshot is kept.
  func hasSnapshot(of version: Int) -> Bool { version == head && snapshot != nil }

  /// Keeps the snapshot of the newest version, as the document that readers are sent.
  mutating func keep(_ document: [UInt8]) {
    guard let head else { return }
    snapshot = ServerSentEvent.encode("snapshot", id: head, data: document)
  }

  /// What a reader is to be sent.
  ///
  /// - Parameter version: The version that the reader has, if any.
  /// - Complexity: O(log *n*) in the number of patches.
  func news(after version: Int?) -> News {
    guard let head else { return .nothing }
    if version == head { return .nothing }
    if let version, let index = index(of: version) { return .patches(entries[index...]) }
    return snapshot.map { .snapshot($0, version: head) } ?? .missingSnapshot
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
