/// The difference of a snapshot from another one of the same session: the bytes between what both
/// begin with and what both end with.
///
/// An action changes little of a state, so few snapshots are kept whole.
package enum SnapshotDelta {
  /// Returns the difference of a snapshot from its base: the number of bytes that both begin with, in
  /// LEB128, and the bytes up to the common end.
  ///
  /// - Returns: `nil` if it would take more than half of the snapshot's bytes.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func make(of snapshot: [UInt8], from base: [UInt8]) -> [UInt8]? {
    let (prefix, suffix) = snapshot.withUnsafeBytes { snapshot in
      base.withUnsafeBytes { common(snapshot, $0) }
    }
    let middle = snapshot[prefix..<snapshot.count - suffix]
    // The number of bytes that a number in LEB128 takes at most.
    let maximumNumberLength = 10
    guard (maximumNumberLength + middle.count) * 2 <= snapshot.count else { return nil }
    var delta: [UInt8] = []
    delta.reserveCapacity(maximumNumberLength + middle.count)
    var rest = UInt64(prefix)
    while rest >= 0x80 {
      delta.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    delta.append(UInt8(rest))
    delta += middle
    return delta
  }

  /// Returns the snapshot with a difference from a base.
  ///
  /// - Parameter count: The number of bytes of the snapshot.
  /// - Returns: `nil` if there can be no such snapshot, because something is damaged.
  package static func apply(_ delta: [UInt8], to base: [UInt8], count: Int) -> [UInt8]? {
    var (prefix, shift, index) = (0, 0, 0)
    while true {
      guard index < delta.count, shift < 56 else { return nil }
      prefix |= Int(delta[index] & 0x7F) << shift
      shift += 7
      index += 1
      if delta[index - 1] < 0x80 { break }
    }
    let middle = delta[index...]
    guard prefix <= base.count, count >= prefix, count - prefix >= middle.count else { return nil }
    let suffix = count - prefix - middle.count
    guard suffix <= base.count - prefix else { return nil }
    var snapshot: [UInt8] = []
    snapshot.reserveCapacity(count)
    snapshot += base[..<prefix]
    snapshot += middle
    snapshot += base[(base.count - suffix)...]
    return snapshot
  }

  /// Returns how many bytes two texts both begin with, and both end with besides.
  private static func common(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> (prefix: Int, suffix: Int) {
    let count = min(one.count, other.count)
    var prefix = 0
    while prefix + 8 <= count, word(one, at: prefix) == word(other, at: prefix) { prefix += 8 }
    while prefix < count, one[prefix] == other[prefix] { prefix += 1 }
    let maximum = count - prefix
    var suffix = 0
    while suffix + 8 <= maximum,
      word(one, at: one.count - suffix - 8) == word(other, at: other.count - suffix - 8)
    {
      suffix += 8
    }
    while suffix < maximum, one[one.count - suffix - 1] == other[other.count - suffix - 1] {
      suffix += 1
    }
    return (prefix, suffix)
  }

  // Sound: the callers stay eight bytes from the end.
  private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
