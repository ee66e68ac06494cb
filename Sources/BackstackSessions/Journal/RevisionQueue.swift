import BackstackPlatform
import BackstackStorage

/// A queue of byte strings, each of which resembles the next one, such as the states of a session.
struct RevisionQueue: Sendable {
  /// A revision before the last one.
  private struct Revision: Sendable {
    /// The revision itself, or its difference from the next one.
    var bytes: [UInt8]
    let count: Int32
    let isWhole: Bool

    init(whole bytes: [UInt8]) {
      self.bytes = bytes
      count = Int32(clamping: bytes.count)
      isWhole = true
    }

    /// Creates a revision that is kept as its difference from the next one, if that saves memory.
    init?(_ revision: [UInt8], from next: [UInt8]) {
      guard let delta = SnapshotDelta.make(of: revision, from: next) else { return nil }
      bytes = delta
      count = Int32(clamping: revision.count)
      isWhole = false
    }
  }

  /// The maximum number of consecutive differences; it limits the cost of reading a revision.
  private static let maximumDifferences = 31

  private var earlier = Deque<Revision>()
  // Shared with the encoder that made it, in general.
  private var last: [UInt8]?

  /// The number of revisions.
  var count: Int { last == nil ? 0 : earlier.count + 1 }
  /// The number of bytes that are kept.
  var keptByteCount: Int { earlier.reduce(last?.count ?? 0) { $0 + $1.bytes.count } }

  /// Adds a revision at the end.
  ///
  /// - Complexity: O(1) amortized.
  mutating func append(_ bytes: [UInt8]) {
    if let last { earlier.append(Revision(whole: last)) }
    last = bytes
  }

  /// Removes the first revision.
  ///
  /// - Precondition: The queue is not empty.
  /// - Complexity: O(1) amortized.
  mutating func removeFirst() {
    precondition(last != nil, "The queue is empty.")
    if earlier.isEmpty {
      last = nil
    } else {
      // The deque may keep removed elements.
      earlier[0].bytes = []
      earlier.removeFirst()
    }
  }

  /// The revision at a position, counted from the first one.
  ///
  /// - Precondition: `index` is in `0..<count`.
  /// - Complexity: O(*n*) in the bytes of at most 32 revisions.
  subscript(index: Int) -> [UInt8] {
    let base = earlier.indices[index...].first { earlier[$0].isWhole } ?? earlier.count
    return earlier[index..<base].reversed().reduce(
      base < earlier.count ? earlier[base].bytes : last ?? []
    ) { next, revision in
      // Never nil: the difference was made from `next`.
      SnapshotDelta.apply(revision.bytes, to: next, count: Int(revision.count)) ?? []
    }
  }

  /// Keeps the revisions before the last one as their differences from the next one, where this saves
  /// memory.
  ///
  /// - Complexity: O(*n*) in the bytes of all revisions; O(1) if none was added since the last call.
  mutating func compact() {
    guard var next = last, earlier.last?.isWhole == true else { return }
    var differences = 0
    for index in earlier.indices.reversed() {
      let revision = self[index]
      if differences < Self.maximumDifferences, let kept = Revision(revision, from: next) {
        differences += 1
        earlier[index] = kept
      } else {
        differences = 0
        // Copied, as the array of its maker may have room for more.
        earlier[index] = Revision(whole: revision.withUnsafeBytes(Array.init))
      }
      next = revision
    }
  }
}
