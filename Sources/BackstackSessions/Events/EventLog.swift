import BackstackPlatform

/// The recent changes of a session as events, each of which is encoded once for all readers.
///
/// Its patches have no more bytes than a snapshot: a reader that has missed more is better served
/// with a snapshot.
package struct EventLog {
  /// The events to send to a reader.
  package enum Changes {
    case nothing
    /// The patches that it has missed, as events.
    case patches(ArraySlice<Entry>)
    case snapshot([UInt8], version: Int)
    /// A snapshot that was not made yet.
    case missingSnapshot
  }

  /// The patch from one version to another, as an event.
  package struct Entry {
    package let base: Int
    package let version: Int
    package let event: [UInt8]
  }

  /// The newest known version.
  package private(set) var head: Int?
  /// The snapshot of `head`, once it was made.
  private var snapshot: [UInt8]?
  private var entries: [Entry] = []
  private var byteCount = 0

  /// The maximum number of patches, and the size up to which they are kept even if the snapshot is
  /// smaller.
  private static let maximumCount = 256
  private static let minimumBytes = 4096

  /// Creates an empty log.
  package init() {}

  /// Adds a newer version.
  ///
  /// - Parameters:
  ///   - stateSize: The size of the whole state in bytes.
  ///   - event: Returns the event with the patch to it from the present ``head``, the base.
  package mutating func append(_ version: Int, stateSize: Int, event: (_ base: Int) -> [UInt8]) {
    defer {
      head = version
      snapshot = nil
    }
    guard let head else { return }
    let event = event(head)
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

  /// Returns whether this is the newest version and its snapshot is kept.
  package func hasSnapshot(of version: Int) -> Bool { version == head && snapshot != nil }

  /// Keeps the event with the snapshot of the newest version.
  package mutating func keep(_ event: [UInt8]) { if head != nil { snapshot = event } }

  /// Returns the events to send to a reader.
  ///
  /// - Parameter version: The version that the reader has, if any.
  /// - Complexity: O(log *n*) in the number of patches.
  package func changes(after version: Int?) -> Changes {
    guard let head else { return .nothing }
    if version == head { return .nothing }
    if let version, let index = index(of: version) { return .patches(entries[index...]) }
    return snapshot.map { .snapshot($0, version: head) } ?? .missingSnapshot
  }

  /// Returns the index of the patch that starts at a version.
  private func index(of version: Int) -> Int? {
    let index = entries.partitionPoint { $0.base >= version }
    return index < entries.count && entries[index].base == version ? index : nil
  }
}
